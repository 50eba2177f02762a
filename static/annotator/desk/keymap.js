// Which key means what. Levels go by a key's place (event.code), so that they work on any keyboard layout; commands
// by the letter printed on it, or by its place where the layout has no Latin letters.

// By level, the codes; the key left of 1 also gives 0, so that one hand reaches all.
// A scale has seven levels at most; only as many are read as its campaign has.
const MOST = 7;
const digit = (number) => [`Digit${number}`, ...(number ? [] : ["Backquote"]), `Numpad${number}`];
const upTo = (most) => [...Array(most).keys()];
export const PRESETS = {
  digits: upTo(MOST).map(digit),
  fives: upTo(MOST).map((level) => digit(level + 1)),
  letters: [..."QWERTYU"].map((letter) => [`Key${letter}`]),
};

// Command → letters or names of keys; where a level takes the first, the next ones do.
const COMMANDS = {
  back: ["ArrowLeft", "Backspace"],
  forward: ["ArrowRight"],
  home: ["Escape"],
  report: ["x"],
  restart: ["r", "v"],
  toggle: [" ", "p"],
  slower: [",", "-"],
  faster: [".", "+", "="],
  stepBack: ["["],
  stepForward: ["]"],
  sound: ["m", "n"],
  guideline: ["?"],
};
const BY_KEY = new Map(Object.entries(COMMANDS).flatMap(([name, keys]) => keys.map((key) => [key, name])));
const PLACES = {
  Space: " ", Comma: ",", Period: ".", Minus: "-", Equal: "=", Slash: "?", BracketLeft: "[", BracketRight: "]",
  NumpadAdd: "+", NumpadSubtract: "-",
};
const NOT_FOR_LEVELS = /^(?:Escape|Tab|Enter|NumpadEnter|Backspace|Delete|CapsLock|Shift|Control|Alt|Meta|OS|ContextMenu|Arrow|F\d|Page|Home|End|Insert|Dead)/;

// By level, the codes in force; `count` is how many levels there are.
export function codesOf(choice, count = MOST) {
  if (choice.preset === "own") return upTo(count).map((level) => [choice.own[level]].filter(Boolean));
  return (PRESETS[choice.preset] ?? PRESETS.digits).slice(0, count);
}

// {level} or {command}, or null where the key means nothing.
export function meaningOf(event, choice, count) {
  const level = levelOf(event, codesOf(choice, count));
  if (level >= 0) return { level };
  const command = commandOf(event);
  return command ? { command } : null;
}

function levelOf(event, levels) {
  // Without NumLock the number pad moves: then its keys are arrows.
  if (/^Numpad\d$/.test(event.code) && event.key !== event.code.at(-1)) return -1;
  const place = levels.findIndex((codes) => codes.includes(event.code));
  if (place >= 0 || event.code) return place;
  // On-screen keyboards often send only the character.
  return levels.findIndex((codes) => codes.some((code) => code.replace(/^(?:Digit|Numpad|Key)/, "") === event.key.toUpperCase()));
}

function commandOf(event) {
  if (event.shiftKey && event.key === "ArrowLeft") return "stepBack";
  if (event.shiftKey && event.key === "ArrowRight") return "stepForward";
  const character = event.key.length === 1;
  const key = character ? event.key.toLowerCase() : event.key;
  if (BY_KEY.has(key)) return BY_KEY.get(key);
  if (!character || key.charCodeAt(0) < 128) return null;
  return BY_KEY.get(/^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : PLACES[event.code]) ?? null;
}

// Why a key cannot be a level: "used" by another level, "command", "special"; null where it can.
export function conflictOf(event, level, own, count) {
  if (!event.code || NOT_FOR_LEVELS.test(event.key) || NOT_FOR_LEVELS.test(event.code)) return { why: "special" };
  const other = upTo(count).find((one) => one !== level && own[one] === event.code);
  if (other !== undefined) return { why: "used", level: other };
  const place = /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : PLACES[event.code];
  const taken = BY_KEY.get(event.key.toLowerCase()) ?? BY_KEY.get(place);
  return taken ? { why: "command", command: taken } : null;
}

// What to print on a button for a key; `layout` is the browser's map of code to letter, where it tells one.
export function nameOf(code, layout) {
  const printed = layout?.get(code);
  if (printed) return printed.toUpperCase();
  return code.replace(/^(?:Key|Digit|Numpad)/, "");
}

// The first key of a command that the levels have not taken: those of restart and sound have another one.
export function keyOf(command, choice, count) {
  const taken = codesOf(choice, count).flat();
  return COMMANDS[command].map((key) => key.toUpperCase()).find((key) => !taken.includes(`Key${key}`));
}
