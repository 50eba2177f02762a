// The exam at the marker's desk: a mark in the bar as long as it lasts, and what a question that was missed teaches.

// on: seek(ms), mode(): what the page says without work
export function makeLesson({ settings, state, part, root, text, timecode, element: { element }, sync, api, on }) {
  const box = part("lesson");
  const mark = root.querySelector("[data-part=exam]");
  let standing = settings.standing;
  let shown = null;

  // `lesson` is {segments, explanation, earlier_segments}, or null for every other question.
  function teach(lesson) {
    if (lesson === shown) return;
    shown = lesson;
    box.hidden = !lesson;
    if (!lesson) return;
    fill(part("lesson-truth"), lesson.segments);
    fill(part("lesson-earlier"), lesson.earlier_segments);
    part("lesson-why").textContent = lesson.explanation;
    part("lesson-why").hidden = !lesson.explanation;
  }

  function fill(list, segments) {
    const items = segments.map(([start, end]) => {
      const go = element("button", { type: "button", className: "small" }, [`${timecode(start)} – ${timecode(end)}`]);
      go.addEventListener("click", () => on.seek(start));
      return element("li", {}, [go]);
    });
    list.replaceChildren(...(items.length ? items : [element("li", {}, [text("lesson-none")])]));
  }

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

  return { teach, hear };
}
