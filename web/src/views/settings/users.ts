// Everybody who may sign in: for administrators.

import type { OneUseLink, User } from "../../api.js";
import { copyBox } from "../../dom/copy.js";
import { confirmed } from "../../dom/dialog.js";
import { group } from "../../dom/fields.js";
import { fill, h } from "../../dom/h.js";
import type { Item } from "../../dom/popover.js";
import { openMenu } from "../../dom/popover.js";
import { iconButton } from "../../dom/buttons.js";
import { toast } from "../../dom/toast.js";
import { ago, count } from "../../model/format.js";
import { addUser, changeUser, makeUserLink, removeUser, users } from "../../net/account-routes.js";
import { sentence } from "../../net/failure.js";
import { me } from "../../state/app.js";
import { loaded } from "../loaded.js";

export function usersSection(): HTMLElement {
  const place = h("div", { class: "fresh-secret", role: "status" });
  const offer = (name: string, link: OneUseLink): void => {
    const purpose = link.purpose === "password"
      ? "It sets the password, once, within a week."
      : "It signs in, once, within fifteen minutes.";
    fill(place, h("p", { class: "strong" }, `Link for ${name}`), copyBox("Link", link.url), h("p", { class: "hint" }, purpose));
    place.scrollIntoView({ block: "nearest" });
  };
  const list = loaded(users, (answer, reload) => userRows(answer.users, reload, offer));
  return h(
    "div",
    {},
    group(
      "Add a user",
      h("p", { class: "group-text" }, "The user sets the password with the link that you pass on."),
      form((name, link) => {
        offer(name, link);
        void list.reload();
      }),
      place,
    ),
    group("Users", list.element),
  );
}

function form(done: (name: string, link: OneUseLink) => void): HTMLElement {
  const name = h(
    "input",
    {
      id: "user-name",
      type: "text",
      maxlength: 64,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": "user-error",
    },
  );
  const administrator = h("input", { type: "checkbox", id: "user-administrator" });
  const error = h("p", { class: "form-error", id: "user-error", role: "alert" });
  const send = h("button", { class: "button primary", type: "submit" }, "Add user");
  const made = h(
    "form",
    { class: "form narrow", novalidate: true },
    h("label", { for: "user-name" }, "Name"),
    h("div", { class: "form-line" }, name, send),
    h("label", { class: "check", for: "user-administrator" }, administrator, h("span", {}, "Administrator")),
    error,
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    const isGood = /^[A-Za-z0-9._+@-]{1,64}$/.test(wanted);
    error.textContent = isGood ? "" : "A name has letters, digits, dots, dashes, + or @, and no spaces.";
    if (!isGood) {
      name.focus();
      return;
    }
    send.disabled = true;
    addUser(wanted, administrator.checked)
      .then((added) => {
        made.reset();
        done(added.user.name, added.link);
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

type Offer = (name: string, link: OneUseLink) => void;

function userRows(all: readonly User[], reload: () => Promise<void>, offer: Offer): HTMLElement[] {
  return [h("ul", { class: "things" }, ...all.map((user) => userRow(user, reload, offer)))];
}

function userRow(user: User, reload: () => Promise<void>, offer: Offer): HTMLElement {
  const menu = iconButton("more", `More about ${user.name}`, () => openUserMenu(menu, user, reload, offer));
  menu.setAttribute("aria-haspopup", "menu");
  const seen = user.lastSeen === undefined ? "never signed in" : `here ${ago(user.lastSeen, new Date())}`;
  const tags = [
    user.administrator ? h("span", { class: "tag" }, "Administrator") : null,
    user.disabled ? h("span", { class: "tag warning" }, "Disabled") : null,
  ];
  return h(
    "li",
    { class: "thing" },
    h("span", { class: "thing-icon letter", "aria-hidden": "true" }, user.name.slice(0, 1).toUpperCase()),
    h(
      "div",
      { class: "thing-text" },
      h("p", { class: "thing-name" }, user.name, ...tags),
      h("p", { class: "thing-note" }, `${count(user.feeds, "podcast")} · ${seen}`),
    ),
    menu,
  );
}

function openUserMenu(anchor: HTMLElement, user: User, reload: () => Promise<void>, offer: Offer): void {
  const act = (work: () => Promise<unknown>): void => {
    work().then(reload).catch((error: unknown) => toast(sentence(error), "error"));
  };
  const link = (purpose: OneUseLink["purpose"]): void => act(async () => {
    offer(user.name, await makeUserLink(user.id, purpose));
  });
  const isMe = user.id === me.value?.id;
  const items: (Item | "line")[] = [
    { icon: "lock", label: "Link to set a password", run: () => link("password") },
    { icon: "link", label: "Link to sign in", run: () => link("sign-in") },
    {
      icon: "people",
      label: user.administrator ? "No longer administrator" : "Make administrator",
      run: () => act(() => changeUser(user.id, { administrator: !user.administrator })),
    },
  ];
  if (!isMe) {
    items.push(
      {
        icon: user.disabled ? "check" : "close",
        label: user.disabled ? "Enable" : "Disable",
        run: () => act(() => changeUser(user.id, { disabled: !user.disabled })),
      },
      "line",
      { icon: "trash", label: "Remove", danger: true, run: () => void remove(user, act) },
    );
  }
  openMenu(anchor, user.name, items);
}

async function remove(user: User, act: (work: () => Promise<unknown>) => void): Promise<void> {
  const text = `${count(user.feeds, "subscription")}, everything heard and every position of ${user.name} go too.`;
  if (await confirmed(`Remove ${user.name}?`, text, "Remove", "danger")) act(() => removeUser(user.id));
}
