// The player's controls, each made as often as it is shown: in the bar and in the phone's full view.

import { iconButton, setIconButton } from "../dom/buttons.js";
import { fill, h, setText } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { openMenu, openPanel } from "../dom/popover.js";
import { clock, speed, spoken } from "../model/format.js";
import type { SleepPlan } from "../model/sleep.js";
import { leftToHear } from "../model/skips.js";
import { chooseRate, player, skipper, sleeper } from "../player/index.js";
import { maximumRate, minimumRate } from "../player/player.js";
import { backwardSeconds, forwardSeconds } from "../player/steps.js";
import { feed } from "../state/app.js";
import { wishes } from "../state/user-settings.js";

export function playButton(): HTMLButtonElement {
  const button = iconButton("play", "Play", () => player.toggle());
  button.classList.add("play");
  player.status.follow((status) => {
    setIconButton(button, player.isActive ? "pause" : "play", player.isActive ? "Pause" : "Play");
    button.classList.toggle("busy", status === "loading");
  });
  return button;
}

export function skipButtons(): [HTMLButtonElement, HTMLButtonElement] {
  const backward = iconButton("backward", "Back", () => player.skip(-backwardSeconds()));
  const forward = iconButton("forward", "Forward", () => player.skip(forwardSeconds()));
  const show = (button: HTMLButtonElement, name: "backward" | "forward", label: string, seconds: number): void => {
    button.setAttribute("aria-label", `${label} ${seconds} seconds`);
    button.title = `${label} ${seconds} seconds`;
    button.replaceChildren(icon(name, String(seconds)));
  };
  wishes.follow((now) => {
    show(backward, "backward", "Back", now.skipBack);
    show(forward, "forward", "Forward", now.skipForward);
  });
  return [backward, forward];
}

