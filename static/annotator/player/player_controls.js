// The player's buttons, and the speed that a person keeps from clip to clip and from day to day.

const SPEED_KEPT = "reelevance-speed";
const BUTTON_SPEEDS = { slower: 0.5, normal: 1, faster: 2 };
export const SPEEDS = Object.values(BUTTON_SPEEDS);

// `root` holds the buttons data-play="toggle|restart|back|forward|slower|normal|faster" and may be null. Buttons without
// words of their own are named from `texts`. `act` has toggle, restart, step and setSpeed.
export function makeControls({ root, texts, act }) {
  const buttons = [...(root?.querySelectorAll("[data-play]") ?? [])];
  const onButton = { toggle: act.toggle, restart: act.restart, back: () => act.step(-1), forward: () => act.step(1) };

  function pressed({ target }) {
    const button = target.closest?.("[data-play]");
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
    refresh({ reel, paused, speed }) {
      for (const button of buttons) {
        const name = button.dataset.play;
        const usable = reel && (reel.steps || name === "toggle" || name === "restart");
        button.setAttribute("aria-disabled", String(!usable));
        if (name === "toggle") button.setAttribute("aria-pressed", String(Boolean(reel) && paused));
        if (name in BUTTON_SPEEDS) button.setAttribute("aria-pressed", String(BUTTON_SPEEDS[name] === speed));
      }
    },
    close: () => root?.removeEventListener("click", pressed),
  };
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
  try {
    localStorage.setItem(SPEED_KEPT, String(factor));
  } catch {
    // It then holds for this page.
  }
}
