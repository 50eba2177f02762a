// The queue of samples of captions: both clips of a card play together, and a lead grades the captions by key.

const { makeQueue } = await import(document.querySelector("[data-cards]").dataset.queue);
const shots = (card) => [...(card?.querySelectorAll("[data-player], .page-player button[data-play=toggle]") ?? [])];

const queue = makeQueue({
  noun: ["sample", "samples"],
  words: { pass: "passed", fail: "did not pass" },
  deeds: {
    p: () => queue.decide("pass"),
    x: () => queue.decide("fail"),
    c: () => remarkOf(queue.chosen())?.focus(),
    " ": () => { for (const shot of shots(queue.chosen())) shot.click(); },
  },
  on: { may: (card, decision) => decision === "pass" || isSaid(card) },
});

const remarkOf = (card) => card?.querySelector("textarea[name=remark]");

// What does not pass needs a remark, which its person reads.
function isSaid(card) {
  if (remarkOf(card).value.trim()) return true;
  queue.choose(card, { focus: false });
  remarkOf(card).focus();
  queue.say("Say in the remark what is wrong. Then press x again.");
  return false;
}

queue.start();
document.body.dataset.started = "whole";
