// A site that was visited opens without a network, too, and can be installed.

const LATE = 3000; // ms after which what is kept may share the line with what is shown

/** Keep a site in this browser. @param {URL} root @param {(update: () => void) => void} newer is told how to change to a newer one when that has come */
export function keep(root, newer) {
  const { serviceWorker, connection } = /** @type {Navigator & { connection?: { saveData?: boolean } }} */ (
    navigator
  );
  if (!serviceWorker || connection?.saveData) return;
  const offer = (/** @type {ServiceWorker} */ found) =>
    newer(() => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      found.postMessage("take over");
    });
  const begin = async () => {
    const registration = await serviceWorker.register(new URL("service_worker.js", root)).catch(() => null);
    if (registration?.waiting) offer(registration.waiting);
    registration?.addEventListener("updatefound", () => {
      const found = registration.installing;
      found?.addEventListener("statechange", () => {
        if (found.state === "installed" && serviceWorker.controller) offer(found);
      });
    });
  };
  setTimeout(begin, LATE);
}
