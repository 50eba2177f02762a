// The exam at the desk: a mark in the bar as long as it lasts, and what a pair that was missed teaches.

export function makeExam({ state, settings, sync, view, root, text, recall }) {
  const box = makeBox();
  const mark = root.querySelector("[data-part=exam]");
  let standing = settings.standing;

  // `lesson` is {truth, level, explanation, earlier}, or undefined for every other pair.
  function teach(lesson) {
    box.section.hidden = !lesson;
    for (const level of view.levels) level.toggleAttribute("data-truth", Number(level.dataset.level) === lesson?.truth);
    if (!lesson) return;
    box.title.textContent = text("lesson-title", lesson);
    box.why.textContent = lesson.explanation;
    box.why.hidden = !lesson.explanation;
    const name = view.levels[lesson.truth].querySelector("strong").textContent;
    box.level.textContent = text("lesson-level", { ...lesson, name });
    box.section.scrollTop = 0;
  }

  function makeBox() {
    addStyles();
    const section = document.createElement("section");
    section.className = "lesson";
    section.hidden = true;
    section.tabIndex = 0;
    section.dataset.part = "lesson";
    section.setAttribute("aria-label", text("lesson-label"));
    const words = document.createElement("div");
    words.className = "lesson-words";
    const [title, why, level] = ["lesson-title", "given-text", "lesson-level"].map((name) => {
      const line = document.createElement("p");
      line.className = name;
      words.append(line);
      return line;
    });
    title.setAttribute("aria-live", "polite");
    why.dir = "auto";
    section.append(words);
    view.part("query-box").after(section);
    return { section, title, why, level };
  }

  function addStyles() {
    if (document.querySelector(`link[href="${settings.lessonStyles}"]`)) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = settings.lessonStyles;
    document.head.append(link);
  }

  async function sayWhatComes() {
    const [step] = await Promise.all(["next_step", "countdown"].map((name) => import(settings.modules[name])));
    await step.sayNextStep({ part: view.part, root, state, address: view.part("empty-start").href });
  }

  // The sweep moves people on between two claims.
  function hear() {
    if (standing !== "qualified") sync.errand("me", recall);
  }

  function stand(now, failed) {
    if (now === standing) return;
    view.failExam(failed);
    if (root.dataset.mode === "empty") view.showEmpty(state.reason);
    standing = now;
    const isExam = ["exam", "waiting", "relabel"].includes(now);
    document.title = `${text(isExam ? "title-exam" : "title-score")} – ${settings.title}`;
    if (!mark) return;
    mark.hidden = !isExam;
    if (isExam) mark.querySelector("span").textContent = text(`mark-${now}`);
  }

  view.onLesson(teach);
  view.onWaiting(() => sayWhatComes().catch(() => {}));
  return { hear, stand };
}
