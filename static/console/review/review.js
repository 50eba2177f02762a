// The lead's review queue: batches are extended or closed by key (frame/queue.js has the rest).

const { makeQueue, add, openNote } = await import(document.querySelector("[data-cards]").dataset.queue);
const suggested = document.querySelector("[data-suggested]");

const queue = makeQueue({
  noun: ["batch", "batches"],
  words: { extend: "extended", close: "closed" },
  deeds: {
    e: () => queue.decide("extend"),
    c: () => queue.decide("close"),
    o: open,
    Enter: open,
    n: () => openNote(queue.chosen()),
  },
  on: {
    moved: (change, card) => { if (card.hasAttribute("data-suggests")) add(change, suggested); },
    counted(cards) {
      const shown = document.querySelector("[data-shown]");
      if (shown) shown.value = cards.map((card) => card.id.replace("review-", "")).join(",");
    },
  },
});

function open() {
  queue.chosen()?.querySelector("[data-open]").click();
}

queue.start();
