// The dialog that adds podcasts: an address, words for the directories, a choice when the page there links to several
// feeds, or a list as a file.

import type { FeedChoice, SubscribeReport } from "../api.js";
import type { Dialog } from "../dom/dialog.js";
import { openDialog } from "../dom/dialog.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { toast } from "../dom/toast.js";
import { isAddress } from "../model/address.js";
import { count } from "../model/format.js";
import { Failure, sentence } from "../net/failure.js";
import { directory } from "../net/library-routes.js";
import * as routes from "../net/routes.js";
import { list, loadFeeds } from "../state/app.js";
import { go } from "../state/navigation.js";
import { directoryResults } from "./directory.js";
import { skeletonRows } from "./states.js";

export function openSubscribe(first: "address" | "file" = "address", given = ""): void {
  const place = h("div", { class: "subscribe" });
  const stop = new AbortController();
  const dialog = openDialog("Subscribe", [place], { onClose: () => stop.abort() });
  showForm({ place, dialog, stop }, given);
  place.querySelector<HTMLElement>(first === "file" ? "#subscribe-file" : "#subscribe-address")?.focus();
}

interface Stage {
  place: HTMLElement;
  dialog: Dialog;
  stop: AbortController;
}

function showForm(stage: Stage, given = "", problem = ""): void {
  const address = h("input", {
    id: "subscribe-address",
    type: "text",
    inputmode: "url",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    placeholder: "example.com/podcast, or its name",
    value: given,
    "aria-describedby": "subscribe-error",
  });
  const error = h("p", { class: "form-error", id: "subscribe-error", role: "alert" }, problem);
  const send = h("button", { class: "button primary", type: "submit" }, "Subscribe");
  const form = h(
    "form",
    { class: "form", novalidate: true },
    h("label", { for: "subscribe-address" }, "Address of the podcast, its feed or its web page; or words to look for"),
    h("div", { class: "form-line" }, address, send),
    error,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const url = address.value.trim();
    if (url === "") {
      error.textContent = "Type or paste the address first.";
      address.focus();
      return;
    }
    error.textContent = "";
    if (isAddress(url)) void subscribeTo(stage, url, [send, address]);
    else void lookFor(stage, url, results, error, [send]);
  });
  const results = h("div", { class: "directory-place" });
  address.addEventListener("input", () => {
    const isWords = address.value.trim() !== "" && !isAddress(address.value);
    setText(send, isWords ? "Search" : "Subscribe");
  });
  fill(stage.place, form, results, h("div", { class: "or" }, h("span", {}, "or")), filePicker(stage));
}

/** Words go to the directories that the administrator named. */
async function lookFor(
  stage: Stage,
  words: string,
  results: HTMLElement,
  error: HTMLElement,
  controls: HTMLButtonElement[],
): Promise<void> {
  for (const control of controls) control.disabled = true;
  fill(results, skeletonRows(3, "feeds"));
  try {
    const answer = await directory(words, { signal: stage.stop.signal });
    const add = (url: string, button: HTMLButtonElement): void => void subscribeTo(stage, url, [button]);
    fill(results, ...directoryResults(answer, add, () => stage.dialog.close()));
  } catch (failure) {
    if (stage.stop.signal.aborted) return;
    fill(results);
    error.textContent = sentence(failure);
  } finally {
    for (const control of controls) control.disabled = false;
  }
}

async function subscribeTo(
  stage: Stage,
  url: string,
  controls: (HTMLButtonElement | HTMLInputElement)[],
): Promise<void> {
  const isBusy = (busy: boolean): void => {
    stage.place.toggleAttribute("aria-busy", busy);
    for (const control of controls) control.disabled = busy;
  };
  isBusy(true);
  try {
    await finish(stage, await routes.subscribe(url, { signal: stage.stop.signal }));
  } catch (error) {
    if (stage.stop.signal.aborted) return;
    isBusy(false);
    if (error instanceof Failure && error.code === "choose-feed" && error.choices.length > 0) {
      showChoices(stage, url, error.choices);
      return;
    }
    showForm(stage, url, sentence(error));
    stage.place.querySelector<HTMLElement>("#subscribe-address")?.focus();
  }
}

