// The panel on which people write a sentence for each clip, with checks while they type.

export function makeCaptioning({ box, makeChecks, api, text, on }) {
  const fields = [...box.querySelectorAll("[data-caption]")];
  const areas = fields.map((field) => field.querySelector("textarea"));
  const returned = box.querySelector("[data-returned]");
  const reason = box.querySelector("[data-reason]");
  const cameBack = box.querySelector("[data-came-back]");
  const sample = box.querySelector("[data-sample]");
  let item = null;
  const checks = makeChecks({ api, onFound: draw });

  const texts = () => areas.map((area, place) => (item.wanted[place] ? area.value.trim() : null));

  function draw() {
    if (!item) return;
    checks.look(texts(), item.id).forEach(({ words, faults }, place) => {
      const field = fields[place];
      const fault = faults?.find(({ refused }) => refused) ?? faults?.[0];
      const note = field.querySelector("[data-problem]");
      field.querySelector("[data-words]").textContent = text(words === 1 ? "word" : "words", { n: words });
      note.textContent = fault?.sentence ?? "";
      note.toggleAttribute("data-refused", Boolean(fault?.refused));
      areas[place].setAttribute("aria-invalid", String(Boolean(fault?.refused)));
    });
  }

  // Which caption is to be written, if it is only one of the two: 0 or 1.
  function only({ wanted, locked }) {
    const open = [0, 1].filter((place) => wanted[place] && !locked?.[place]);
    return open.length === 1 ? open[0] : null;
  }

  function show(next, answer, draft) {
    item = next;
    checks.forget();
    const given = answer?.captions ?? draft ?? item.texts ?? [];
    fields.forEach((field, place) => {
      field.hidden = !item.wanted[place];
      areas[place].value = given[place] ?? "";
      areas[place].readOnly = Boolean(item.locked?.[place]);
      field.toggleAttribute("data-locked", areas[place].readOnly);
    });
    reason.textContent = item.reason ?? "";
    cameBack.textContent = text(["returned-first", "returned-second"][only(item)] ?? "returned-both");
    returned.hidden = !item.reason;
    sample.hidden = !item.sample;
    draw();
  }

  function restore(draft) {
    if (!item || !Array.isArray(draft)) return;
    areas.forEach((area, place) => { if (document.activeElement !== area) area.value = draft[place] ?? ""; });
    draw();
  }

  // What the server is known to refuse is not sent.
  function submit() {
    const given = texts();
    const empty = given.findIndex((one) => one === "");
    if (empty >= 0) {
      areas[empty].focus();
      return void on.hint(text("caption-empty"));
    }
    const refused = checks.look(given, item.id).flatMap(({ faults }) => faults ?? []).find((fault) => fault.refused);
    if (refused) return void on.hint(refused.sentence);
    document.activeElement?.blur(); // what is pressed next is meant for the next clips
    on.complete({ captions: given });
  }

  for (const area of areas) {
    area.addEventListener("input", () => {
      draw();
      on.draft(areas.map(({ value }) => value));
    });
  }
  box.querySelector("[data-send]").addEventListener("click", (event) => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") submit(); });

  const task = (next) => (only(next) === null ? next.query : text(["describe-first", "describe-second"][only(next)]));

  return { box, task, show, restore, submit, focus: (place) => { if (!fields[place].hidden) areas[place].focus(); } };
}
