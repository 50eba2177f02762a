// The player's buttons and bars, and the speed and sound that a person keeps from clip to clip and from day to day.

const SPEED_KEPT = "reelevance-speed";
const SOUND_KEPT = "reelevance-sound";
const SILENT_AT_FIRST = { muted: true, volume: 1 };
const BUTTON_SPEEDS = { slower: 0.5, normal: 1, faster: 2 };
const DRAWN_EVERY_MS = 50;
const STEPS_BY_KEY = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
export const SPEEDS = Object.values(BUTTON_SPEEDS);

// `root` holds the buttons data-play="toggle|restart|back|forward|slower|normal|faster|sound", perhaps an
// input[type=range][data-play=seek] with an output[data-play=time], perhaps a [data-sound] with the button of the sound
// and an input[type=range][data-play=volume], shown from the first clip with sound on, and may be null. Buttons without
// words of their own are named from `texts`. `act` has toggle, restart, step, setSpeed, seek, release, toggleSound and
// setVolume.
export function makeControls({ root, texts, act }) {
  const buttons = [...(root?.querySelectorAll("button[data-play]") ?? [])];
  const onButton = { toggle: act.toggle, restart: act.restart, back: () => act.step(-1), forward: () => act.step(1), sound: act.toggleSound };
  const sounding = makeSound({ root, act });
  const bar = makeSeekBar({ root, act });

  function pressed({ target }) {
    const button = target.closest?.("button[data-play]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const name = button.dataset.play;
    if (name in BUTTON_SPEEDS) act.setSpeed(BUTTON_SPEEDS[name]);
    else onButton[name]?.();
  }

  for (const button of buttons) {
    const text = texts[button.dataset.play];
    if (text && !button.textContent.trim() && !button.hasAttribute("aria-label")) button.setAttribute("aria-label", text);
  }
  root?.addEventListener("click", pressed);

  return {
    // `reel`: what is in view, or null.
    refresh({ reel, paused, speed, sound }) {
      for (const button of buttons) {
        const name = button.dataset.play;
        if (name === "sound") continue;
        const usable = reel && (reel.steps || name === "toggle" || name === "restart");
        button.setAttribute("aria-disabled", String(!usable));
        if (name === "toggle") button.setAttribute("aria-pressed", String(Boolean(reel) && paused));
        if (name in BUTTON_SPEEDS) button.setAttribute("aria-pressed", String(BUTTON_SPEEDS[name] === speed));
      }
      sounding?.follow(reel, sound);
      bar?.follow(reel, paused);
    },
    close() {
      root?.removeEventListener("click", pressed);
      bar?.follow(null, true);
    },
  };
}

// Null where the page has none.
function makeSound({ root, act }) {
  const holder = root?.querySelector("[data-sound]");
  if (!holder) return null;
  const button = holder.querySelector("[data-play=sound]");
  const volume = holder.querySelector("[data-play=volume]");
  volume.addEventListener("input", () => act.setVolume(Number(volume.value) / 100));
  volume.addEventListener("pointerup", () => volume.blur()); // keys then mean what they mean on the page
  return {
    follow(reel, { muted, volume: loud }) {
      if (reel?.sounds) holder.hidden = false;
      button.setAttribute("aria-disabled", String(!reel?.sounds));
      button.setAttribute("aria-pressed", String(!muted));
      volume.disabled = !reel?.sounds;
      const shown = String(muted ? 0 : Math.round(loud * 100));
      if (volume.value !== shown) volume.value = shown;
    },
  };
}

// The bar runs in milliseconds; null where the page has none.
function makeSeekBar({ root, act }) {
  const input = root?.querySelector("[data-play=seek]");
  const output = root?.querySelector("[data-play=time]");
  if (!input) return null;
  let reel = null;
  let paused = true;
  let held = false;
  let drawn = null;
  let drawnAt = 0;
  let next = 0;

  function draw() {
    const [at, seconds] = [held ? Number(input.value) / 1000 : reel?.at ?? 0, reel?.at == null ? 0 : reel.seconds];
    const words = seconds ? `${clock(at)} / ${clock(seconds)}` : "";
    const shown = `${Math.round(at * 50)} ${words}`;
    if (shown === drawn) return;
    drawn = shown;
    input.max = Math.round(seconds * 1000) || 1;
    if (!held) input.value = Math.round(at * 1000);
    if (output) output.textContent = words;
    // A clip that plays would be read out without end.
    if (paused || held || input !== document.activeElement) input.setAttribute("aria-valuetext", words);
  }

  // Nothing runs while nothing moves.
  function loop(now) {
    if (paused || held || now - drawnAt >= DRAWN_EVERY_MS) {
      drawnAt = now;
      draw();
    }
    next = reel && !paused ? requestAnimationFrame(loop) : 0;
  }

  input.addEventListener("input", () => {
    held = true;
    act.seek(Number(input.value) / 1000);
    if (!next) draw();
  });
  input.addEventListener("change", () => {
    held = false;
    act.release();
  });
  input.addEventListener("pointerup", () => input.blur()); // keys then mean what they mean on the page
  input.addEventListener("keydown", (event) => {
    const by = STEPS_BY_KEY[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act.step(by);
  });

  return {
    follow(nextReel, isPaused) {
      reel = nextReel;
      paused = isPaused;
      input.disabled = !reel?.steps;
      next ||= requestAnimationFrame(loop);
    },
  };
}

// 8.7 as “8.7 s”, 75 as “1:15.0”.
function clock(seconds) {
  const tenths = Math.round(seconds * 10);
  const rest = ((tenths % 600) / 10).toFixed(1);
  return tenths < 600 ? `${rest} s` : `${Math.floor(tenths / 600)}:${rest.padStart(4, "0")}`;
}

export function keptSpeed() {
  try {
    const kept = Number(localStorage.getItem(SPEED_KEPT));
    return SPEEDS.includes(kept) ? kept : 1;
  } catch {
    return 1; // storage may be forbidden
  }
}

export function keepSpeed(factor) {
  keep(SPEED_KEPT, String(factor));
}

export function keptSound() {
  try {
    const { muted, volume } = JSON.parse(localStorage.getItem(SOUND_KEPT)) ?? {};
    return typeof muted === "boolean" && volume > 0 && volume <= 1 ? { muted, volume } : SILENT_AT_FIRST;
  } catch {
    return SILENT_AT_FIRST;
  }
}

export function keepSound(sound) {
  keep(SOUND_KEPT, JSON.stringify(sound));
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It then holds for this page.
  }
}
