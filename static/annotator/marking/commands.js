// What can be done by key, and which key means what: the person's own, or the one that is given here.
//
// A key is written as `Shift+` and the letter printed on it (`KeyboardEvent.key`, small), or its name. Where a layout has
// no Latin letters, the place of the key counts.

// What both desks of long videos can do.
const FILM = {
  toggle: ["Space"], pause: ["k"], backward: ["j"], forward: ["l"],
  slower: [",", "-"], faster: [".", "+", "="],
  frameBack: ["ArrowLeft", "["], frameOn: ["ArrowRight", "]"],
  secondBack: ["ArrowDown"], secondOn: ["ArrowUp"],
  tenBack: ["Shift+ArrowLeft"], tenOn: ["Shift+ArrowRight"],
  minuteBack: ["Shift+ArrowDown"], minuteOn: ["Shift+ArrowUp"],
  beginning: ["Home"], end: ["End"], timecode: ["t"],
  setStart: ["i"], setEnd: ["o"], accept: ["Enter"], check: ["r"], letGo: ["Escape"], remove: ["Delete", "Backspace"],
  startBack: ["a"], startOn: ["s"], endBack: ["d"], endOn: ["f"],
  startSecondBack: ["Shift+a"], startSecondOn: ["Shift+s"], endSecondBack: ["Shift+d"], endSecondOn: ["Shift+f"],
  bookmark: ["m"],
  nextSegment: ["n"], previousSegment: ["Shift+n"], nextEdge: ["e"], previousEdge: ["Shift+e"],
  nextGap: ["g"], previousGap: ["Shift+g"], nextBookmark: ["b"], previousBookmark: ["Shift+b"],
  nextQuestion: ["q", "PageDown"], previousQuestion: ["Shift+q", "PageUp"], submit: ["Ctrl+Enter", "Shift+Enter"],
  undo: ["z", "Ctrl+z"], redo: ["Shift+z", "Ctrl+Shift+z", "Ctrl+y"],
  delayed: ["w"], zoomIn: ["v"], zoomOut: ["Shift+v"], guideline: ["?"], keys: ["h"],
};
export const COMMANDS = {
  mark: { ...FILM, first: ["1"], second: ["2"], third: ["3"], none: ["0"], note: ["c"], report: ["x"] },
  write: {
    ...FILM,
    words: ["c"], newQuestion: ["Shift+c"], nextReturned: ["y"], textOnly: ["1"], withPicture: ["2"], picture: ["p"],
    toPicture: ["Shift+p"], discard: ["x"], finish: ["u"],
  },
  twins: {
    toggle: ["Space"], restart: ["r"], stepBack: ["[", "Shift+ArrowLeft"], stepForward: ["]", "Shift+ArrowRight"],
    slower: [",", "-"], faster: [".", "+", "="],
    choose1: ["1"], choose2: ["2"], choose3: ["3"], choose4: ["4"], choose5: ["5"], choose6: ["6"], choose7: ["7"],
    choose8: ["8"], choose9: ["9"], cannotTell: ["0"],
    realBoth: ["a"], unrealFirst: ["s"], unrealSecond: ["d"], unrealBoth: ["f"],
    firstCaption: ["c"], secondCaption: ["v"], submit: ["Ctrl+Enter", "Shift+Enter"],
    back: ["ArrowLeft", "Backspace"], forward: ["ArrowRight"], home: ["Escape"],
    report: ["x"], guideline: ["?"], keys: ["h"],
  },
};
const REPEATED = new Set([
  "stepBack", "stepForward",
  "frameBack", "frameOn", "secondBack", "secondOn", "tenBack", "tenOn", "minuteBack", "minuteOn",
  "startBack", "startOn", "endBack", "endOn", "undo", "redo",
]);
const PLACES = {
  Comma: ",", Period: ".", Minus: "-", Equal: "=", BracketLeft: "[", BracketRight: "]", NumpadAdd: "+", NumpadSubtract: "-", NumpadEnter: "Enter",
};
const FIXED = /^(?:Tab|CapsLock|Shift|Control|Alt|AltGraph|Meta|OS|ContextMenu|F\d+|Dead|Process|Unidentified)$/;

// The commands of one desk; what a person has chosen in `own` holds on both.
export function forDesk(desk) {
  const keysIn = (table, command, own) => own[command] ?? table[command];
  const find = (table, key, own) => Object.keys(table).find((command) => keysIn(table, command, own).includes(key)) ?? null;
  const table = COMMANDS[desk];
  return {
    table, keyOf, printed,
    isRepeated: (command) => REPEATED.has(command),
    keysOf: (command, own) => keysIn(table, command, own),
    // The command of a key, or null.
    commandOf: (key, own) => find(table, key, own),
    // The other command that has the key already, on any desk that has this one; null if it is free.
    takenBy(key, command, own) {
      const desks = Object.values(COMMANDS).filter((one) => command in one);
      return desks.map((one) => find(one, key, own)).find((taken) => taken && taken !== command) ?? null;
    },
  };
}

// The key of an event as it is written above; null for one that cannot be used.
function keyOf(event) {
  if (FIXED.test(event.key) || event.altKey) return null;
  const name = nameOf(event);
  // A symbol such as ? has its Shift in it; letters, digits and named keys do not.
  const shift = event.shiftKey && (name.length > 1 || /[\p{L}\p{N}]/u.test(name)) ? "Shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${shift}${name}`;
}

function nameOf({ key, code }) {
  if (key === " ") return "Space";
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code ?? "");
  // The digits' row gives digits with Shift too, and on layouts that print others on it.
  if (digit && !/^(?:Home|End|Insert|Delete|Clear|Page|Arrow)/.test(key)) return digit[1];
  if (key.length > 1) return PLACES[code] ?? key;
  if (key.charCodeAt(0) < 128) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code ?? "") ? code[3].toLowerCase() : PLACES[code] ?? key.toLowerCase();
}

// How a key is printed on a button.
function printed(key, names = {}) {
  const arrows = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "↵", Shift: "⇧", Delete: "Del", Backspace: "⌫", Escape: "Esc" };
  const parts = key === "+" ? ["+"] : key.split("+").map((part) => part || "+");
  return parts.map((part) => names[part] ?? arrows[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(" ");
}
