// The directories that the search for podcasts asks: for administrators.

import type { Directory, DirectoryKind } from "../../api.js";
import { iconButton } from "../../dom/buttons.js";
import { group } from "../../dom/fields.js";
import { h } from "../../dom/h.js";
import { icon } from "../../dom/icons.js";
import { toast } from "../../dom/toast.js";
import { sentence } from "../../net/failure.js";
import { directories, nameDirectories } from "../../net/library-routes.js";
import { loaded } from "../loaded.js";

const kinds: readonly (readonly [DirectoryKind, string])[] = [
  ["itunes", "Apple Podcasts (iTunes search)"],
  ["podcastIndex", "Podcast Index (needs a key)"],
  ["gpodder", "gpodder.net and its like"],
  ["opml", "An OPML list"],
];
const usual: Partial<Record<DirectoryKind, string>> = {
  itunes: "https://itunes.apple.com/search",
  podcastIndex: "https://api.podcastindex.org/api/1.0/search/byterm",
  gpodder: "https://gpodder.net/search.json",
};

export function directoriesSection(): HTMLElement {
  return loaded(directories, (answer, reload) => {
    const save = async (list: readonly Directory[]): Promise<void> => {
      await nameDirectories(list);
      await reload();
    };
    return [
      group(
        "Asked when somebody looks for a podcast",
        h(
          "p",
          { class: "group-text" },
          "Words typed into Subscribe go to these, and to nobody else. This server asks, so they do not see who does.",
        ),
        answer.directories.length === 0 ? h("p", { class: "group-text" }, "None yet: only addresses work.") : h(
          "ul",
          { class: "things" },
          ...answer.directories.map((directory) => directoryRow(directory, answer.directories, save)),
        ),
      ),
      group("Add a directory", form(answer.directories, save)),
    ];
  }).element;
}

type Save = (list: readonly Directory[]) => Promise<void>;

function directoryRow(directory: Directory, all: readonly Directory[], save: Save): HTMLElement {
  const remove = iconButton("trash", `Remove ${directory.name}`, () => {
    save(all.filter((other) => other.name !== directory.name))
      .catch((error: unknown) => toast(sentence(error), "error"));
  });
  const kind = kinds.find(([value]) => value === directory.kind)?.[1] ?? directory.kind;
  return h(
    "li",
    { class: "thing" },
    h("span", { class: "thing-icon" }, icon("search")),
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "thing-name" }, directory.name),
      h("p", { class: "thing-note address" }, `${kind} · ${directory.url}`),
    ),
    remove,
  );
}

function form(all: readonly Directory[], save: Save): HTMLElement {
  const text = (id: string, type: string, hint: string): HTMLInputElement =>
    h("input", { id, type, maxlength: 500, autocomplete: "off", spellcheck: "false", placeholder: hint });
  const name = text("directory-name", "text", "Apple Podcasts");
  const address = text("directory-url", "text", "https://…");
  const key = text("directory-key", "text", "");
  const secret = text("directory-secret", "password", "");
  const kind = h(
    "select",
    { id: "directory-kind" },
    ...kinds.map(([value, label]) => h("option", { value }, label)),
  );
  const keys = h(
    "div",
    { class: "form" },
    h("label", { for: "directory-key" }, "Key"),
    key,
    h("label", { for: "directory-secret" }, "Secret"),
    secret,
  );
  const error = h("p", { class: "form-error", role: "alert" });
  const send = h("button", { class: "button primary", type: "submit" }, "Add directory");
  const show = (): void => {
    keys.hidden = kind.value !== "podcastIndex";
    const known = Object.values(usual);
    if (address.value === "" || known.includes(address.value)) address.value = usual[kind.value as DirectoryKind] ?? "";
  };
  kind.addEventListener("change", show);
  show();
  const made = h(
    "form",
    { class: "form narrow", novalidate: true },
    h("label", { for: "directory-kind" }, "Kind"),
    kind,
    h("label", { for: "directory-name" }, "Name"),
    name,
    h("label", { for: "directory-url" }, "Address"),
    address,
    keys,
    error,
    h("div", { class: "group-actions" }, send),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const fresh: Directory = { name: name.value.trim(), kind: kind.value as DirectoryKind, url: address.value.trim() };
    if (fresh.name === "" || fresh.url === "") {
      error.textContent = "A directory needs a name and an address.";
      return;
    }
    if (!keys.hidden && key.value !== "") fresh.key = key.value.trim();
    if (!keys.hidden && secret.value !== "") fresh.secret = secret.value.trim();
    send.disabled = true;
    save([...all, fresh]).catch((failure: unknown) => {
      error.textContent = sentence(failure);
      send.disabled = false;
    });
  });
  return made;
}
