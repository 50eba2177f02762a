// The dialog with every command and its keys, which can be changed, and the delayed mode where the desk has one.

export function makeKeyList({ keyboard, commands, dialog, names, text, longestMs = 0 }) {
  let assigning = null; // the command whose key is asked for
  const rows = dialog.querySelector("[data-rows]");
  const delayed = dialog.querySelector("[name=delayed]");
  const reaction = dialog.querySelector("[name=reaction]");

  function draw() {
    const choice = keyboard.choice();
    dialog.querySelector("#keys-on").checked = !choice.off;
    if (delayed) delayed.checked = choice.delayed;
    if (reaction && document.activeElement !== reaction) reaction.value = String(choice.reactionMs);
    for (const row of rows.children) drawRow(row);
    for (const hint of document.querySelectorAll("[data-key-of]")) hint.textContent = printed(keyboard.keysOf(hint.dataset.keyOf)[0]);
  }

  const printed = (key) => (key ? commands.printed(key, names) : "–");

  function drawRow(row) {
    const command = row.dataset.command;
    const keys = keyboard.keysOf(command);
    const button = row.querySelector("button");
    button.replaceChildren(...(assigning === command ? ["…"] : keys.slice(0, 2).map((key) => Object.assign(document.createElement("kbd"), { textContent: printed(key) }))));
    button.setAttribute("aria-pressed", String(assigning === command));
    button.ariaLabel = text("key-change", { command: text(`command-${command}`), key: keys.map(printed).join(", ") });
  }

  function say(words) {
    dialog.querySelector("[data-say]").textContent = words;
  }

  function assign(event) {
    if (assigning === null) return;
    if (event.key === "Tab") return void giveUp();
    const key = commands.keyOf(event);
    event.preventDefault();
    event.stopPropagation();
    if (key === "Escape") return void giveUp();
    if (!key) return;
    const taken = commands.takenBy(key, assigning, keyboard.choice().own);
    if (taken) return void say(text("key-command", { key: printed(key), command: text(`command-${taken}`) }));
    const command = assigning;
    assigning = null;
    say(text("key-set", { key: printed(key), command: text(`command-${command}`) }));
    keyboard.save({ own: { ...keyboard.choice().own, [command]: [key] } });
  }

  function giveUp() {
    assigning = null;
    say("");
    draw();
  }

  for (const command of Object.keys(commands.table)) {
    const row = document.createElement("li");
    row.dataset.command = command;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "small" });
    row.append(Object.assign(document.createElement("span"), { textContent: text(`command-${command}`) }), button);
    rows.append(row);
  }
  rows.addEventListener("click", (event) => {
    const row = event.target.closest("button")?.closest("[data-command]");
    if (!row) return;
    assigning = row.dataset.command;
    say(text("key-press", { command: text(`command-${assigning}`) }));
    draw();
  });
  dialog.addEventListener("change", (event) => {
    if (event.target.id === "keys-on") keyboard.save({ off: !event.target.checked });
    if (delayed && event.target === delayed) keyboard.save({ delayed: delayed.checked });
    if (reaction && event.target === reaction) keyboard.save({ reactionMs: Math.max(0, Math.min(longestMs, Math.round(Number(reaction.value)) || 0)) });
  });
  dialog.querySelector("[data-reset]").addEventListener("click", () => keyboard.save({ own: {} }));
  dialog.addEventListener("keydown", assign, true);
  dialog.addEventListener("cancel", (event) => { if (assigning !== null) event.preventDefault(); });
  dialog.addEventListener("close", giveUp);
  keyboard.onChange(draw);
}
