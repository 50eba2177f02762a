// The admin's uploads of videos: one file after another in parts. A part that is lost is sent again, and a file that
// was begun before, here or in another tab, goes on where it stands.

import { CUT, DONE, REFUSED, begin, sendPart } from "./upload_wire.js";
import { uploadRow } from "./upload_rows.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30000;
const place = document.querySelector("[data-uploads]");
const partBytes = Number(place.dataset.partBytes);
const state = { waiting: [], current: null, arrived: 0 };

function add(files) {
  for (const file of files) {
    const row = uploadRow(file, place.querySelector("[data-upload-rows]"), () => cancel(item));
    const item = { file, row, stop: new AbortController(), isCancelled: false };
    state.waiting.push(item);
  }
  next();
}

function cancel(item) {
  item.isCancelled = true;
  item.stop.abort();
  item.row.tell("Stopped here. Cancel it below if you do not want to continue later.");
  item.row.close();
  state.waiting = state.waiting.filter((other) => other !== item);
}

async function next() {
  if (state.current || !state.waiting.length) return;
  state.current = state.waiting.shift();
  try {
    await upload(state.current);
  } finally {
    state.current = null;
    if (state.waiting.length) next();
    else finish();
  }
}

/** Sends what is missing of one file until it is there, refused or stopped. */
async function upload(item) {
  let answer = await persist(item, () => begin(place.dataset.address, item.file, item.stop.signal));
  while (!item.isCancelled && answer?.kind !== DONE) {
    if (!answer || answer.kind === REFUSED) {
      if (answer) item.row.refuse(answer.detail);
      return;
    }
    item.row.show(answer.received, item.file.size);
    const { id, received } = answer;
    const part = item.file.slice(received, received + partBytes);
    answer = await persist(item, () => sendPart(`${place.dataset.address}${id}/`, received, part, item.stop.signal));
  }
  if (item.isCancelled) return;
  state.arrived += 1;
  item.row.arrive(answer.name);
}

/** Asks again, after growing pauses, while the connection or the server is away. */
async function persist(item, ask) {
  for (let pause = FIRST_PAUSE_MS; !item.isCancelled; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer.kind !== CUT) return answer;
    if (item.isCancelled) return null;
    item.row.tell(`${answer.detail} Trying again in ${pause / 1000} s.`);
    await sleep(pause, item.stop.signal);
  }
  return null;
}

function sleep(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const now = () => (clearTimeout(timer), resolve());
    signal.addEventListener("abort", now, { once: true });
    addEventListener("online", now, { once: true });
  });
}

function finish() {
  if (state.arrived) place.querySelector("[data-upload-again]").hidden = false;
}

const input = place.querySelector("input[type=file]");
input.addEventListener("change", () => {
  add(input.files);
  input.value = "";
});
place.addEventListener("dragover", (event) => {
  event.preventDefault();
  place.classList.add("uploads-over");
});
place.addEventListener("dragleave", () => place.classList.remove("uploads-over"));
place.addEventListener("drop", (event) => {
  event.preventDefault();
  place.classList.remove("uploads-over");
  add(event.dataTransfer.files);
});
addEventListener("beforeunload", (event) => {
  if (state.current) event.preventDefault();
});
