// What the server fetches and keeps: running first, then what failed, then what is here.

import type { Download, DownloadList, DownloadSpace } from "../api.js";
import { iconButton } from "../dom/buttons.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { toast } from "../dom/toast.js";
import { bytes, soon } from "../model/format.js";
import { sentence } from "../net/failure.js";
import { downloads, letGo, retryDownload } from "../net/library-routes.js";
import { entries } from "../state/app.js";
import { downloadsChanged, progressOf } from "../state/downloads.js";
import { route } from "../state/navigation.js";
import type { EntryRow } from "./entry-row.js";
import { flowRows } from "./flow-rows.js";
import { paneFrame } from "./pane-frame.js";
import { emptyState, errorState, skeletonRows } from "./states.js";

export class DownloadsPane {
  readonly element: HTMLElement;
  private readonly place = h("div", {});
  private readonly space = h("div", { class: "space" });
  private readonly more = h("button", { class: "button more-button", type: "button" }, "More downloads");
  private all: Download[] = [];
  private next: string | undefined;
  private turn = 0;
  private readonly rows = flowRows(
    "Downloads",
    (row, entry) => this.decorate(row, entry.id),
    (row, entry) => this.renew(row, entry.id),
  );

  constructor() {
    const frame = paneFrame("downloads-pane", "On the server");
    this.element = frame.element;
    frame.body.append(this.space, this.place);
    this.more.addEventListener("click", () => void this.load(this.next));
    route.follow((now) => {
      if (now.name === "downloads") void this.load();
    });
    downloadsChanged.onChange(() => {
      if (!this.element.hidden) void this.load();
    });
    progressOf.onChange(() => {
      if (!this.element.hidden) this.rows.show(this.all.map((download) => download.entry));
    });
  }

  private async load(after?: string): Promise<void> {
    const turn = (this.turn += 1);
    if (this.place.childElementCount === 0) fill(this.place, skeletonRows(5, "entries"));
    try {
      const answer = await downloads(after);
      if (turn === this.turn) this.show(answer, after !== undefined);
    } catch (error) {
      if (turn === this.turn) fill(this.place, errorState(sentence(error), () => void this.load(after)));
    }
  }

  private show(answer: DownloadList, isMore: boolean): void {
    entries.put(answer.downloads.map((download) => download.entry));
    this.all = isMore ? [...this.all, ...answer.downloads] : answer.downloads;
    this.next = answer.next;
    this.more.hidden = answer.next === undefined;
    fill(this.space, ...room(answer.space));
    if (this.all.length === 0) {
      fill(
        this.place,
        emptyState(
          "server",
          "Nothing kept",
          "The server passes episodes through. Those it downloads stay, also when their publisher takes them away. "
            + "Choose “Download on the server” in an episode’s menu, or let a podcast do it by itself.",
        ),
      );
      return;
    }
    fill(this.place, this.rows.element, this.more);
    this.rows.show(this.all.map((download) => download.entry));
  }

  private decorate(row: EntryRow, id: string): void {
    const state = h("span", { class: "row-download" });
    row.parts?.text.append(state);
    const again = iconButton("refresh", "Try again", () => this.act(again, () => retryDownload(id)));
    again.classList.add("again");
    const away = iconButton("trash", "Remove from the server", () => this.act(away, () => letGo(id)));
    away.classList.add("away");
    row.append(again, away);
  }

  private renew(row: EntryRow, id: string): void {
    const download = this.all.find((candidate) => candidate.entry.id === id);
    const state = row.querySelector<HTMLElement>(".row-download");
    if (download === undefined || state === null) return;
    const title = download.entry.title;
    setText(state, words(download));
    state.classList.toggle("failed", download.state === "failed");
    for (const [selector, label] of [[".again", `Try ${title} again`], [".away", `Remove ${title} from the server`]] as const) {
      row.querySelector(selector)?.setAttribute("aria-label", label);
    }
    const again = row.querySelector<HTMLElement>(".again");
    if (again !== null) again.hidden = download.state !== "failed";
  }

  private act(button: HTMLButtonElement, work: () => Promise<void>): void {
    button.disabled = true;
    work()
      .then(() => this.load())
      .catch((error: unknown) => {
        button.disabled = false;
        toast(sentence(error), "error");
      });
  }
}

function words(download: Download): string {
  const progress = progressOf.value.get(download.entry.id);
  const received = progress?.received ?? download.received;
  const length = progress?.length ?? download.length;
  switch (download.state) {
    case "waiting":
      return "Waiting";
    case "running":
      return length === undefined || length <= 0
        ? `Fetching, ${bytes(received)}`
        : `Fetching, ${Math.min(100, Math.floor((received / length) * 100))} % of ${bytes(length)}`;
    case "kept":
      return download.automatic ? `${bytes(received)}, by the podcast’s rule` : bytes(received);
    case "failed": {
      const again = download.retry === undefined ? "" : ` Tried again ${soon(download.retry, new Date())}.`;
      return `${download.message ?? "It failed."}${again}`;
    }
  }
}

function room(space: DownloadSpace): HTMLElement[] {
  const line = h("div", { class: "space-bar", "aria-hidden": "true" });
  line.style.setProperty("--part", String(space.limit <= 0 ? 0 : Math.min(1, space.used / space.limit)));
  const free = space.free === undefined ? "" : ` · ${bytes(space.free)} free on the disk`;
  return [
    line,
    h("p", { class: "hint" }, `${bytes(space.used)} of ${bytes(space.limit)} used${free}`),
    ...(space.message === undefined ? [] : [h("p", { class: "trouble-text" }, icon("warning"), space.message)]),
  ];
}
