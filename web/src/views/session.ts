// Signing in and out, and the first start. What stands before the podcasts.

import type { Me } from "../api.js";
import { fill, h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { linkToken } from "../model/route.js";
import { Failure, sentence } from "../net/failure.js";
import * as routes from "../net/account-routes.js";
import { player } from "../player/index.js";
import { end } from "../state/app.js";
import { mark } from "./mark.js";

/** Shows the gate in `place` until somebody is signed in. */
export async function passGate(place: HTMLElement): Promise<Me> {
  const link = linkToken(location.search, location.hash);
  if (link !== null) history.replaceState(null, "", location.pathname + (link.kind === "login" ? "#/" : ""));
  if (link?.kind === "setup") return setUp(place, link.token);
  if (link?.kind === "password") return resetPassword(place, link.token);
  fill(
    place,
    h(
      "div",
      { class: "gate", role: "status", "aria-label": "Loading" },
      h("div", { class: "gate-box waiting" }, mark()),
    ),
  );
  if (link?.kind === "login") {
    try {
      return await routes.signInByLink(link.token);
    } catch (error) {
      return signIn(place, sentence(error));
    }
  }
  return whoIsThere(place);
}

async function whoIsThere(place: HTMLElement): Promise<Me> {
  for (;;) {
    try {
      return await routes.whoAmI();
    } catch (error) {
      if (error instanceof Failure && error.code === "signed-out") return signIn(place, "");
      if (error instanceof Failure && error.code === "setup-needed") await waiting(
        place,
        "Almost there",
        error.message,
        "I have opened the link",
      );
      else await waiting(place, "No answer", sentence(error), "Try again");
    }
  }
}

/** Forgets everything of the user in this browser, then asks who is next. */
export async function leave(): Promise<void> {
  player.unload();
  end();
  const kept = "caches" in window ? await caches.keys() : [];
  await Promise.all(kept.filter((name) => name.startsWith("tonearm-data")).map((name) => caches.delete(name)));
  location.assign(location.pathname);
}

function waiting(place: HTMLElement, title: string, text: string, button: string): Promise<void> {
  return new Promise((again) => {
    const come = (): void => {
      if (document.visibilityState === "visible") again();
    };
    document.addEventListener("visibilitychange", come, { once: true });
    window.addEventListener("online", come, { once: true });
    const retry = h("button", { class: "button primary", type: "button", on: { click: () => again() } }, button);
    fill(place, gate(title, h("p", { class: "gate-text", role: "alert" }, text), retry));
    retry.focus();
  });
}

function signIn(place: HTMLElement, problem: string): Promise<Me> {
  return ask(
    place,
    "Sign in",
    problem,
    { action: "Sign in", fresh: false, named: true },
    (name, password) => routes.signIn(name, password),
  );
}

function setUp(place: HTMLElement, token: string): Promise<Me> {
  return ask(
    place,
    "Set the administrator's name and password",
    "",
    { action: "Start", fresh: true, named: true },
    (name, password) => routes.setUp(token, name, password),
  );
}

function resetPassword(place: HTMLElement, token: string): Promise<Me> {
  return ask(
    place,
    "Set your password",
    "",
    { action: "Set it and sign in", fresh: true, named: false },
    (_, password) => routes.resetPassword(token, password),
  );
}

interface Question {
  action: string;
  /** A password that is set, not asked for. */
  fresh: boolean;
  /** Whether the name is asked for: a link to set a password knows it. */
  named: boolean;
}

function ask(
  place: HTMLElement,
  title: string,
  problem: string,
  kind: Question,
  send: (name: string, password: string) => Promise<Me>,
): Promise<Me> {
  return new Promise((signedIn) => {
    const name = h(
      "input",
      {
        id: "name",
        type: "text",
        name: "username",
        autocomplete: "username",
        autocapitalize: "none",
        spellcheck: "false",
        required: true,
        maxlength: 64,
        "aria-describedby": "gate-error",
      },
    );
    const password = h("input", {
      id: "password",
      type: "password",
      name: "password",
      autocomplete: kind.fresh ? "new-password" : "current-password",
      required: true,
      maxlength: 1024,
      "aria-describedby": kind.fresh ? "password-hint gate-error" : "gate-error",
    });
    const look = h(
      "button",
      { class: "icon-button look", type: "button", "aria-label": "Show the password", "aria-pressed": "false" },
      icon("eye"),
    );
    look.addEventListener("click", () => {
      const shown = password.type === "text";
      password.type = shown ? "password" : "text";
      look.setAttribute("aria-pressed", String(!shown));
    });
    const error = h("p", { class: "form-error", id: "gate-error", role: "alert" }, problem);
    const button = h("button", { class: "button primary wide", type: "submit" }, kind.action);
    const form = h(
      "form",
      { class: "form", novalidate: true },
      ...(kind.named ? [h("label", { for: "name" }, "Name"), name] : []),
      h("label", { for: "password" }, "Password"),
      h("div", { class: "password" }, password, look),
      kind.fresh ? h("p", { class: "hint", id: "password-hint" }, "At least 8 characters.") : null,
      error,
      button,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const missing = complaint(kind.named ? name.value.trim() : null, password.value, kind.fresh);
      error.textContent = missing?.text ?? "";
      if (missing !== null) {
        (missing.where === "name" ? name : password).focus();
        return;
      }
      button.disabled = true;
      send(name.value.trim(), password.value)
        .then(signedIn)
        .catch((failure: unknown) => {
          error.textContent = sentence(failure);
          button.disabled = false;
          password.focus();
          password.select();
        });
    });
    fill(place, gate(title, form));
    (kind.named ? name : password).focus();
  });
}

function complaint(
  name: string | null,
  password: string,
  fresh: boolean,
): { text: string; where: "name" | "password" } | null {
  if (name === "") return { text: "Type your name.", where: "name" };
  if (name !== null && fresh && !/^[A-Za-z0-9._+@-]{1,64}$/.test(name)) return {
    text: "A name has letters, digits, dots, dashes, + or @, and no spaces.",
    where: "name",
  };
  if (password === "") return { text: "Type your password.", where: "password" };
  if (fresh && [...password].length < 8) return {
    text: "The password needs at least 8 characters.",
    where: "password",
  };
  return null;
}

function gate(title: string, ...content: HTMLElement[]): HTMLElement {
  return h("main", { class: "gate" }, h("div", { class: "gate-box" }, mark(), h("h1", {}, title), ...content));
}
