// Keeps the pages and files of a site, so that it opens without a network: a whole site at a time, never parts of two.
// Before this script stands `self.site`: see web/site/__init__.py.

/** @typedef {{ version: string, files: string[] }} Kept what a site changes with, and its files below the root */
/** @typedef {Event & { waitUntil(promise: Promise<unknown>): void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith(answer: Promise<Response>): void }} Asking */

const { version, files } = /** @type {Kept} */ (Reflect.get(self, "site"));
const FAMILY = "autograd-studio-site ";
const scope = /** @type {any} */ (self).registration.scope;
const { clients } = /** @type {any} */ (self);
const own = `${FAMILY}${scope} `;

self.addEventListener("install", (event) => {
  const kept = caches.open(own + version).then((cache) => cache.addAll(files.map((file) => scope + file)));
  /** @type {Lasting} */ (event).waitUntil(kept);
});

self.addEventListener("activate", (event) => /** @type {Lasting} */ (event).waitUntil(drop()));

/** Drop older versions; the last one stays while other tabs may show it, which still ask for its files. */
async function drop() {
  const older = (await caches.keys()).filter((one) => one.startsWith(own) && one !== own + version);
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.length > 1) older.pop(); // they are in the order in which they came
  await Promise.all(older.map((one) => caches.delete(one)));
}

self.addEventListener("message", ({ data }) => {
  if (data === "take over") void (/** @type {any} */ (self).skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const asking = /** @type {Asking} */ (event);
  const { method, url, mode } = asking.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  asking.respondWith(answer(mode === "navigate" ? pageOf(url) : url, asking.request));
});

/** The address under which a page is kept. @param {string} url */
function pageOf(url) {
  const { origin, pathname } = new URL(url);
  const folder = pathname.replace(/index\.html$/, "");
  return origin + (folder.endsWith("/") || folder.endsWith(".html") ? folder : `${folder}/`);
}

/** @param {string} url @param {Request} request */
async function answer(url, request) {
  const cache = await caches.open(own + version);
  return (await cache.match(url)) ?? (await caches.match(url)) ?? fetch(request);
}
