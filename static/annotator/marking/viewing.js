// What was watched of the video in view: kept on this computer, and reported while the person works.

const KEEP_MS = 2000;
const BEAT_MS = 30000;

// Nobody's hand on the desk and nothing playing: then nothing is reported, and time stops counting.
export function makeViewing({ state, watched, drafts, editing, reel, sync, api, on }) {
  let stretches = [];
  let unkept = false;
  let active = false;

  function take(stretch) {
    const next = watched.withStretch(stretches, stretch);
    active = true;
    if (next === stretches) return;
    stretches = next;
    unkept = true;
    on.change();
  }

  function keep() {
    if (!state.video) return;
    unkept = false;
    drafts.keepVideo(state.video, { watched: stretches, bookmarks: editing.bookmarks(), frame: reel.frame });
  }

  function beat() {
    if (!state.video || !active || document.hidden) return;
    active = false;
    const body = { key: state.video, watched: stretches.map((one) => one.map(Math.round)), bookmarks: editing.bookmarks(), at_ms: reel.table ? reel.table.startMs(reel.frame) : 0 };
    sync.errand("viewing", async () => {
      const answer = await api.post("viewing/", body);
      if (body.key !== state.video) return;
      hear(answer);
      if (answer.video) on.placed(answer.video);
    });
  }

  // What this person watched in another browser counts too.
  function hear(answer) {
    stretches = watched.withAll(stretches, answer.watched ?? []);
    if (answer.bookmarks?.length && !editing.bookmarks().length) editing.restoreBookmarks(answer.bookmarks);
    on.change();
  }

  setInterval(() => { if (unkept) keep(); }, KEEP_MS);
  setInterval(beat, BEAT_MS);
  addEventListener("pagehide", () => { if (unkept) keep(); });
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => { active = true; }, { passive: true });

  return {
    take,
    hear,
    keep,
    beat,
    open(kept) {
      stretches = kept ?? [];
      const key = state.video;
      sync.errand("viewing", async () => {
        const answer = await api.post("viewing/", { key });
        if (key === state.video) hear(answer);
      });
    },
    stretches: () => stretches,
    gaps: () => (reel.table ? watched.gapsIn(stretches, [reel.table.firstMs, reel.table.endMs]) : []),
    share: () => (reel.table ? watched.watchedShare(stretches, [reel.table.firstMs, reel.table.endMs]) : 0),
  };
}
