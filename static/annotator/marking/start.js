// Starts a desk of long videos: loads the modules by the addresses that the page gives, and lets one of them begin.

const settings = JSON.parse(document.getElementById("desk-settings").textContent);
const names = Object.keys(settings.modules);
const loaded = await Promise.all(names.map((name) => import(settings.modules[name])));
const modules = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
await modules[settings.desk].start({ settings, modules });
document.getElementById("desk").dataset.started = "whole";
