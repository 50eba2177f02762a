// A row for each file that is uploaded: its name, how far it is, and a button to stop.

const RATE_OVER_MS = 1500;

export function uploadRow(file, list, stop) {
  const row = document.createElement("li");
  const name = Object.assign(document.createElement("span"), { className: "upload-name", textContent: file.name, dir: "auto" });
  const bar = Object.assign(document.createElement("progress"), { max: file.size || 1, value: 0 });
  const text = Object.assign(document.createElement("span"), { className: "upload-text muted", textContent: "Waiting" });
  const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: "Stop" });
  const unseen = Object.assign(document.createElement("span"), { className: "unseen", textContent: ` the upload of ${file.name}` });
  bar.setAttribute("aria-label", file.name);
  text.setAttribute("role", "status");
  button.append(unseen);
  button.addEventListener("click", stop);
  row.append(name, button, bar, text);
  list.append(row);
  const pace = { bytes: -1, at: 0, rate: 0 };
  return {
    show(received, size) {
      bar.value = received;
      text.textContent = `${megabytes(received)} of ${megabytes(size)}${left(pace, received, size)}`;
    },
    tell: (words) => (text.textContent = words),
    refuse(words) {
      row.classList.add("upload-refused");
      text.textContent = words;
      this.close();
    },
    arrive(kept) {
      bar.value = bar.max;
      text.textContent = kept === file.name ? "Uploaded" : `Uploaded as ${kept}`;
      this.close();
    },
    close: () => button.remove(),
  };
}

/** The time that is left at the pace of this go; nothing before there is one. */
function left(pace, received, size) {
  const now = performance.now();
  if (pace.bytes < 0) {
    pace.bytes = received;
    pace.at = now;
  }
  if (now - pace.at < RATE_OVER_MS || received <= pace.bytes) return "";
  const seconds = ((size - received) * (now - pace.at)) / (received - pace.bytes) / 1000;
  return seconds < 90 ? `, ${Math.max(1, Math.round(seconds))} s left` : `, ${Math.round(seconds / 60)} min left`;
}

function megabytes(bytes) {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