function showChoices(stage: Stage, url: string, choices: readonly FeedChoice[]): void {
  const rows = choices.map((choice, index) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "choice", value: choice.url, checked: index === 0 }),
      h(
        "span",
        { class: "choice-text" },
        h("span", { class: "choice-title" }, choice.title),
        h("span", { class: "hint address" }, choice.url),
      ),
      choice.format === undefined ? null : h("span", { class: "tag" }, choice.format),
    ),
  );
  const send = h("button", { class: "button primary", type: "submit" }, "Subscribe");
  const back = h("button", { class: "button", type: "button", on: { click: () => showForm(stage, url) } }, "Back");
  const form = h(
    "form",
    { class: "form" },
    h("fieldset", {}, h("legend", {}, "That page links to several feeds. Which one?"), ...rows),
    h("div", { class: "dialog-buttons" }, back, send),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = form.querySelector<HTMLInputElement>("input:checked");
    if (chosen !== null) void subscribeTo(stage, chosen.value, [send, back]);
  });
  fill(stage.place, form);
  form.querySelector<HTMLElement>("input")?.focus();
}

function filePicker(stage: Stage): HTMLElement {
  const input = h(
    "input",
    { id: "subscribe-file", class: "file", type: "file", accept: ".opml,.xml,text/x-opml,text/xml,application/xml" },
  );
  const error = h("p", { class: "form-error", role: "alert" });
  const box = h(
    "label",
    { class: "drop", for: "subscribe-file" },
    icon("upload"),
    h("span", {}, "Bring a list along: choose an OPML file, or drop it here"),
    input,
  );
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    error.textContent = "";
    box.classList.add("busy");
    try {
      await finish(stage, await routes.importList(file));
    } catch (failure) {
      error.textContent = sentence(failure);
    } finally {
      box.classList.remove("busy");
      input.value = "";
    }
  };
  input.addEventListener("change", () => void take(input.files?.[0]));
  box.addEventListener("dragover", (event) => {
    event.preventDefault();
    box.classList.add("over");
  });
  box.addEventListener("dragleave", () => box.classList.remove("over"));
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    box.classList.remove("over");
    void take(event.dataTransfer?.files[0]);
  });
  return h("div", {}, box, error);
}

/** One podcast opens; a list is reported. */
async function finish(stage: Stage, report: SubscribeReport): Promise<void> {
  await loadFeeds();
  void list.value?.renew();
  const there = [...report.added, ...report.existing];
  const only = there[0];
  if (only !== undefined && there.length === 1 && report.failed.length === 0) {
    stage.dialog.close();
    go({ name: "feed", feed: only.id });
    toast(report.added.length === 1 ? `Subscribed to ${only.title}.` : `You already have ${only.title}.`);
    return;
  }
  const parts = [`${count(report.added.length, "podcast")} added`];
  if (report.existing.length > 0) parts.push(`${report.existing.length} already there`);
  if (report.failed.length > 0) parts.push(`${report.failed.length} failed`);
  const failed = report.failed.map((failure) =>
    h(
      "li",
      {},
      h("strong", {}, failure.title ?? failure.url),
      failure.title === undefined ? null : h("span", { class: "hint address" }, failure.url),
      h("span", { class: "trouble-text" }, failure.message),
    ),
  );
  const done = h(
    "button",
    { class: "button primary", type: "button", on: { click: () => stage.dialog.close() } },
    "Done",
  );
  fill(
    stage.place,
    h("p", { class: "report", role: "status" }, `${parts.join(", ")}.`),
    failed.length === 0 ? null : h("ul", { class: "failures" }, ...failed),
    h("div", { class: "dialog-buttons" }, done),
  );
  done.focus();
}
