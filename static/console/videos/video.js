// The map of a video: its lanes are played.

const modules = JSON.parse(document.getElementById("player-settings").textContent);
const { makeLanePlayer, loadModules, listenToKeys } = await import(modules.lane_player);
const loaded = await loadModules(modules);

const player = makeLanePlayer({ modules: loaded, root: document.querySelector("[data-lane-player]") });
listenToKeys(player.keys);
await player.open(document.querySelector("[data-lanes]"));
document.body.dataset.started = "whole";
