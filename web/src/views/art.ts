// Artwork. The server always has a picture, so an image that fails only means that the server is away.

import { h } from "../dom/h.js";
import * as routes from "../net/routes.js";

export function artwork(path: string, size: number, kind = ""): HTMLImageElement {
  const image = h(
    "img",
    { class: `art ${kind}`, alt: "", width: size, height: size, decoding: "async", draggable: "false" },
  );
  image.addEventListener("error", () => image.classList.add("missing"));
  image.addEventListener("load", () => image.classList.remove("missing"));
  showArt(image, path, size);
  return image;
}

/** Changes the picture when the path is another one. */
export function showArt(image: HTMLImageElement, path: string, size: number): void {
  if (image.dataset["path"] === path) return;
  image.dataset["path"] = path;
  image.classList.remove("missing");
  image.src = routes.art(path, size);
}
