// The pieces of a question that a lead decides: whose version is right, or the lead's own edges.

const ROLES = { 1: "author", 2: "marker", 3: "third", 4: "own", 0: "none" };
const CHOOSE = "Choose whose version is right first: 1, 2, 3 or 0, or your own edges with I and O.";
const NOTE = "Say why first: the author and the ledger get your note.";

// `form`: that of the question in view, or null; `player`: makeLanePlayer's
export function makePieces({ form, player, timecode }) {
  let current = 0;

  const pieces = () => [...form()?.querySelectorAll("[data-piece]") ?? []];
  const piece = () => pieces()[current];
  const say = (words) => {
    const line = form()?.querySelector("[data-missing]");
    if (!line) return;
    line.textContent = words;
    line.hidden = !words;
  };

  function turn(place) {
    const all = pieces();
    if (!all.length) return;
    current = (place + all.length) % all.length;
    for (const [at, one] of all.entries()) one.toggleAttribute("data-current", at === current && all.length > 1);
    player.fit(JSON.parse(piece().dataset.span));
    piece().scrollIntoView({ block: "nearest" });
  }

  // The version of that key, played once; the next open piece is one key away.
  function pick(key) {
    const radio = piece()?.querySelector(`input[type=radio][value="${ROLES[key]}"]`);
    if (!radio) return;
    radio.checked = true;
    say("");
    const stretch = radio.closest(".version").querySelector("[data-play]");
    if (stretch) player.play(JSON.parse(stretch.dataset.play));
  }

  // Sets the start or the end of the last of the lead's own segments in the piece at the frame in view.
  function edge(which) {
    const field = piece()?.querySelector("[data-own]");
    if (!field) return;
    const lines = field.value.split(";").map((one) => one.trim()).filter(Boolean);
    const [start, end] = (lines.at(-1) ?? "").split("–").map((one) => one.trim());
    const time = short(timecode(which === "start" ? player.startMs() : player.endMs()));
    if (which === "start" && end) lines.push(`${time} –`);
    else if (which === "start") lines.splice(-1, 1, `${time} –`);
    else lines.splice(-1, 1, `${start || "0:00"} – ${time}`);
    field.value = lines.join("; ");
    piece().querySelector('input[value="own"]').checked = true;
    say("");
  }

  const short = (time) => time.replace(/\.?0+$/, (zeros) => (zeros.startsWith(".") ? "" : zeros)).replace(/(\.\d*?)0+$/, "$1");

  // Whether the form says all that the decision needs; else what is missing.
  function ready(decision) {
    if (decision === "settle") {
      const open = pieces().findIndex((one) => !one.querySelector("input[type=radio]:checked"));
      if (open < 0) return true;
      turn(open);
      say(CHOOSE);
      return false;
    }
    const note = form()?.querySelector("[data-note]");
    if (note?.value.trim()) return true;
    say(NOTE);
    note?.focus();
    return false;
  }

  return {
    ready, pick, edge,
    start: () => { current = 0; turn(0); },
    next: () => { turn(current + 1); play(); },
    previous: () => { turn(current - 1); play(); },
    note: () => form()?.querySelector("[data-note]").focus(),
  };

  function play() {
    if (piece()) player.play(JSON.parse(piece().dataset.span));
  }
}
