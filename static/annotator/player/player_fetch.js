// Fetches clips: the nearest first, two at a time, the one that somebody waits for at once.

const AT_ONCE = 2;
const AGAIN_MS = 800;

// Why a clip cannot be had. `passing`: another try may succeed (the network, a server in trouble, a standstill).
export class NoClip extends Error {
  constructor(reason, { passing = false } = {}) {
    super(reason);
    this.passing = passing;
  }
}

// `patienceMs`: how long a transfer may stand still.
export function makeFetcher({ patienceMs }) {
  const jobs = new Set(); // waiting and running

  // A job's `result` is {blob}, or {url} where only elements may read the address; it waits until `arrange`.
  function request(clip) {
    const job = { clip, place: Infinity, running: false, abort: new AbortController() };
    job.result = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    job.result.catch(() => {}); // whoever cancels does not listen
    job.cancel = () => {
      jobs.delete(job);
      job.abort.abort();
      job.reject(new NoClip("cancelled"));
    };
    jobs.add(job);
    return job;
  }

  // Starts what may start; a `place` below zero does not wait for its turn.
  function arrange() {
    let running = [...jobs].filter((job) => job.running).length;
    const waiting = [...jobs].filter((job) => !job.running).sort((a, b) => a.place - b.place);
    for (const job of waiting) {
      if (job.place >= 0 && running >= AT_ONCE) return;
      running += 1;
      run(job);
    }
  }

  async function run(job) {
    job.running = true;
    try {
      job.resolve(await obtain(job));
    } catch (trouble) {
      job.reject(trouble instanceof NoClip ? trouble : new NoClip(String(trouble), { passing: true }));
    }
    jobs.delete(job);
    arrange();
  }

  async function obtain(job) {
    if (job.clip.streamed) return { url: job.clip.url }; // a whole video is too long to be held
    try {
      return await download(job, patienceMs);
    } catch (trouble) {
      if (job.abort.signal.aborted || trouble instanceof NoClip && !trouble.passing) throw trouble;
      if (trouble instanceof TypeError && isForeign(job.clip.url) && navigator.onLine) return { url: job.clip.url };
    }
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
    return download(job, patienceMs);
  }

  return { request, arrange };
}

// A store of another origin may let pictures and videos through and refuse programs.
function isForeign(url) {
  return new URL(url, location.href).origin !== location.origin;
}

async function download({ clip, abort }, patienceMs) {
  const { signal } = abort;
  let timer = null;
  const progress = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(new NoClip("standstill", { passing: true })), patienceMs);
  };
  progress();
  try {
    signal.throwIfAborted();
    const response = await fetch(clip.url, { signal });
    if (!response.ok) throw new NoClip(`status ${response.status}`, { passing: isPassing(response.status) });
    const blob = new Blob(await readAll(response.body.getReader(), progress), { type: clip.type });
    await requireWhole(blob, clip);
    return { blob };
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(reader, progress) {
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
    progress();
  }
}

function isPassing(status) {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

// Players show the beginning of a file that was cut off, and stop in its middle: better to know before.
async function requireWhole(blob, clip) {
  const short = blob.size === 0 || blob.size < (clip.bytes ?? 0);
  if (short || (clip.type === "video/mp4" && !(await isWholeMp4(blob))) || (await isShortRiff(blob, clip.type))) {
    throw new NoClip("cut off", { passing: short });
  }
}

// An MP4 file is a row of boxes, each headed by its size in bytes and its kind.
async function isWholeMp4(blob) {
  let place = 0;
  while (place < blob.size) {
    const head = new DataView(await blob.slice(place, place + 16).arrayBuffer());
    if (head.byteLength < 8) return false;
    let size = head.getUint32(0);
    if (size === 0) return place > 0; // "to the end of the file"
    if (size === 1) size = head.byteLength === 16 ? Number(head.getBigUint64(8)) : 0;
    if (size < 8) return false;
    place += size;
  }
  return place > 0 && place === blob.size;
}

// A WebP file is one RIFF chunk, whose size stands in bytes 4 to 7.
async function isShortRiff(blob, type) {
  if (type !== "image/webp") return false;
  const head = new DataView(await blob.slice(0, 8).arrayBuffer());
  return head.byteLength < 8 || head.getUint32(4, true) + 8 > blob.size;
}
