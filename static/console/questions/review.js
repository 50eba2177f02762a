// The queue of questions that wait for a lead: one card is open, with the video and everybody's answers in it.

const modules = JSON.parse(document.getElementById("player-settings").textContent);
const { makeLanePlayer, loadModules, showCondition } = await import(modules.lane_player);
const loaded = await loadModules(modules);
const { makeQueue } = await import(document.querySelector("[data-cards]").dataset.queue);

const root = document.querySelector("[data-player]").content.firstElementChild;
const player = makeLanePlayer({ modules: loaded, root });
const pieces = loaded.pieces.makePieces({
  form: () => queue.chosen()?.querySelector("[data-decide]"), player, timecode: loaded.timecode.timecode,
});

const queue = makeQueue({
  noun: ["question", "questions"],
  words: { settle: "accepted", return: "returned", reject: "rejected" },
  arrows: false,
  deeds: {
    1: () => pieces.pick(1),
    2: () => pieces.pick(2),
    3: () => pieces.pick(3),
    4: () => pieces.pick(4),
    0: () => pieces.pick(0),
    i: () => pieces.edge("start"),
    o: () => pieces.edge("end"),
    n: pieces.next,
    "Shift+n": pieces.previous,
    c: pieces.note,
    Enter: () => queue.decide("settle"),
    r: () => queue.decide("return"),
    x: () => queue.decide("reject"),
    ...player.keys,
  },
  on: {
    may: (card, decision) => {
      if (card !== queue.chosen()) queue.choose(card);
      const isThere = card.querySelector(`[data-decide] button[value="${decision}"]`);
      return Boolean(isThere) && pieces.ready(decision);
    },
    chosen: show,
  },
});
let shown = null;

function show(card) {
  if (card === shown) return;
  shown = card;
  player.pause();
  if (!card) {
    root.remove();
    return;
  }
  card.querySelector("[data-slot]").prepend(root);
  player.open(card.querySelector("[data-lanes]"));
  pieces.start();
  const image = card.querySelector("[data-condition]");
  if (image) showCondition({ modules: loaded, element: image });
}

queue.start();
document.body.dataset.started = "whole";
