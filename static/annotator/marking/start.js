// Starts a desk of long videos: loads the modules by the addresses that the page gives, and lets one of them begin.

const settings = JSON.parse(document.getElementById("desk-settings").textContent);
// The questions are asked for while the other modules come: null where there was no answer, and the desk asks again.
const claimed = settings.claims ? claimEarly().catch(() => null) : null;
const names = Object.keys(settings.modules);
const loaded = await Promise.all(names.map((name) => import(settings.modules[name])));
const modules = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
await modules[settings.desk].start({ settings, modules, claimed });
document.getElementById("desk").dataset.started = "whole";

async function claimEarly() {
  const { makeApi } = await import(settings.modules.api);
  const { api: base, campaign, worker, signIn: signInPage, claims: count } = settings;
  return makeApi({ base, campaign, worker, signInPage }).post("seats/claim/", { count });
}
