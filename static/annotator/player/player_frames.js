// A reel of GIF or WebP whose frames the page decodes itself and draws on a canvas. The face is that of player_video.js.

const KEPT_BYTES = 60e6; // decoded; a longer clip is decoded again as it plays
const SHORTEST_MS = 10; // browsers take frames as short as this for a mistake …
const INSTEAD_MS = 100; // … and show them as long as this
const LATE_MS = 100; // a delay beyond it is not made up for

export function canDecode() {
  return typeof ImageDecoder === "function";
}

export function makeReel({ clip, source, label, patienceMs, on }) {
  const canvas = makeElement(clip, label);
  const context = canvas.getContext("2d", { alpha: false });
  const frames = new Map(); // index → {image, ms} or the promise of it
  const lengths = []; // ms by index, of the frames seen
  let decoder = null;
  let count = 0;
  let keepAll = false;
  let index = 0;
  let playing = false;
  let speed = 1;
  let due = 0;
  let timer = null;
  let turn = 0; // what a later turn has overtaken paints nothing
  let closed = false;

  async function load() {
    const data = await source.blob.arrayBuffer();
    requireOpen();
    decoder = new ImageDecoder({ data, type: clip.type });
    await within(patienceMs, Promise.all([decoder.tracks.ready, decoder.completed]));
    count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    if (!count) throw new Error("no pictures");
    const first = await within(patienceMs, frameAt(0));
    canvas.width = first.image.displayWidth;
    canvas.height = first.image.displayHeight;
    keepAll = count * canvas.width * canvas.height * 4 <= KEPT_BYTES;
    draw(first);
  }

  function requireOpen() {
    if (closed) throw new Error("closed");
  }

  // The decoded frame; what was decoded before comes without waiting.
  function frameAt(place) {
    if (!frames.has(place)) {
      const decoding = decode(place);
      frames.set(place, decoding);
      const settle = (act) => (frame) => { if (frames.get(place) === decoding) act(frame); };
      decoding.then(settle((frame) => frames.set(place, frame)), settle(() => frames.delete(place)));
    }
    return frames.get(place);
  }

  async function decode(place) {
    const { image } = await decoder.decode({ frameIndex: place });
    if (closed || (!keepAll && place && !isNear(place))) {
      image.close();
      throw new Error("closed");
    }
    const ms = (image.duration ?? 0) / 1000;
    lengths[place] = ms > SHORTEST_MS ? ms : INSTEAD_MS;
    return { image, ms: lengths[place] };
  }

  const isNear = (place) => place === index || place === (index + 1) % count;

  function draw({ image }) {
    context.globalCompositeOperation = "copy"; // see-through parts must not show the frame before
    context.drawImage(image, 0, 0);
  }

  function letGo(stays) {
    for (const [place, frame] of frames) {
      if (place === 0 || stays(place)) continue; // the first is shown again and again
      frames.delete(place);
      if (frame.image) frame.image.close();
      else frame.then(({ image }) => image.close(), () => {});
    }
  }

  async function go(place, { wraps }) {
    const mine = ++turn;
    index = place;
    try {
      const known = frameAt(place);
      const frame = known.image ? known : await known;
      if (mine !== turn || closed) return;
      draw(frame);
      if (!keepAll) letGo(isNear);
      if (wraps) on.wrapped();
      const now = performance.now();
      due = (now - due > LATE_MS ? now : due) + frame.ms / speed;
      if (playing) plan();
    } catch {
      if (mine === turn && !closed) on.broke();
    }
  }

  // The next frame is decoded while this one stands.
  function plan() {
    clearTimeout(timer);
    const next = (index + 1) % count;
    Promise.resolve(frameAt(next)).catch(() => {});
    timer = setTimeout(() => go(next, { wraps: next === 0 }), due - performance.now());
  }

  function halt() {
    playing = false;
    turn += 1;
    clearTimeout(timer);
  }

  function play() {
    halt();
    playing = true;
    due = performance.now() + (lengths[index] ?? INSTEAD_MS) / speed;
    plan();
  }

  function first() {
    halt();
    index = 0;
    if (frames.get(0)?.image) draw(frames.get(0));
  }

  return {
    element: canvas,
    steps: true,
    ready: load(),
    get seconds() {
      const known = lengths.filter(Boolean);
      return known.length === count ? known.reduce((sum, ms) => sum + ms, 0) / 1000 : clip.seconds ?? 0;
    },
    start(how) {
      speed = how.speed;
      if (how.playing) play();
    },
    play,
    pause: halt,
    restart({ playing }) {
      first();
      if (playing) play();
    },
    step(by) {
      halt();
      const wanted = Math.max(0, index + by);
      go(wanted % count, { wraps: wanted >= count });
    },
    get at() { return (index / count) * this.seconds; },
    seek(at) {
      clearTimeout(timer);
      const place = Math.floor((at / (this.seconds || 1)) * count);
      go(Math.max(0, Math.min(place, count - 1)), { wraps: false });
    },
    setSpeed(factor) {
      speed = factor;
      if (playing) play();
    },
    sounds: false,
    setSound() {},
    async rewind() {
      first();
      letGo(() => false);
    },
    close() {
      closed = true;
      halt();
      letGo(() => false);
      frames.get(0)?.image?.close();
      frames.clear();
      if (decoder && decoder.state !== "closed") decoder.close();
      canvas.width = canvas.height = 0; // frees its pixels now
      canvas.remove();
    },
  };
}

function makeElement(clip, label) {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.width = clip.width || 16;
  canvas.height = clip.height || 9;
  return canvas;
}

function within(ms, promise) {
  let timer = null;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error("standstill")), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
