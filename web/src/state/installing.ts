// Installing the page as an app, where the browser offers it.

import { Signal } from "./signal.js";

interface Offer extends Event {
  prompt(): Promise<unknown>;
}

export const isInstallable = new Signal(false);
let offer: Offer | null = null;

export function watchInstalling(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as Offer;
    isInstallable.set(true);
  });
  window.addEventListener("appinstalled", () => {
    offer = null;
    isInstallable.set(false);
  });
}

/** Shows the browser's own question. It can be asked once an offer. */
export async function offerInstallation(): Promise<void> {
  const given = offer;
  if (given === null) return;
  offer = null;
  isInstallable.set(false);
  await given.prompt();
}
