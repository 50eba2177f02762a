// Which video and which question are in view, and what of the video may be seen.

const PIECE_AROUND = 1.1; // the strip of a piece shows a little more than the piece

// A signed address changes while its file stays.
const placeOf = (address) => new URL(address, location.href).pathname;

export function makeStage({ state, desk, settings, frameTable, film, reel, pictures, strips, viewing, editing, drafts, sync, view, on }) {
  let strip = null;
  let opening = null;
  let opened = null; // where the frame times of the video in view lay
  let durationMs = 0;
  let asked = null; // the address that did not lead to the video, for which a new one was asked

  // The question in view from now on, with its video; null where there is none. A video may be there without a question.
  async function turn(question, key = question?.video ?? null) {
    Object.assign(desk, { question, seat: question?.id ?? null, piece: 0, pieces: question?.pieces ?? null });
    on.turned?.(question);
    state.current = question;
    if (!key) {
      close();
      return;
    }
    if (key !== state.video || !reel.table) await open(key);
    if (desk.question === question && reel.table) {
      setPiece(0, { quiet: true });
      on.shown(question);
    }
    on.change();
  }

  function close() {
    if (reel.table) reel.pause();
    state.video = desk.video = null;
    on.opened(null);
    on.change();
  }

  // `at`: milliseconds of the video where it was until now.
  async function open(key, at = null) {
    state.video = desk.video = key;
    view.setMode("loading");
    const mine = opening = {};
    try {
      const video = state.videos.get(key);
      reel.prepare(video.proxy.url);
      const { table, tile, duration_ms } = await partsOf(video);
      if (mine !== opening) return;
      present(key, frameTable.unpack(table), tile, duration_ms, at);
    } catch {
      if (mine === opening) broke();
    }
  }

  async function partsOf({ frames }) {
    const answer = await fetch(frames);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  function present(key, table, tile, duration, at) {
    const { proxy, sheets, frames } = state.videos.get(key);
    const kept = drafts.video(key);
    opened = { key, frames: placeOf(frames) };
    durationMs = Math.min(duration, table.endMs);
    viewing.open(kept?.watched);
    editing.restoreBookmarks(kept?.bookmarks ?? []);
    pictures.clear();
    const mine = strip = film.makeFilm({ tile, sheets, table, onChange: strips.redraw });
    // What else shows the video waits for its first picture, for which the line is needed.
    reel.load(proxy.url, table, at === null ? kept?.frame ?? 0 : table.frameAtMs(at), () => {
      mine.fetch();
      pictures.load(proxy.url);
    });
    strips.setRange(table.firstMs, table.endMs);
    view.setMode("ready");
    on.opened(key);
  }

  // Its address may be over: a new one is asked for once, then the person decides.
  function broke() {
    const video = state.videos.get(state.video);
    view.setMode("broken");
    if (!video || asked === placeOf(video.frames)) return;
    asked = placeOf(video.frames);
    sync.ask();
  }

  function retry() {
    asked = null;
    reopen();
  }

  function reopen(at = null) {
    const key = state.video;
    if (!key) return;
    open(key, at).then(() => {
      if (reel.table && state.video === key) {
        setPiece(desk.piece, { quiet: true });
        if (at !== null) reel.seek(reel.table.frameAtMs(at));
      }
      on.change();
    });
  }

  // The video was cut again: its files have other names now, and may have other frames. What is marked stays, in time.
  function replace() {
    const { table, frame } = reel;
    viewing.keep();
    reel.pause();
    on.replaced();
    reopen(table.startMs(frame));
  }

  // A third annotator sees only the piece in question.
  function setPiece(place, { quiet = false } = {}) {
    const { table } = reel;
    desk.piece = place;
    const span = desk.pieces?.[place]?.span ?? null;
    reel.setKind(span ? "piece" : "video");
    if (!span) {
      reel.setBounds(0, table.frames - 1);
      return;
    }
    reel.setBounds(table.frameAtMs(span[0]), table.lastBeforeMs(span[1]));
    strips.setRange(table.firstMs, table.endMs, (span[1] - span[0]) * PIECE_AROUND);
    reel.seek(table.frameAtMs(span[0]));
    if (!quiet) on.change();
  }

  desk.limits = () => {
    const [from, to] = desk.pieces?.[desk.piece]?.span ?? [Math.max(0, reel.table.firstMs), durationMs];
    return { from, to, shortest: settings.shortest, video: state.video };
  };

  return {
    turn, retry, broke, setPiece,
    film: () => strip,
    // The video may have been cut again while nothing was asked for.
    compare: ({ frames }) => { if (opened?.key === state.video && opened.frames !== placeOf(frames)) sync.ask(); },
    // What the server says of where the videos lie: what could not be had may have a new address.
    renewed() {
      const video = state.videos.get(state.video);
      if (!video || !["ready", "broken"].includes(view.mode())) return;
      if (opened?.key === state.video && opened.frames !== placeOf(video.frames)) replace();
      else if (asked && view.mode() === "broken") reopen();
    },
  };
}
