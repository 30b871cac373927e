/** Just enough of a browser for the page's state; to be imported before it. */

function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

const heard = new EventTarget();
Object.assign(globalThis, {
  window: {
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
    matchMedia: () => ({ matches: true }), // nothing moves
    addEventListener: heard.addEventListener.bind(heard),
    removeEventListener: heard.removeEventListener.bind(heard),
    dispatchEvent: heard.dispatchEvent.bind(heard),
    navigator: { onLine: true },
  },
  document: { visibilityState: "visible", documentElement: { lang: "en", dataset: {} } },
  location: { protocol: "http:", host: "here" },
  sessionStorage: storage(),
  localStorage: storage(),
});
