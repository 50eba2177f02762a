// Draws the pair, the levels and the progress; knows the page's elements and nothing of the network.

const BEFORE_EXAM = ["training_required", "exam_required"];
const BEFORE_WORK = [...BEFORE_EXAM, "waiting_for_truth"];

export function makeView({ root, text, numbers }) {
  const parts = new Map([...root.querySelectorAll("[data-part]")].map((element) => [element.dataset.part, element]));
  const part = (name) => parts.get(name);
  const levels = [...root.querySelectorAll("[data-level]")];

  const rest = watchRest(part("query-box"), part("query-more"));

  function showQuery(words) {
    part("query").textContent = words;
    part("query-box").style.setProperty("--root", Math.sqrt(Math.max(words.length, 1)).toFixed(2)); // desk.css: the size of the text
    rest.begin();
  }

  // What the pair in view teaches (exam.js); nothing happens where that stays nothing.
  let lesson;
  let teach = null;
  function showLesson(next) {
    if (next === lesson) return;
    lesson = next;
    teach?.(next);
  }

  // mode: "loading", "ready", "broken" or "empty".
  function setMode(mode) {
    root.dataset.mode = mode;
    if (mode === "ready" && hintIs(text("hint-no-clip"))) hint("");
    for (const name of ["loading", "broken", "empty"]) part(name).hidden = mode !== name;
    part("stage").hidden = mode !== "ready" && mode !== "loading";
    part("controls").hidden = mode === "empty";
    part("report").setAttribute("aria-disabled", String(mode === "empty"));
  }

  const hintIs = (words) => part("hint").textContent === words;

  function setUsable(usable) {
    for (const level of levels) level.setAttribute("aria-disabled", String(!usable));
  }

  function showPair(pair) {
    root.dataset.pair = pair.id;
    showQuery(pair.query);
    hint("");
    press(pair.past ? pair.past.relevance : null);
    showLesson(pair.lesson);
  }

  function press(relevance) {
    for (const level of levels) level.setAttribute("aria-pressed", String(Number(level.dataset.level) === relevance));
  }

  // A score given before: its level, and how long it may still be changed.
  function showPast(past, { final, seconds }) {
    root.toggleAttribute("data-past", past !== null);
    root.toggleAttribute("data-final", final);
    part("forward").hidden = past === null;
    part("countdown").textContent = past === null ? "" : pastWords(past, final, seconds);
  }

  function pastWords(past, final, seconds) {
    if (final) return text("past-final", { level: past.relevance });
    if (seconds === null) return text("past-open", { level: past.relevance });
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return text("past-until", { level: past.relevance, time });
  }

  function clear() {
    delete root.dataset.pair;
    showQuery("");
    press(null);
    hint("");
    showLesson();
  }

  function showWaiting() {
    clear();
    setMode("loading");
  }

  // {answers, misses} of who is back in training, as the last exam was not passed; else null.
  let failed = null;
  function failExam(exam) {
    failed = exam;
  }

  let waiting = null;
  let isWaiting = false;
  function onWaiting(tell) {
    waiting = tell;
    if (isWaiting) waiting();
  }

  function showEmpty(reason) {
    const known = `empty-${reason}-title`;
    const name = text(known) === known ? "no_work" : reason;
    const shown = failed && BEFORE_EXAM.includes(name) ? (failed.answers ? "exam_failed" : "exam_void") : name;
    clear();
    part("empty-title").textContent = text(`empty-${shown}-title`);
    part("empty-text").textContent = text(`empty-${shown}-text`, failed ?? {});
    part("empty-start").hidden = !BEFORE_WORK.includes(name);
    setMode("empty");
    isWaiting = name === "waiting_for_truth";
    if (isWaiting) waiting?.();
  }

  function showProgress({ today, left }) {
    part("today").textContent = today === null ? "–" : numbers.format(today);
    part("left").textContent = left === null ? "–" : left >= 1000 ? text("many", { n: numbers.format(1000) }) : numbers.format(left);
  }

  // A quiet line beside the levels, read out once.
  function hint(words) {
    part("hint").textContent = words;
  }

  // The chosen level lights up for a moment, so that the hand knows what it did.
  function acknowledge(level) {
    const button = levels.find((one) => Number(one.dataset.level) === level);
    // The same animation starts again under another name.
    const name = button.dataset.chosen === "once" ? "again" : "once";
    for (const one of levels) delete one.dataset.chosen;
    button.dataset.chosen = name;
  }

  return {
    part, levels, setMode, setUsable, showPair, showPast, showWaiting, showEmpty, failExam, showProgress, hint, hintIs, acknowledge,
    onWaiting,
    onLesson: (show) => { teach = show; if (lesson) teach(lesson); },
    setBack: (possible) => part("back").setAttribute("aria-disabled", String(!possible)),
  };
}

// Says that a query goes on below its box. Asking for a scroll position or a height lays the page out, so it is asked
// for once a size or the position has changed, after the frame, and not at a key press.
function watchRest(box, more) {
  let isScrolled = false;
  let due = false;

  function look() {
    due = false;
    isScrolled = box.scrollTop > 0;
    more.hidden = box.scrollHeight - box.clientHeight - box.scrollTop < 4;
  }

  function lookSoon() {
    if (!due) requestAnimationFrame(() => setTimeout(look));
    due = true;
  }

  const sizes = new ResizeObserver(lookSoon);
  for (const element of [box, ...box.children]) sizes.observe(element);
  box.addEventListener("scroll", lookSoon, { passive: true });
  more.querySelector("button").addEventListener("click", () => box.scrollBy({ top: box.clientHeight * 0.7 }));
  return { begin() { if (isScrolled) box.scrollTop = 0; } };
}
