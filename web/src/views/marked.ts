// What a bulk marking did, with the way back.

import type { MarkedRead } from "../api.js";
import { toast } from "../dom/toast.js";
import { count } from "../model/format.js";
import { sentence } from "../net/failure.js";
import { takeBack } from "../state/actions.js";

export function showMarked(answer: MarkedRead): void {
  const token = answer.undo;
  if (answer.marked === 0 || token === undefined) {
    toast("Nothing was unread there.");
    return;
  }
  toast(`${count(answer.marked, "episode")} marked as read.`, "plain", {
    label: "Undo",
    run: () =>
      void takeBack(token).then(
        () => toast("Unread again."),
        (error: unknown) => toast(sentence(error), "error"),
      ),
  });
}
