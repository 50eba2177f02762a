// A whole video on leads' pages: a player, and below it the lanes of what people marked, with the filmstrip above them.

const NARROWEST_MS = 4000;
const AROUND = 0.6; // of a stretch, on both sides of it
const SECOND_MS = 1000;
const GONE = "The video cannot be shown at the moment: its proxy is not ready.";
const BROKEN = "The video did not load. Reload the page to try again.";

// `modules`: those of the desks of long videos, loaded; `root`: the section of the player.
export function makeLanePlayer({ modules, root }) {
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const { timecode } = modules.timecode;
  const tables = new Map(); // by the address of the file of frame times
  let lanes = null;
  let film = null;
  let range = [0, 1];
  let view = [0, 1];
  let opening = null;

  const reel = modules.reel.makeReel({
    video: part("video"), makeSeeker: modules.seeker.makeSeeker,
    on: { move, watched() {}, state: showState, broken: () => note(BROKEN), refused() {} },
  });

  function note(words) {
    part("note").textContent = words;
    root.dataset.mode = words ? "empty" : "ready";
  }

  function showState() {
    part("toggle").textContent = reel.playing ? "Pause" : "Play";
    part("speed").textContent = `${reel.speed}×`;
  }

  const nowMs = () => (reel.table ? reel.table.startMs(reel.frame) : 0);

  function move() {
    part("time").textContent = timecode(nowMs());
    if (!lanes) return;
    if (nowMs() > view[1] && reel.playing) setView([nowMs(), nowMs() + view[1] - view[0]]);
    const track = lanes.querySelector(".lane-track").getBoundingClientRect();
    const at = (nowMs() - view[0]) / (view[1] - view[0]);
    const head = lanes.querySelector("[data-head]");
    head.hidden = at < 0 || at > 1;
    head.style.transform = `translateX(${track.left - lanes.getBoundingClientRect().left + at * track.width}px)`;
  }

  async function tableOf(body) {
    if (!tables.has(body.frames)) {
      const answer = await fetch(body.frames);
      if (!answer.ok) throw new Error(String(answer.status));
      tables.set(body.frames, await answer.json());
    }
    return tables.get(body.frames);
  }

  // Shows the video of these lanes from now on; `stretch` is what is looked at first.
  async function open(element, stretch = JSON.parse(element.dataset.span ?? "null")) {
    const mine = opening = {};
    lanes = element;
    film = null;
    range = [0, Number(element.dataset.duration)];
    if (!element.querySelector("[data-head]")) addHead(element);
    const body = JSON.parse(element.dataset.body);
    fit(stretch);
    if (!body) {
      if (reel.table) reel.pause();
      note(GONE);
      return;
    }
    note("Loading the video…");
    try {
      const { table, tile } = await tableOf(body);
      if (mine !== opening) return;
      const frames = modules.frame_table.unpack(table);
      film = modules.film.makeFilm({ tile, sheets: body.sheets, table: frames, onChange: () => { if (mine === opening) paintFilm(); } });
      film.fetch();
      reel.load(body.proxy.url, frames, frames.frameAtMs(stretch?.[0] ?? 0));
      note("");
      fit(stretch);
    } catch {
      if (mine === opening) note(BROKEN);
    }
  }

  function addHead(element) {
    const head = document.createElement("span");
    head.className = "lane-head";
    head.dataset.head = "";
    element.append(head);
    for (const track of element.querySelectorAll("[data-track], [data-film]")) {
      track.addEventListener("pointerdown", (event) => {
        if (event.button || element !== lanes) return;
        const box = track.getBoundingClientRect();
        seek(view[0] + ((event.clientX - box.left) / box.width) * (view[1] - view[0]));
      });
    }
    new ResizeObserver(() => { if (element === lanes) setView(view); }).observe(element);
  }

  function setView([from, to]) {
    const width = Math.min(Math.max(to - from, NARROWEST_MS), range[1] - range[0]);
    const start = Math.max(range[0], Math.min(range[1] - width, from));
    view = [start, start + width];
    for (const track of lanes.querySelectorAll("[data-track]")) track.setAttribute("viewBox", `${view[0]} 0 ${width} 10`);
    const words = lanes.querySelector('[data-part="range"]');
    words.textContent = view.map((ms) => timecode(ms, { short: true })).join("–");
    paintFilm();
    move();
  }

  // Shows the stretch with what is around it; the whole video without one.
  function fit(stretch) {
    if (!stretch) return setView(range);
    const around = Math.max((stretch[1] - stretch[0]) * AROUND, NARROWEST_MS / 2);
    return setView([stretch[0] - around, stretch[1] + around]);
  }

  function zoom(factor) {
    const middle = nowMs() >= view[0] && nowMs() <= view[1] ? nowMs() : (view[0] + view[1]) / 2;
    const width = (view[1] - view[0]) * factor;
    setView([middle - width / 2, middle + width / 2]);
  }

  function paintFilm() {
    const canvas = lanes.querySelector("[data-film]");
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    if (!film) return;
    const picture = film.ratio * height;
    const each = (picture / width) * (view[1] - view[0]);
    for (let at = Math.floor(view[0] / each) * each; at < view[1]; at += each) {
      film.draw(context, at + each / 2, [((at - view[0]) / (view[1] - view[0])) * width, 0, picture, height]);
    }
  }

  function seek(ms) {
    if (reel.table) reel.seek(reel.table.frameAtMs(Math.round(ms))); // times of frames are whole milliseconds
  }

  // Plays a stretch once, at normal speed.
  function play([from, to]) {
    if (!reel.table) return;
    if (from < view[0] || to > view[1]) fit([from, to]);
    const last = reel.table.lastBeforeMs(to);
    reel.playStretches([[reel.table.frameAtMs(from), last]], last);
  }

  const step = (frames) => reel.table && reel.seek(reel.frame + frames);
  const actions = {
    toggle: () => reel.toggle(),
    back: () => seek(nowMs() - 2 * SECOND_MS),
    frameBack: () => step(-1),
    frameOn: () => step(1),
    secondBack: () => seek(nowMs() - SECOND_MS),
    secondOn: () => seek(nowMs() + SECOND_MS),
    slower: () => reel.slower(),
    faster: () => reel.faster(),
    zoomIn: () => lanes && zoom(0.5),
    zoomOut: () => lanes && zoom(2),
  };
  root.addEventListener("click", (event) => actions[event.target.closest("[data-do]")?.dataset.do]?.());
  part("video").addEventListener("click", actions.toggle);
  // Buttons and bars of a segment play it.
  document.addEventListener("click", (event) => {
    const stretch = event.target.closest?.("[data-play]");
    const of = stretch?.closest("[data-lanes]");
    if (stretch && (!of || of === lanes)) play(JSON.parse(stretch.dataset.play));
  });
  showState();

  const repeated = (deed) => Object.assign(() => deed(), { repeats: true });

  return {
    open, play, fit, seek,
    // What keys do with the video; those that a held key repeats say so.
    keys: {
      " ": actions.toggle,
      v: actions.zoomIn,
      "Shift+v": actions.zoomOut,
      ArrowLeft: repeated(actions.frameBack),
      ArrowRight: repeated(actions.frameOn),
      ArrowDown: repeated(actions.secondBack),
      ArrowUp: repeated(actions.secondOn),
    },
    // The first and the last moment of the frame in view: what "from here" and "up to here" mean.
    startMs: nowMs,
    endMs: () => (reel.table ? reel.table.endMsOf(reel.frame) : 0),
    pause: () => { if (reel.table) reel.pause(); },
  };
}

// Does what `keys` say, except while somebody types.
export function listenToKeys(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=radio]), textarea, select")) return;
    if ((event.key === " " || event.key === "Enter") && event.target.matches("button, a, summary")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const deed = keys[event.shiftKey ? `Shift+${key}` : key];
    if (!deed || (event.repeat && !deed.repeats)) return;
    event.preventDefault();
    deed();
  });
}

// The picture of a question: `element` holds the video's body and the time.
export function showCondition({ modules, element }) {
  const body = JSON.parse(element.dataset.body);
  if (!body || element.dataset.shown) return;
  element.dataset.shown = "";
  const show = modules.condition.makeCondition({
    box: element.querySelector("[data-image]"), makeSeeker: modules.seeker.makeSeeker, frameTable: modules.frame_table,
    videos: new Map([[element.dataset.key, body]]), label: "The question's image",
  });
  show({ key: element.dataset.key, at_ms: Number(element.dataset.ms) }, { key: null, table: null });
}

// The modules by name, from their addresses.
export async function loadModules(addresses) {
  const names = Object.keys(addresses);
  const loaded = await Promise.all(names.map((name) => import(addresses[name])));
  return Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
}
