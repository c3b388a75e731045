// The own password.

import { group } from "../../dom/fields.js";
import { h } from "../../dom/h.js";
import { toast } from "../../dom/toast.js";
import { changePassword } from "../../net/account-routes.js";
import { sentence } from "../../net/failure.js";
import { me } from "../../state/app.js";

export function accountSection(): HTMLElement {
  const has = me.value?.password !== false;
  const field = (id: string, autocomplete: string): HTMLInputElement => h(
    "input",
    { id, type: "password", autocomplete, maxlength: 1024, "aria-describedby": "password-error" },
  );
  const current = field("password-current", "current-password");
  const fresh = field("password-new", "new-password");
  const again = field("password-again", "new-password");
  const error = h("p", { class: "form-error", id: "password-error", role: "alert" });
  const send = h("button", { class: "button primary", type: "submit" }, has ? "Change password" : "Set password");
  const form = h(
    "form",
    { class: "form narrow", novalidate: true },
    // A password manager looks for the name beside the password.
    h("input", { type: "text", autocomplete: "username", value: me.value?.name ?? "", hidden: true }),
    ...(has ? [h("label", { for: "password-current" }, "Current password"), current] : []),
    h("label", { for: "password-new" }, "New password"),
    fresh,
    h("p", { class: "hint" }, "At least 8 characters. A few words in a row are easy to keep and hard to guess."),
    h("label", { for: "password-again" }, "New password once more"),
    again,
    error,
    h("div", { class: "group-actions" }, send),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = complaint(has ? current : null, fresh, again);
    error.textContent = wrong?.text ?? "";
    if (wrong !== null) {
      wrong.field.focus();
      return;
    }
    send.disabled = true;
    changePassword(has ? current.value : null, fresh.value)
      .then(() => {
        const user = me.value;
        if (user !== null) me.set({ ...user, password: true });
        form.reset();
        toast("Password changed. Every other device has to sign in again.");
      })
      .catch((failure: unknown) => {
        error.textContent = sentence(failure);
        current.focus();
      })
      .finally(() => {
        send.disabled = false;
      });
  });
  const words = has
    ? `You are signed in as ${me.value?.name ?? ""}. A new password signs every other device out.`
    : "You came without a password. With one you can sign in from anywhere.";
  return group("Password", h("p", { class: "group-text" }, words), form);
}

function complaint(
  current: HTMLInputElement | null,
  fresh: HTMLInputElement,
  again: HTMLInputElement,
): { text: string; field: HTMLInputElement } | null {
  if (current?.value === "") return { text: "Type your current password.", field: current };
  if ([...fresh.value].length < 8) return { text: "The new password needs at least 8 characters.", field: fresh };
  if (fresh.value !== again.value) return { text: "The two new passwords differ.", field: again };
  return null;
}
