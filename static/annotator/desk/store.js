// Keeps unsent entries on this computer: in IndexedDB, or where that is refused in this tab's sessionStorage.

const DATABASE = "reelevance-desk";
const STORE = "outbox";
const OPENED_WITHIN_MS = 4000; // some private windows never answer

// lasting: true where the entries outlive the tab and are shared by the tabs of one browser.
export async function openStore(owner, name = DATABASE) {
  try {
    return sharedStore(await opened(name), owner, name);
  } catch {
    return tabStore(owner, name === DATABASE ? "desk" : name);
  }
}

function opened(name) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("no answer")), OPENED_WITHIN_MS);
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { keyPath: "key" });
      store.createIndex("owner", ["campaign", "worker"]);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function sharedStore(first, { campaign, worker }, name) {
  let database = first;

  // Resolves when the transaction is on the disk, with what the last request gave.
  async function transact(mode, ask) {
    try {
      return await attempt(mode, ask);
    } catch (trouble) {
      if (trouble.name !== "InvalidStateError") throw trouble;
      database = await opened(name); // the browser closed it, for example while the page was put aside
      return attempt(mode, ask);
    }
  }

  function attempt(mode, ask) {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("not kept"));
    });
  }

  return {
    lasting: true,
    put: (entry) => transact("readwrite", (store) => store.put(entry)),
    all: () => transact("readonly", (store) => store.index("owner").getAll([campaign, worker])),
    remove: (keys) => transact("readwrite", (store) => keys.map((key) => store.delete(key)).at(-1)),
  };
}

function tabStore({ campaign, worker }, kind) {
  const name = `${kind}:${campaign}:${worker}`;
  const entries = new Map(read().map((entry) => [entry.key, entry]));

  function read() {
    try {
      return JSON.parse(sessionStorage.getItem(name)) ?? [];
    } catch {
      return [];
    }
  }

  function save() {
    try {
      sessionStorage.setItem(name, JSON.stringify([...entries.values()]));
    } catch {
      // The tab keeps them in memory.
    }
  }

  return {
    lasting: false,
    async put(entry) {
      entries.set(entry.key, entry);
      save();
    },
    all: async () => [...entries.values()],
    async remove(keys) {
      for (const key of keys) entries.delete(key);
      save();
    },
  };
}
