// The clips of one seat side by side: shown together, begun together, stepped and slowed together.

const SLOWER = { 2: 1, 1: 0.5, 0.5: 0.5 };
const FASTER = { 0.5: 1, 1: 2, 2: 2 };

// `box` gets a figure for each clip; `controls` holds the buttons that act on all (data-play, as on the grading desk).
export function makeScreens({ modules, box, controls, texts, text, on }) {
  const parts = Object.fromEntries(modules.player.PARTS.map((name) => [name, modules[`player_${name}`]]));
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const screens = []; // {figure, player}; as many as one seat ever had
  let turn = 0;
  let paused = false;
  let speed = parts.controls.keptSpeed();

  const clipOf = (item, place) => ({ id: `${item.id}:${place}`, clip: item.clips[place] });
  const inView = () => screens.filter(({ figure }) => !figure.hidden).map(({ player }) => player);

  function screenAt(place) {
    return (screens[place] ??= makeScreen(place));
  }

  function makeScreen(place) {
    const figure = document.createElement("figure");
    figure.className = "twin-screen";
    const stage = document.createElement("div");
    stage.className = "stage";
    const caption = document.createElement("figcaption");
    caption.dataset.number = String(place + 1);
    figure.append(stage, caption);
    box.append(figure);
    const player = modules.player.makePlayer({ parts, stage, controls: null, texts: { clip: text("clip-number", { n: place + 1 }) }, reducedMotion });
    player.on("broken", on.broken);
    player.on("state", (now) => heard(player, now));
    if (place === 0) player.on("wrapped", beginTogether);
    return { figure, caption, player };
  }

  function heard(player, now) {
    if (player !== screens[0].player) return;
    ({ paused, speed } = now);
    for (const button of controls.querySelectorAll("button[data-play]")) {
      const { play } = button.dataset;
      if (play === "toggle") button.setAttribute("aria-pressed", String(paused));
      if (play in SPEED_BUTTONS) button.setAttribute("aria-pressed", String(SPEED_BUTTONS[play] === speed));
    }
  }

  // The first clip begins its next round: the others begin theirs, so that they never drift apart.
  function beginTogether() {
    if (!paused) for (const player of inView().slice(1)) player.restart();
  }

  async function show(item, how = (player, clip) => player.show(clip)) {
    const mine = ++turn;
    item.clips.forEach((_, place) => screenAt(place));
    screens.forEach(({ figure, caption }, place) => {
      figure.hidden = place >= item.clips.length;
      caption.textContent = name(item, place);
      const clip = item.clips[place];
      if (clip?.width && clip.height) figure.style.setProperty("--shape", `${clip.width} / ${clip.height}`);
    });
    box.dataset.count = String(item.clips.length);
    const words = await Promise.all(item.clips.map((_, place) => how(screens[place].player, clipOf(item, place)).catch(() => "broken")));
    if (mine !== turn || words.includes("superseded")) return "superseded";
    if (words.includes("broken")) return "broken";
    if (!reducedMotion.matches) for (const player of inView()) player.restart();
    return "shown";
  }

  const name = (item, place) => (item.clips.length > 2 ? String(place + 1) : item.clips.length > 1 ? text(place ? "second" : "first") : "");

  // Those to have ready, nearest first.
  function prepare(items) {
    screens.forEach(({ player }, place) => player.hold(items.filter((item) => item.clips[place]).map((item) => clipOf(item, place))));
  }

  function all(act) {
    for (const player of inView()) act(player);
  }

  function toggle() {
    all((player) => player.toggle());
  }

  function setSpeed(factor) {
    all((player) => player.setSpeed(factor));
  }

  const act = {
    toggle,
    restart: () => all((player) => player.restart()),
    step: (by) => all((player) => player.step(by)),
    slower: () => setSpeed(SLOWER[speed]),
    faster: () => setSpeed(FASTER[speed]),
  };

  controls.addEventListener("click", ({ target }) => {
    const play = target.closest?.("button[data-play]")?.dataset.play;
    if (play in SPEED_BUTTONS) setSpeed(SPEED_BUTTONS[play]);
    else ({ toggle, restart: act.restart, back: () => act.step(-1), forward: () => act.step(1) })[play]?.();
  });

  return {
    ...act, show, prepare,
    retry: (item) => show(item, (player, clip) => player.retry(clip)),
    clear() {
      turn += 1;
      for (const { player, figure } of screens) {
        player.clear();
        figure.hidden = true;
      }
    },
    fetchAgain: () => screens.forEach(({ player }) => player.fetchAgain()),
    // {shown_ms, plays} of the clips in view: as long as the first one was seen.
    watch: () => screens[0]?.player.watch() ?? { shown_ms: 0, plays: 0 },
  };
}

const SPEED_BUTTONS = { slower: 0.5, normal: 1, faster: 2 };
