// What every desk of long videos stands on: the page's parts, what is kept on this computer and sent, the account, news.

// What both desks know. Each adds its own.
export const freshState = (settings) => ({
  videos: new Map(), // key → addresses of its proxy, frame table and filmstrip
  video: null, // the key of the one in view
  inTwoTabs: null, // the key of a video of which was said that another tab shows it too
  current: null, // the question in view
  shown: [], // seats that came into view and that are not reported to the server yet
  unsent: [], // the outbox, mirrored
  lasting: true, // whether it outlives the tab
  sending: 0,
  trouble: null,
  refused: 0,
  today: settings.today,
  left: null,
  reason: null,
  news: 0,
});

// `shelf`: the name of the store of drafts; countUnsent(state); fetchWork(api): what to ask for instead of seats.
// `claimed`: the promise of an answer that was asked for already.
// on: heard(entry), added(entry), results(results), result(entry, result), claim(answer)
export async function makeShell({ settings, modules, state, shelf: shelfName, hold, countUnsent, fetchWork, claimed, on }) {
  const root = document.getElementById("desk");
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const dialog = (id) => document.getElementById(id);
  const owner = { campaign: settings.campaign, worker: settings.worker };
  const name = `desk:${owner.campaign}:${owner.worker}`;
  const text = (key, values = {}) => (settings.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, field) => values[field] ?? "");

  const [store, shelf] = await Promise.all([modules.store.openStore(owner), modules.store.openStore(owner, shelfName)]);
  state.lasting = store.lasting && shelf.lasting;
  const api = modules.api.makeApi({ base: settings.api, signInPage: settings.signIn, ...owner });
  const status = modules.status.makeStatus({ root, state, text, countUnsent });
  const notices = modules.status.makeNotices({ list: part("notices"), state, text, onChange: status.refresh });
  const tab = modules.outbox.newKey();
  const tabs = modules.tabs.makeTabs({ name, id: tab, on: { added: on.added, results: on.results, view: sayTwoTabs } });
  const outbox = modules.outbox.makeOutbox({ state, store, owner, tab, on: { change: changed, notKept } });
  const drafts = modules.drafts.makeDrafts({ store: shelf, owner, name: `${name}:${shelfName}`, on: { heard: on.heard, notKept } });
  const player = { plays: modules.player_support.testSupport().types(), fetchAgain() {} };
  const held = hold(player);
  const { refusal, wireProblem } = modules.wire;
  const sync = modules.sync.makeSync({
    state, api, outbox, tabs, hold: held, claimed, fetchWork: fetchWork && (() => fetchWork(api)),
    wire: { refusal, wireProblem, wireScore: modules.wire_marking.wireAnswer },
    on: { change: changed, claim: on.claim, result: on.result, trouble: hearTrouble },
  });
  const account = modules.account.makeAccount({
    state, api, sync, text, countUnsent, csrfToken: modules.api.csrfToken, signOut: settings.signOut,
    dialogs: { signIn: dialog("sign-in"), leave: dialog("leave") },
  });
  const news = modules.news.makeNews({
    state, api, outbox, sync, settings, text, part: (wanted) => document.querySelector(`[data-part="${wanted}"]`),
    dialogs: { answers: dialog("answers"), guideline: dialog("guideline") },
  });

  function hearTrouble(trouble, before) {
    status.refresh();
    status.announce(before);
    account.hear(trouble);
  }

  function changed() {
    status.refresh();
    account?.follow();
  }

  // Which video is in view now; another tab of this person may have it in view too.
  function watching(key) {
    tabs.show(key);
    if (tabs.isElsewhere(key)) sayTwoTabs(key);
  }

  function sayTwoTabs(key) {
    if (!key || key !== state.video || key === state.inTwoTabs) return;
    state.inTwoTabs = key;
    notices.add(text("two-tabs"), "note-stays");
  }

  function notKept() {
    state.lasting = false;
    notices.add(text("not-kept"), "note-stays");
  }

  // What was kept before the page was opened; whoever calls this asks for work afterwards.
  async function load() {
    await Promise.all([outbox.pending(), drafts.load()]);
    if (!state.lasting) notices.add(text("not-lasting"), "note-stays");
    changed();
  }

  const numbers = new Intl.NumberFormat(document.documentElement.lang || "en");
  return { root, part, dialog, text, numbers, api, status, notices, tabs, outbox, drafts, player, hold: held, sync, account, news, changed, load, watching };
}
