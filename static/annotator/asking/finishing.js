// The dialog that ends a video: what is still a draft, what was not watched, and the button that gives it to others.

export function makeFinishing({ dialog, state, papers, saving, editing, values, viewing, sync, api, text, on }) {
  const field = (name) => dialog.querySelector(`[data-${name}]`);
  let complaint = "";
  let ending = false;

  function open() {
    if (!state.mine) return;
    complaint = "";
    // In an empty draft nothing can be lost.
    for (const question of papers.ofMine()) if (question.state === "draft" && values.isEmpty(papers.valueOf(question))) dropEmpty(question);
    draw();
    dialog.showModal();
    saving.hurry(true);
  }

  function dropEmpty(question) {
    editing.restore(question.id, values.discard(papers.valueOf(question)));
    papers.keep(question);
  }

  function draw() {
    const mine = papers.ofMine();
    const drafts = mine.filter((one) => one.state === "draft" && !papers.valueOf(one).sent);
    const waiting = mine.filter(papers.isUnsaved).length;
    const share = Math.floor(viewing.share() * 100 + 0.05);
    field("sent").textContent = text("finish-sent", { n: mine.length - drafts.length });
    field("drafts").textContent = drafts.length ? text("finish-drafts", { numbers: drafts.map((one) => papers.shown().own.indexOf(one) + 1).join(", ") }) : "";
    field("unwatched").textContent = share < 100 && state.video === state.mine ? text("finish-unwatched", { n: 100 - share }) : "";
    field("complaint").textContent = complaint || (waiting && state.trouble ? text("finish-waits", { n: waiting }) : "");
    for (const name of ["drafts", "unwatched", "complaint"]) field(name).hidden = !field(name).textContent;
    field("confirm").disabled = Boolean(drafts.length || waiting || ending);
  }

  function confirm() {
    ending = true;
    draw();
    viewing.beat();
    const left = state.mine;
    sync.errand("finish", async () => {
      try {
        const answer = await api.post("asks/finish/", {});
        dialog.close();
        on.finished(left, answer);
      } catch (trouble) {
        if (trouble.kind !== "rejected") throw trouble;
        complaint = trouble.detail;
        on.refused(await api.get("asks/"));
      } finally {
        ending = false;
        draw();
      }
    });
  }

  field("confirm").addEventListener("click", confirm);
  dialog.addEventListener("close", () => saving.hurry(false));
  return { open, redraw: () => { if (dialog.open) draw(); } };
}
