// The tabs of one person in one browser: one sends at a time, and each knows what the others score and show.

export function makeTabs({ name, id, on }) {
  const elsewhere = new Map(); // other tab → the seat it shows
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(name) : null;
  let showing = null;

  function tell(type, content = {}) {
    channel?.postMessage({ type, tab: id, ...content });
  }

  const hears = {
    hello: () => tell("view", { seat: showing }),
    view({ tab, seat }) {
      elsewhere.set(tab, seat);
      on.view?.(seat);
    },
    gone: ({ tab }) => elsewhere.delete(tab),
    added: ({ entry, past }) => on.added(entry, past),
    results: ({ results, problem }) => on.results(results, problem),
  };
  if (channel) channel.onmessage = ({ data }) => hears[data.type]?.(data);
  tell("hello");
  addEventListener("pagehide", () => tell("gone"));
  addEventListener("pageshow", (event) => event.persisted && tell("view", { seat: showing }));

  return {
    tell,
    // The seat now in view here; null where none is.
    show(seat) {
      if (seat === showing) return;
      showing = seat;
      tell("view", { seat });
    },
    isElsewhere: (seat) => [...elsewhere.values()].includes(seat),
    // Runs `work` while no other tab of the person does; without the API, keys keep things right.
    exclusive: (work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
  };
}
