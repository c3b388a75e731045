// Keys for other apps: named, shown once, revoked one by one.

import type { APIToken, CreatedAPIToken } from "../../api.js";
import { copyBox } from "../../dom/copy.js";
import { confirmed } from "../../dom/dialog.js";
import { group } from "../../dom/fields.js";
import { fill, h } from "../../dom/h.js";
import { icon } from "../../dom/icons.js";
import { toast } from "../../dom/toast.js";
import { ago, fullDay } from "../../model/format.js";
import { makeToken, revokeToken, tokens } from "../../net/account-routes.js";
import { sentence } from "../../net/failure.js";
import { me } from "../../state/app.js";
import { loaded } from "../loaded.js";

export function tokensSection(): HTMLElement {
  const fresh = h("div", { class: "fresh-secret", role: "status" });
  const list = loaded(tokens, (answer, reload) => tokenRows(answer.tokens, reload), 2);
  return h(
    "div",
    {},
    group(
      "Make a token",
      h("p", { class: "group-text" }, "For an app that plays or synchronises in your name, such as AntennaPod or Kasts."),
      form((made) => {
        fill(fresh, ...secretOf(made));
        void list.reload();
      }),
      fresh,
    ),
    group("Tokens", list.element),
    syncGroup(),
  );
}

function form(done: (made: CreatedAPIToken) => void): HTMLElement {
  const name = h(
    "input",
    {
      id: "token-name",
      type: "text",
      maxlength: 100,
      autocomplete: "off",
      placeholder: "AntennaPod on my phone",
      "aria-describedby": "token-error",
    },
  );
  const error = h("p", { class: "form-error", id: "token-error", role: "alert" });
  const send = h("button", { class: "button primary", type: "submit" }, "Make token");
  const made = h(
    "form",
    { class: "form narrow", novalidate: true },
    h("label", { for: "token-name" }, "Name of the app or device"),
    h("div", { class: "form-line" }, name, send),
    error,
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    error.textContent = wanted === "" ? "Give it a name, to know later what to revoke." : "";
    if (wanted === "") {
      name.focus();
      return;
    }
    send.disabled = true;
    makeToken(wanted)
      .then((token) => {
        name.value = "";
        done(token);
      })
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
      })
      .finally(() => {
        send.disabled = false;
      });
  });
  return made;
}

function secretOf(made: CreatedAPIToken): HTMLElement[] {
  return [
    h("p", { class: "strong" }, `The token of ${made.token.name}`),
    copyBox("Token", made.secret),
    h("p", { class: "hint" }, "It is shown this once and kept nowhere in readable form. Lost? Make another."),
  ];
}

function tokenRows(all: readonly APIToken[], reload: () => Promise<void>): HTMLElement[] {
  if (all.length === 0) return [h("p", { class: "group-text" }, "No app has a token.")];
  return [h("ul", { class: "things" }, ...all.map((token) => tokenRow(token, reload)))];
}

function tokenRow(token: APIToken, reload: () => Promise<void>): HTMLElement {
  const used = token.lastUsed === undefined ? "Never used" : `Last used ${ago(token.lastUsed, new Date())}`;
  const revoke = h(
    "button",
    { class: "button small", type: "button", "aria-label": `Revoke ${token.name}` },
    "Revoke",
  );
  revoke.addEventListener("click", () => {
    void confirmed(`Revoke ${token.name}?`, "What uses it can do nothing more.", "Revoke", "danger").then((agreed) => {
      if (!agreed) return;
      revokeToken(token.id).then(reload).catch((error: unknown) => toast(sentence(error), "error"));
    });
  });
  return h(
    "li",
    { class: "thing" },
    h("span", { class: "thing-icon" }, icon("key")),
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "thing-name" }, token.name),
      h("p", { class: "thing-note" }, h("code", {}, `${token.id}…`), ` · ${used} · made ${fullDay(token.created)}`),
    ),
    revoke,
  );
}

function syncGroup(): HTMLElement {
  const fact = (name: string, value: string): HTMLElement[] => [h("dt", {}, name), h("dd", {}, h("code", {}, value))];
  return group(
    "Synchronise with other apps",
    h(
      "p",
      { class: "group-text" },
      "Subscriptions, positions and what you heard are the same there and here. Choose gPodder or Nextcloud in the app:",
    ),
    h(
      "dl",
      { class: "facts" },
      ...fact("Server", location.origin),
      ...fact("Name", me.value?.name ?? ""),
      h("dt", {}, "Password"),
      h("dd", {}, "a token from above"),
    ),
  );
}
