// The dialog in which a person chooses the keys: a preset, keys of one's own by pressing them, or none.

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph"];

export function makeKeyChoice({ keys, keymap, dialog, text }) {
  let assigning = null; // the level whose key is asked for

  function draw() {
    const choice = keys.choice();
    for (const radio of dialog.querySelectorAll("[name=preset]")) radio.checked = radio.value === choice.preset;
    dialog.querySelector("#keys-on").checked = !choice.off;
    dialog.querySelector("[data-own]").hidden = choice.preset !== "own";
    for (const button of dialog.querySelectorAll("[data-assign]")) drawAssign(button, choice);
  }

  function drawAssign(button, choice) {
    const level = Number(button.dataset.assign);
    const code = choice.own[level];
    button.querySelector("kbd").textContent = assigning === level ? "…" : code ? keys.nameOf(code) : "–";
    button.setAttribute("aria-pressed", String(assigning === level));
  }

  function say(words) {
    dialog.querySelector("[data-say]").textContent = words;
  }

  function giveUp() {
    assigning = null;
    draw();
  }

  // One's own keys begin as those that were in force.
  function choose(preset) {
    const { own } = keys.choice();
    const first = keymap.codesOf(keys.choice(), keys.count).map((codes) => codes[0]);
    keys.save({ preset, own: preset === "own" ? { ...unused(first, own), ...own } : own });
  }

  // The keys of levels that have none of one's own, as on a longer scale, without those that are taken.
  function unused(first, own) {
    const taken = Object.values(own);
    return Object.fromEntries([...first.entries()].filter(([level, code]) => !(level in own) && code && !taken.includes(code)));
  }

  function assign(event) {
    if (assigning === null) return;
    if (event.key === "Tab") return void giveUp();
    event.preventDefault();
    event.stopPropagation();
    if (MODIFIERS.includes(event.key)) return;
    if (event.key === "Escape") {
      say("");
      giveUp();
      return;
    }
    const level = assigning;
    const { own } = keys.choice();
    const conflict = keymap.conflictOf(event, level, own, keys.count);
    if (conflict) {
      say(refusal(event, conflict));
      return;
    }
    assigning = null;
    say(text("key-set", { key: keys.nameOf(event.code), level }));
    keys.save({ own: { ...own, [level]: event.code } });
  }

  function refusal(event, { why, level, command }) {
    const key = event.code ? keys.nameOf(event.code) : event.key;
    return text(`key-${why}`, { key, level, command: command ? text(`command-${command}`) : "" });
  }

  dialog.addEventListener("change", (event) => {
    if (event.target.name === "preset") choose(event.target.value);
    if (event.target.id === "keys-on") keys.save({ off: !event.target.checked });
  });
  dialog.addEventListener("click", (event) => {
    const button = event.target.closest("[data-assign]");
    if (!button) return;
    assigning = Number(button.dataset.assign);
    say(text("key-press", { level: assigning }));
    draw();
  });
  dialog.addEventListener("keydown", assign, true);
  dialog.addEventListener("cancel", (event) => { if (assigning !== null) event.preventDefault(); });
  dialog.addEventListener("close", () => {
    say("");
    giveUp();
  });
  keys.onChange(draw);
  draw();
}
