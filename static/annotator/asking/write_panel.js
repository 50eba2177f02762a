// Draws what an author has beside the video: the questions, the form of the one in view, what is still missing of it.

export function makeWritePanel({ root, part, text, timecode, values, papers, element, lists: { makeLists, listenToLists }, parts, on }) {
  const lists = makeLists({ part, text, timecode, element });
  let picture = null;
  let pictureAddress;

  function draw(question) {
    const { own, returned } = papers.shown();
    root.dataset.question = question?.id ?? "";
    showList("asks", own, question);
    showList("returned", returned, question);
    showWanted();
    part("guide").hidden = Boolean(question);
    for (const name of ["form", "foot"]) part(name).hidden = !question;
    if (question) showForm(question, papers.valueOf(question));
  }

  function showList(name, questions, current) {
    part(`${name}-box`).hidden = !questions.length;
    lists.showQuestions(part(name), questions, { current, stateOf, wordsOf });
  }

  const wordsOf = (question) => papers.valueOf(question).text.trim() || text(papers.isBlank(question) ? "new-question" : "no-words");

  function stateOf(question) {
    if (question.conflict) return "conflict";
    if (question.trouble) return "refused";
    if (papers.isBlank(question)) return "blank";
    return papers.isEditable(question) && papers.valueOf(question).sent ? "sending" : question.state;
  }

  function showForm(question, value) {
    const locked = papers.isLocked();
    const form = part("form");
    form.toggleAttribute("data-locked", locked);
    if (part("words").value !== value.text) part("words").value = value.text;
    part("words").readOnly = locked;
    part("reason-box").hidden = !question.reason || question.state !== "returned";
    part("reason").textContent = question.reason;
    part("conflict").hidden = !question.conflict;
    if (question.conflict) part("theirs").textContent = text("conflict-theirs", { words: question.conflict.text || text("no-words"), n: question.conflict.segments.length });
    for (const button of form.querySelectorAll("[data-task]")) {
      button.setAttribute("aria-pressed", String(button.dataset.task === value.task));
      button.setAttribute("aria-disabled", String(locked));
    }
    part("picture-box").hidden = value.task !== "ims";
    part("take").setAttribute("aria-disabled", String(locked));
    showPicture(value.condition);
    lists.showSegments(value, locked);
    showFoot(question, value, locked);
  }

  function showPicture(condition) {
    const { condition: show, state, reel } = parts();
    const address = state.videos.get(condition?.key)?.proxy.url;
    if (condition?.key === picture?.key && condition?.at_ms === picture?.at_ms && address === pictureAddress) return;
    [picture, pictureAddress] = [condition, address];
    const isKnown = !condition || state.videos.has(condition.key);
    part("picture-words").textContent = condition ? text(isKnown ? "picture-at" : "picture-elsewhere", { time: timecode(condition.at_ms) }) : text("picture-none");
    show(condition, { key: state.video, table: reel.table });
  }

  function showFoot(question, value, locked) {
    const [missing] = values.missingIn(value);
    const words = locked ? text(value.sent && papers.isEditable(question) ? "sending-soon" : `is-${question.state}`) : missing ? text(`missing-${missing}`) : text("ready-question");
    part("missing").textContent = question.trouble && !locked ? text("trouble-question", { detail: question.trouble.words }) : words;
    part("submit").classList.toggle("primary", !missing && !locked);
    part("submit").setAttribute("aria-disabled", String(Boolean(missing) || locked));
    part("discard").setAttribute("aria-disabled", String(locked || question.state !== "draft" || papers.isBlank(question)));
  }

  function showWanted() {
    const { wanted } = parts().state;
    part("wanted-box").hidden = !wanted.length;
    part("wanted").replaceChildren(...wanted.map(({ task, wanted: n, have }) => element.element("li", { className: have >= n ? "met" : "" }, [text(`wanted-${task}`, { n, have })])));
  }

  listenToLists(root, {
    ask: on.ask,
    segment: (place) => on.segment(Number(place)),
    remove: (place) => on.remove(Number(place)),
    task: on.task,
    keep: (which) => on.decide(which === "mine"),
  });
  part("words").addEventListener("input", () => on.words(part("words").value));

  return { draw };
}
