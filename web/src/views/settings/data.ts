// Taking everything in and out.

import type { ImportReport } from "../../api.js";
import { group } from "../../dom/fields.js";
import { fill, h } from "../../dom/h.js";
import { icon } from "../../dom/icons.js";
import { count } from "../../model/format.js";
import { sentence } from "../../net/failure.js";
import { exportEverythingAddress, importEverything } from "../../net/library-routes.js";
import { exportAddress } from "../../net/routes.js";
import { loadFeeds } from "../../state/app.js";
import { loadLibrary } from "../../state/library.js";
import { loadQueue } from "../../state/queue.js";
import { openSubscribe } from "../subscribe.js";

export function dataSection(): HTMLElement {
  return h(
    "div",
    {},
    group(
      "Subscriptions (OPML)",
      h("p", { class: "group-text" }, "The list of your podcasts, as every podcast app reads and writes it."),
      h(
        "div",
        { class: "group-actions" },
        h(
          "button",
          { class: "button", type: "button", on: { click: () => openSubscribe("file") } },
          icon("upload"),
          "Import OPML",
        ),
        save(exportAddress, "podcasts.opml", "Export OPML"),
      ),
    ),
    everything(),
  );
}

function save(address: string, name: string, label: string): HTMLElement {
  return h("a", { class: "button", href: address, download: name }, icon("download"), label);
}

function everything(): HTMLElement {
  const report = h("div", { class: "import-report", role: "status" });
  const input = h(
    "input",
    { id: "import-file", class: "file", type: "file", accept: ".json,application/json" },
  );
  const label = h("label", { class: "button file-button", for: "import-file" }, icon("upload"), "Import everything", input);
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file === undefined) return;
    label.classList.add("busy");
    fill(report, h("p", {}, "Taking it in…"));
    importEverything(file)
      .then((answer) => {
        fill(report, ...words(answer));
        void loadFeeds();
        void loadLibrary();
        void loadQueue();
      })
      .catch((error: unknown) => fill(report, h("p", { class: "form-error", role: "alert" }, sentence(error))))
      .finally(() => {
        label.classList.remove("busy");
        input.value = "";
      });
  });
  return group(
    "Everything (JSON)",
    h(
      "p",
      { class: "group-text" },
      "Subscriptions, what you heard and where you stopped, queue, bookmarks, saved searches and settings. "
        + "Taking it in again adds to what is here and undoes nothing that is newer.",
    ),
    h(
      "div",
      { class: "group-actions" },
      label,
      save(exportEverythingAddress, "tonearm.json", "Export everything"),
    ),
    report,
  );
}

function words(answer: ImportReport): HTMLElement[] {
  const parts = [
    count(answer.feeds, "new podcast"),
    count(answer.entries, "episode"),
    count(answer.bookmarks, "bookmark"),
    count(answer.searches, "saved search", "saved searches"),
  ];
  const failed = answer.failed.map((sentence) => h("li", {}, sentence));
  return [
    h("p", { class: "report" }, `Taken in: ${parts.join(", ")}.`),
    ...(failed.length === 0 ? [] : [h("ul", { class: "failures" }, ...failed)]),
  ];
}
