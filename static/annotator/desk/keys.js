// What a key press does, and which keys the person has chosen.

const SETTING = "desk-keys";
const OF_BARS = /^(?:Arrow|Page|Home|End)/; // what moves a bar in focus

export function makeKeys({ keymap, actions, root }) {
  const listeners = [];
  const buttons = [...root.querySelectorAll("[data-level]")];
  let choice = read();
  let layout = null;

  navigator.keyboard?.getLayoutMap?.().then((map) => { layout = map; draw(); }, () => {});

  function save(change) {
    choice = { ...choice, ...change };
    try {
      localStorage.setItem(SETTING, JSON.stringify(choice));
    } catch {
      // The choice holds until the page is left.
    }
    draw();
  }

  function press(event) {
    if (choice.off || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    // A dialog just closed keeps the focus until the next frame: what is pressed then is meant for the pair.
    const target = event.target.closest?.("dialog") ? document.body : event.target;
    if (target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
    if (target.type === "range" && OF_BARS.test(event.key)) return;
    // A focused button or link does what the key does to it.
    if ((event.key === " " || event.key === "Enter") && target.closest?.("button, a, summary")) return;
    const meaning = keymap.meaningOf(event, choice, buttons.length);
    if (!meaning) return;
    event.preventDefault();
    if (event.repeat && !["stepBack", "stepForward"].includes(meaning.command)) return;
    // A clip that did not come starts again by being fetched again.
    const command = meaning.command === "restart" && root.dataset.mode === "broken" ? "retry" : meaning.command;
    if (command) actions[command]();
    else actions.score(meaning.level);
  }

  function draw() {
    const codes = keymap.codesOf(choice, buttons.length);
    for (const button of buttons) {
      const own = codes[Number(button.dataset.level)];
      const name = own.length && !choice.off ? nameOf(own[0]) : "";
      const key = button.querySelector("[data-key]");
      key.textContent = name;
      key.hidden = !name || name === button.dataset.level; // the level's number is its key
      if (name) button.setAttribute("aria-keyshortcuts", name.toLowerCase());
      else button.removeAttribute("aria-keyshortcuts");
    }
    root.toggleAttribute("data-keys-off", choice.off);
    for (const hint of root.querySelectorAll("[data-key-of]")) hint.textContent = keymap.keyOf(hint.dataset.keyOf, choice, buttons.length);
    for (const listener of listeners) listener();
  }

  const nameOf = (code) => keymap.nameOf(code, layout);

  addEventListener("keydown", press);
  addEventListener("storage", (event) => {
    if (event.key !== SETTING) return;
    choice = read();
    draw();
  });
  draw();
  return { count: buttons.length, choice: () => choice, save, nameOf, onChange: (listener) => listeners.push(listener) };
}

function read() {
  const plain = { preset: "digits", own: {}, off: false };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(SETTING)) };
  } catch {
    return plain;
  }
}
