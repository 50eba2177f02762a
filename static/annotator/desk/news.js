// What the person should look at: messages of the lead, answers to own questions, and a renewed guideline.

export function makeNews({ state, api, outbox, sync, settings, part, dialogs, text }) {
  const { answers: box, guideline: drawer } = dialogs;
  let heard = null;
  let answers = [];
  let messages = [];
  let guideline = settings.guideline;
  let shownVersion = null; // opened automatically once
  let loaded = false;

  // The number in a claim's answer; more is asked for only when it has changed.
  function hear(count) {
    if (count === undefined || count === null || count === heard) return;
    heard = count;
    if (count) sync.errand("news", async () => take(await api.get("news/")));
    else take({ answers: [], messages: [], guideline });
  }

  function take(answer) {
    if (!answer) return;
    answers = answer.answers;
    messages = answer.messages ?? [];
    if (answer.guideline.version !== guideline.version) loaded = false;
    guideline = answer.guideline;
    draw();
    if (isUnread() && shownVersion !== guideline.version) openGuideline();
  }

  const isUnread = () => Boolean(guideline.version) && !guideline.read;

  function draw() {
    const button = part("news");
    const count = answers.length + messages.length;
    button.hidden = !count;
    part("news-count").textContent = String(count);
    part("unread").hidden = !isUnread() || !loaded; // nobody confirms what was not shown
    part("guideline-dot").hidden = !isUnread();
  }

  function openAnswers() {
    box.querySelector("[data-list]").replaceChildren(...messages.map(told), ...answers.map(answered));
    box.showModal();
  }

  const told = ({ text: words }) => item([["news-message", words]]);
  const answered = ({ query, question, answer }) =>
    item([["news-query", query], ["news-question", question], ["news-answer", answer]]);

  function item(parts) {
    const element = document.createElement("li");
    element.className = "answer";
    for (const [label, words] of parts) {
      const name = document.createElement("p");
      name.className = "muted";
      name.textContent = text(label);
      const body = document.createElement("bdi");
      body.className = "given-text";
      body.dir = "auto";
      body.textContent = words || "–";
      element.append(name, body);
    }
    return element;
  }

  // Goes through the outbox like a score, so that what was put away stays so.
  function dismiss() {
    const [seen, read] = [answers, messages].map((list) => list.map(({ id }) => id));
    [answers, messages] = [[], []];
    tell({ answers: seen, messages: read });
    box.close();
  }

  function readGuideline() {
    guideline = { ...guideline, read: true };
    tell({ answers: [], guideline: guideline.version });
    drawer.close();
  }

  function tell(body) {
    heard = null;
    draw();
    outbox.add({ kind: "news", body });
    sync.run();
  }

  async function openGuideline() {
    if (drawer.open) return;
    // Half a note in another dialog comes first; the dot on the button waits.
    if (document.querySelector("dialog[open]")) return;
    shownVersion = guideline.version;
    drawer.showModal();
    if (!loaded) await load();
  }

  // The levels are on the page already; the campaign's own words and examples come when they are wanted.
  async function load() {
    addStyles();
    const { version } = guideline;
    loaded = await fragment().then((content) => {
      part("guideline-text").replaceChildren(content);
      return version === guideline.version;
    }, () => false);
    part("guideline-missing").hidden = loaded;
    draw();
  }

  async function fragment() {
    const answer = await fetch(settings.guidelineUrl, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    return template.content;
  }

  function addStyles() {
    if (document.querySelector(`link[href="${settings.guidelineStyles}"]`)) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = settings.guidelineStyles;
    document.head.append(link);
  }

  part("news").addEventListener("click", openAnswers);
  box.querySelector("[data-dismiss]").addEventListener("click", dismiss);
  part("unread").addEventListener("click", readGuideline);
  part("guideline-again").addEventListener("click", load);
  draw();
  if (isUnread()) openGuideline();
  return { hear, take, openGuideline, isUnread };
}
