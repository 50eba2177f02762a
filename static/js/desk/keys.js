// The keyboard: 0–4 score (the key left of 1 is 0 too), x reports, r replays, arrows go back and forth, ? helps.

const DIGIT = /^(?:Digit|Numpad)([0-4])$/;
const SETTING = "desk-keys-off";

export function makeKeys({ actions, toggle }) {
  let off = false;
  try {
    off = localStorage.getItem(SETTING) === "1";
  } catch {
    // Without storage the keys are on.
  }
  toggle.checked = !off;
  toggle.addEventListener("change", () => {
    off = !toggle.checked;
    try {
      localStorage.setItem(SETTING, off ? "1" : "0");
    } catch {
      // The choice holds until the page is left.
    }
  });

  addEventListener("keydown", (event) => {
    if (off || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function actionOf(event, actions) {
  const level = levelOf(event);
  if (level !== null) return () => actions.score(level);
  switch (event.key) {
    case "ArrowLeft":
    case "Backspace":
      return actions.back;
    case "ArrowRight":
    case "Escape":
      return actions.forward;
    case "x":
    case "X":
      return actions.report;
    case "r":
    case "R":
      return actions.replay;
    case "?":
      return actions.guideline;
    default:
      return null;
  }
}

function levelOf(event) {
  if (event.code === "Backquote") return 0;
  const digit = DIGIT.exec(event.code)?.[1];
  // Without NumLock the number pad moves: then its keys are arrows.
  if (digit && !(event.code.startsWith("Numpad") && event.key !== digit)) return Number(digit);
  return /^[0-4]$/.test(event.key) ? Number(event.key) : null;
}
