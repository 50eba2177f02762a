// What a key press does on the marking desk, and which keys the person has chosen.

const SETTING = "marking-keys";
const PLAIN = { own: {}, off: false, delayed: false, reactionMs: 300 };

export function makeKeyboard({ commands, actions }) {
  const listeners = [];
  let choice = read();

  function save(change) {
    choice = { ...choice, ...change };
    try {
      localStorage.setItem(SETTING, JSON.stringify(choice));
    } catch {
      // The choice holds until the page is left.
    }
    tell();
  }

  function press(event) {
    if (choice.off || event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = commands.keyOf(event);
    const command = key && commands.commandOf(key, choice.own);
    if (!command || isMeantFor(event, key, command)) return;
    event.preventDefault();
    if (!event.repeat || commands.isRepeated(command)) actions[command]();
  }

  // Typing in a field never does anything else, but for sending with Ctrl; what has the focus is pressed by its own keys.
  function isMeantFor(event, key, command) {
    const target = event.target.closest?.("dialog") ? document.body : event.target;
    if (target.closest?.("input, textarea, select, [contenteditable]")) return !(command === "submit" && key.startsWith("Ctrl+"));
    if ((key === "Space" || key === "Enter") && target.closest?.("button, a, summary")) return true;
    return false;
  }

  function tell() {
    document.body.toggleAttribute("data-keys-off", choice.off);
    for (const listener of listeners) listener();
  }

  addEventListener("keydown", press);
  addEventListener("storage", (event) => {
    if (event.key !== SETTING) return;
    choice = read();
    tell();
  });
  return {
    choice: () => choice,
    save,
    keysOf: (command) => commands.keysOf(command, choice.own),
    onChange(listener) {
      listeners.push(listener);
      listener();
    },
  };
}

function read() {
  try {
    return { ...PLAIN, ...JSON.parse(localStorage.getItem(SETTING)) };
  } catch {
    return PLAIN;
  }
}
