// The mark in the bar of a desk as long as an exam lasts, and what becomes of a person who sits in one.

// on: mode(): what the page says without work
export function makeExamMark({ settings, state, root, text, sync, api, on }) {
  const mark = root.querySelector("[data-part=exam]");
  let standing = settings.standing;

  // The sweep moves people on between two claims.
  function hear() {
    if (standing !== "qualified") sync.errand("me", async () => stand(await api.get("me/")));
  }

  function stand({ standing: now, failed_exam: failed }) {
    state.failed = failed ?? null;
    if (root.dataset.mode === "empty") on.mode();
    standing = now;
    const isExam = ["exam", "waiting", "relabel"].includes(now);
    if (!mark) return;
    mark.hidden = !isExam;
    if (isExam) mark.querySelector("span").textContent = text(`mark-${now}`);
  }

  return { hear };
}