/** The time line: a slider with the chapters' beginnings, what is loaded, and both times. */
export function seekBar(): HTMLElement {
  const slider = h(
    "input",
    { type: "range", class: "seek", min: 0, max: 100, step: 1, value: 0, "aria-label": "Position" },
  );
  const ticks = h("div", { class: "ticks", "aria-hidden": "true" });
  const here = h("span", { class: "time here" });
  const left = h("span", { class: "time left" });
  const track = h("div", { class: "track" }, ticks, slider);
  let isHeld = false;
  const show = (): void => {
    const duration = player.duration.value;
    const position = isHeld ? Number(slider.value) : player.position.value;
    const whole = duration ?? Math.max(position, 1);
    slider.disabled = player.entry.value === null || duration === undefined;
    slider.max = String(Math.max(1, Math.ceil(whole)));
    if (!isHeld) slider.value = String(Math.round(position));
    slider.setAttribute(
      "aria-valuetext",
      `${spoken(position)} of ${duration === undefined ? "unknown length" : spoken(duration)}`,
    );
    track.style.setProperty("--part", String(Math.min(1, position / whole)));
    track.style.setProperty("--loaded", String(Math.min(1, player.buffered.value / whole)));
    setText(here, clock(position));
    setText(left, duration === undefined ? "--:--" : `−${clock(leftToHear(position, duration, skipper.stretches, skipper.outro))}`);
  };
  const showTicks = (): void => {
    const duration = player.duration.value;
    const starts = duration === undefined ? [] : player.chapters.value.map(
      (chapter) => chapter.start / duration,
    ).filter((part) => part > 0.002 && part < 1);
    const silent = duration === undefined ? [] : skipper.stretches.map(({ start, end }) => {
      const stretch = h("span", { class: "skipped-stretch" });
      stretch.style.setProperty("left", `${(start / duration) * 100}%`);
      stretch.style.setProperty("width", `${((Math.min(end, duration) - start) / duration) * 100}%`);
      return stretch;
    });
    fill(
      ticks,
      ...silent,
      ...starts.map((part) => {
        const tick = h("span", { class: "tick" });
        tick.style.setProperty("left", `${part * 100}%`);
        return tick;
      }),
    );
  };
  slider.addEventListener("input", () => {
    isHeld = true;
    show();
  });
  slider.addEventListener("change", () => {
    isHeld = false;
    player.seek(Number(slider.value));
  });
  slider.addEventListener("keydown", (event) => {
    const steps: Record<string, number> = {
      ArrowLeft: -5,
      ArrowDown: -5,
      ArrowRight: 5,
      ArrowUp: 5,
      PageDown: -60,
      PageUp: 60,
    };
    const step = steps[event.key];
    if (step === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    player.skip(step);
  });
  player.position.onChange(show);
  player.buffered.onChange(show);
  player.duration.follow(() => {
    show();
    showTicks();
  });
  player.chapters.onChange(showTicks);
  skipper.skipped.onChange(() => {
    show();
    showTicks();
  });
  player.entry.onChange(show);
  return h("div", { class: "seek-line" }, here, track, left);
}

export function speedButton(): HTMLButtonElement {
  const label = h("span", {});
  const button = h(
    "button",
    { class: "text-button speed", type: "button", "aria-haspopup": "dialog", "aria-expanded": "false", title: "Speed" },
    label,
  );
  button.addEventListener("click", () => openSpeed(button));
  player.rate.follow((rate) => {
    setText(label, speed(rate));
    button.setAttribute("aria-label", `Speed ${speed(rate)}`);
  });
  return button;
}

function openSpeed(anchor: HTMLElement): void {
  const entry = player.entry.value;
  const only = h(
    "input",
    { type: "checkbox", id: "speed-only", checked: entry !== null && feed(entry.feed)?.speed !== undefined },
  );
  const slider = h(
    "input",
    { type: "range", class: "plain-range", min: minimumRate, max: maximumRate, step: 0.05, "aria-label": "Speed" },
  );
  const value = h("output", { class: "speed-value" });
  const presets = [0.8, 1, 1.2, 1.5, 1.8, 2].map(
    (rate) => ({
      rate,
      button: h("button", { class: "chip", type: "button", on: { click: () => choose(rate) } }, speed(rate)),
    }),
  );
  const show = (): void => {
    slider.value = String(player.rate.value);
    slider.style.setProperty("--part", String((player.rate.value - minimumRate) / (maximumRate - minimumRate)));
    slider.setAttribute("aria-valuetext", speed(player.rate.value));
    setText(value, speed(player.rate.value));
    for (const { rate, button } of presets) button.setAttribute("aria-pressed", String(rate === player.rate.value));
  };
  const choose = (rate: number): void => {
    chooseRate(rate, only.checked);
    show();
  };
  slider.addEventListener("input", () => {
    player.setRate(Number(slider.value));
    show();
  });
  slider.addEventListener("change", () => choose(Number(slider.value)));
  only.addEventListener("change", () => choose(player.rate.value));
  show();
  openPanel(anchor, "Speed", "dialog", [
    h("div", { class: "panel-head" }, h("span", {}, "Speed"), value),
    slider,
    h("div", { class: "chips" }, ...presets.map(({ button }) => button)),
    entry === null ? null : h(
      "label",
      { class: "check", for: "speed-only" },
      only,
      h("span", {}, "Only for this podcast"),
    ),
  ]);
}

export function sleepButton(): HTMLButtonElement {
  const label = h("span", { class: "sleep-label" });
  const button = h(
    "button",
    { class: "icon-button sleep", type: "button", "aria-haspopup": "menu", "aria-expanded": "false" },
    icon("moon"),
    label,
  );
  button.addEventListener("click", () => openSleep(button));
  sleeper.label.follow((text) => {
    setText(label, text ?? "");
    button.classList.toggle("on", text !== null);
    button.title = text === null ? "Sleep timer" : `Sleep timer: ${text}`;
    button.setAttribute("aria-label", button.title);
  });
  return button;
}

function openSleep(anchor: HTMLElement): void {
  const plan = sleeper.plan;
  const item = (label: string, wanted: SleepPlan) => ({
    label,
    checked: JSON.stringify(wanted) === JSON.stringify(plan),
    run: () => sleeper.set(wanted),
  });
  openMenu(anchor, "Sleep timer", [
    item("Off", { kind: "off" }),
    ...[5, 10, 15, 30, 45, 60].map((minutes) => item(`${minutes} minutes`, { kind: "time", seconds: minutes * 60 })),
    item("End of the episode", { kind: "episode" }),
    ...(player.chapters.value.length > 1 ? [item("End of the chapter", { kind: "chapter" })] : []),
  ]);
}

export function volumeControl(): HTMLElement {
  const button = iconButton("volume", "Mute", () => player.toggleMuted());
  const slider = h(
    "input",
    { type: "range", class: "plain-range volume", min: 0, max: 1, step: 0.02, "aria-label": "Volume" },
  );
  slider.addEventListener("input", () => player.setVolume(Number(slider.value)));
  const show = (): void => {
    const silent = player.muted.value || player.volume.value === 0;
    setIconButton(button, silent ? "muted" : "volume", player.muted.value ? "Unmute" : "Mute");
    slider.value = String(player.muted.value ? 0 : player.volume.value);
    slider.style.setProperty("--part", slider.value);
    slider.setAttribute("aria-valuetext", `${Math.round(Number(slider.value) * 100)} %`);
  };
  player.volume.follow(show);
  player.muted.onChange(show);
  return h("div", { class: "volume-control" }, button, slider);
}
