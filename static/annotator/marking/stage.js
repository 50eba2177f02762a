// Which video and which question are in view, and what of the video may be seen.

const PIECE_AROUND = 1.1; // the strip of a piece shows a little more than the piece

export function makeStage({ state, desk, settings, frameTable, film, reel, pictures, strips, viewing, editing, drafts, sync, view, on }) {
  let strip = null;
  let opening = null;
  let durationMs = 0;

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
    on.change();
  }

  async function open(key) {
    state.video = desk.video = key;
    view.setMode("loading");
    const mine = opening = {};
    try {
      const { table, tile, duration_ms } = await partsOf(state.videos.get(key));
      if (mine !== opening) return;
      present(key, frameTable.unpack(table), tile, duration_ms);
    } catch {
      if (mine === opening) broke();
    }
  }

  async function partsOf({ frames }) {
    const answer = await fetch(frames);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  function present(key, table, tile, duration) {
    const { proxy, sheets } = state.videos.get(key);
    const kept = drafts.video(key);
    durationMs = Math.min(duration, table.endMs);
    viewing.open(kept?.watched);
    editing.restoreBookmarks(kept?.bookmarks ?? []);
    pictures.load(proxy.url);
    reel.load(proxy.url, table, kept?.frame ?? 0);
    strip = film.makeFilm({ tile, sheets, table, onChange: strips.redraw });
    strips.setRange(table.firstMs, table.endMs);
    view.setMode("ready");
  }

  // Its address may be over: a new one is asked for once, then the person decides.
  function broke() {
    const video = state.videos.get(state.video);
    view.setMode("broken");
    if (!video || video.renewed) return;
    video.renewed = true;
    sync.ask();
  }

  function retry() {
    const key = state.video;
    if (!key) return;
    open(key).then(() => {
      if (reel.table && state.video === key) setPiece(desk.piece, { quiet: true });
      on.change();
    });
  }

  // A third person sees only the piece in question.
  function setPiece(place, { quiet = false } = {}) {
    const { table } = reel;
    desk.piece = place;
    const span = desk.pieces?.[place]?.span ?? null;
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
    // After a claim: what could not be had may have a new address.
    renewed() {
      const video = state.videos.get(state.video);
      if (video?.renewed && view.mode() === "broken") retry();
    },
  };
}
