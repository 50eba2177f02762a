// What is marked and not sent yet, on this computer with each action: by question, and by video what was watched and
// bookmarked. Another tab of the person hears of it.

const OLD_MS = 60 * 24 * 3600 * 1000;

// `store` is one of desk/store.js; on.heard(entry) brings what another tab wrote.
export function makeDrafts({ store, owner, name, on }) {
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(`${name}:drafts`) : null;
  const kept = new Map();

  function put(entry) {
    kept.set(entry.key, entry);
    channel?.postMessage(entry);
    return store.put(entry).catch(() => on.notKept());
  }

  if (channel) {
    channel.onmessage = ({ data }) => {
      kept.set(data.key, data);
      on.heard(data);
    };
  }

  return {
    async load() {
      const entries = await store.all().catch(() => []);
      const old = entries.filter(({ at }) => at < Date.now() - OLD_MS).map(({ key }) => key);
      if (old.length) store.remove(old).catch(() => {});
      for (const entry of entries) if (!kept.has(entry.key)) kept.set(entry.key, entry);
    },
    keepAnswer: (seat, marking) => put({ key: seat, ...owner, at: Date.now(), marking }),
    keepVideo: (video, { watched, bookmarks, frame }) => put({ key: `video:${video}`, ...owner, at: Date.now(), watched, bookmarks, frame }),
    answer: (seat) => kept.get(seat)?.marking ?? null,
    // What other tabs have written since counts too.
    stored: () => store.all().then((entries) => entries.filter(({ marking }) => marking), () => []),
    answers: () => [...kept.values()].filter(({ marking }) => marking),
    video: (video) => kept.get(`video:${video}`) ?? null,
    forget(seat) {
      kept.delete(seat);
      return store.remove([seat]).catch(() => {});
    },
  };
}
