// What clips that were missed in the exam teach: the right judgement, why, and one's own; above the questions.

export function makeTwinLesson({ box, text }) {
  const line = (name) => box.querySelector(`[data-lesson="${name}"]`);

  // `lesson` is {temporal, unreal, explanation, earlier_judgement}, or undefined for all other clips.
  function teach(lesson) {
    box.hidden = !lesson;
    if (!lesson) return;
    line("truth").textContent = sentence(lesson);
    line("why").textContent = lesson.explanation;
    line("why").hidden = !lesson.explanation;
    line("earlier").textContent = sentence(lesson.earlier_judgement);
  }

  const sentence = ({ temporal, unreal }) => text(temporal ? `lesson-${unreal}` : "lesson-no");

  return { teach };
}
