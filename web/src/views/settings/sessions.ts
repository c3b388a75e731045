// The browsers and apps that are signed in, and a link that signs in another.

import type { Session } from "../../api.js";
import { copyBox } from "../../dom/copy.js";
import { confirmed } from "../../dom/dialog.js";
import { group } from "../../dom/fields.js";
import { fill, h } from "../../dom/h.js";
import { icon } from "../../dom/icons.js";
import { toast } from "../../dom/toast.js";
import { deviceName, isHandheld } from "../../model/agent.js";
import { ago, fullDay } from "../../model/format.js";
import { endOtherSessions, endSession, makeLink, sessions } from "../../net/account-routes.js";
import { sentence } from "../../net/failure.js";
import { loaded, withButton } from "../loaded.js";

export function sessionsSection(): HTMLElement {
  const list = loaded(sessions, (answer, reload) => sessionGroup(answer.sessions, reload));
  return h("div", {}, linkGroup(), list.element);
}

function linkGroup(): HTMLElement {
  const place = h("div", { class: "link-place", role: "status" });
  const button = h("button", { class: "button", type: "button" }, icon("link"), "Make a link");
  button.addEventListener("click", () => {
    void withButton(button, async () => {
      const link = await makeLink();
      fill(
        place,
        copyBox("Sign-in link", link.url),
        h("p", { class: "hint" }, "It works once, within fifteen minutes. Whoever has it signs in as you."),
      );
    }, (message) => toast(message, "error"));
  });
  return group(
    "Sign in another device",
    h("p", { class: "group-text" }, "Open this link there instead of typing your name and password."),
    h("div", { class: "group-actions" }, button),
    place,
  );
}

function sessionGroup(all: readonly Session[], reload: () => Promise<void>): HTMLElement[] {
  const others = all.filter((session) => !session.current);
  const endAll = h("button", { class: "button", type: "button" }, "Sign out all others");
  endAll.addEventListener("click", () => {
    void withButton(endAll, async () => {
      const text = `${others.length} other ${others.length === 1 ? "device has" : "devices have"} to sign in again.`;
      if (!(await confirmed("Sign out all others?", text, "Sign them out", "danger"))) return;
      await endOtherSessions();
      await reload();
    }, (message) => toast(message, "error"));
  });
  return [
    group(
      "Signed in",
      h("ul", { class: "things" }, ...all.map((session) => sessionRow(session, reload))),
      others.length === 0 ? null : h("div", { class: "group-actions" }, endAll),
    ),
  ];
}

function sessionRow(session: Session, reload: () => Promise<void>): HTMLElement {
  const name = deviceName(session.agent);
  const end = h("button", { class: "button small", type: "button", "aria-label": `Sign out ${name}` }, "Sign out");
  end.addEventListener("click", () => {
    end.disabled = true;
    endSession(session.id)
      .then(reload)
      .catch((error: unknown) => {
        end.disabled = false;
        toast(sentence(error), "error");
      });
  });
  const seen = session.current ? "This device" : `Last used ${ago(session.lastSeen, new Date())}`;
  return h(
    "li",
    { class: "thing" },
    h("span", { class: "thing-icon" }, icon(isHandheld(session.agent) ? "phone" : "device")),
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "thing-name" }, name),
      h("p", { class: session.current ? "thing-note here" : "thing-note" }, seen, ` · since ${fullDay(session.created)}`),
    ),
    session.current ? null : end,
  );
}
