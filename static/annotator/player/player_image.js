// A reel of GIF or WebP where the page may not decode frames itself: an <img>. The face is that of player_video.js.
//
// Such an animation can be restarted and frozen at its first frame, but neither stepped nor slowed; its plays are
// counted by the clock.

const LEAST_S = 0.1;

export function makeReel({ clip, source, label, patienceMs, on }) {
  const holder = document.createElement("span");
  const seconds = Math.max(clip.seconds ?? 0, LEAST_S);
  let image = null; // animated
  let still = null; // its first frame
  let counting = null;
  let fresh = false; // not begun yet
  let turn = 0;
  let closed = false;
  const underway = new Set(); // pictures being decoded

  async function load() {
    image = await decoded();
    still = stillOf(image, label);
    freeze();
    fresh = true;
  }

  // Only a new address restarts an animation: pictures of one address run in step.
  async function decoded() {
    const one = new Image();
    one.alt = label;
    one.decoding = "sync"; // painted together with the page around it
    one.src = source.blob ? URL.createObjectURL(source.blob) : source.url;
    underway.add(one);
    try {
      await within(patienceMs, one.decode());
      if (closed) throw new Error("closed");
      return one;
    } catch (trouble) {
      drop(one);
      throw trouble;
    } finally {
      underway.delete(one);
    }
  }

  function freeze() {
    turn += 1;
    clearInterval(counting);
    if (still) holder.replaceChildren(still);
  }

  function run() {
    clearInterval(counting);
    holder.replaceChildren(image);
    counting = setInterval(on.wrapped, seconds * 1000);
  }

  // Says whether nothing came in between.
  async function renew() {
    const mine = ++turn;
    const next = await decoded();
    if (mine === turn) {
      drop(image);
      image = next;
      return true;
    }
    drop(next);
    return false;
  }

  function play() {
    if (fresh) run();
    else renew().then((done) => done && run(), () => { if (!closed) on.broke(); });
    fresh = false;
  }

  return {
    element: holder,
    steps: false,
    ready: load(),
    seconds,
    start({ playing }) { if (playing) play(); },
    play,
    pause: freeze,
    restart({ playing }) {
      if (playing) play();
      else freeze();
    },
    step() {},
    at: null,
    seek() {},
    setSpeed() {},
    sounds: false,
    setSound() {},
    async rewind() {
      freeze();
      if (!fresh) await renew();
      fresh = true;
    },
    close() {
      closed = true;
      turn += 1;
      clearInterval(counting);
      if (image) drop(image);
      underway.forEach(drop); // now, not when the browser is done with them
      holder.remove();
    },
  };
}

function drop(image) {
  if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
  image.removeAttribute("src");
  image.remove();
}

// Drawing an animated picture draws its first frame, whatever it shows at the time.
function stillOf(image, label) {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}

function within(ms, promise) {
  let timer = null;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error("standstill")), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
