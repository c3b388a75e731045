// The service worker: the page opens and shows what was opened before, also without network. Media never pass through
// it.

export {};

declare const self: ServiceWorkerGlobalScope;

const shellCache = "tonearm-shell-1";
const dataCache = "tonearm-data-1";
const artCache = "tonearm-data-art-1";
const shell = ["/", "/app.js", "/app.css", "/icon.svg", "/icon-180.png", "/icon-512.png", "/manifest.webmanifest"];
/** What is kept of the server's answers. Never what names secrets, sessions or other users, and never the stream of events. */
const keptRoutes = /^\/api\/(?:(?:me|queue|settings|bookmarks|downloads|statistics)$|(?:feeds|folders|searches|entries)(?:$|\/))/;
/** Kept answers and pictures, oldest out first. */
const mostAnswers = 600;
const mostPictures = 400;
/** Milliseconds after which a kept answer is shown instead of waiting on. */
const patience = 6_000;
/** The page's mark of a kept answer; `net/client.ts` reads it. */
const keptHeader = "X-Tonearm-Kept";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(shellCache)
      .then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/api/art/")) event.respondWith(picture(request, event));
  else if (keptRoutes.test(url.pathname)) event.respondWith(answer(request, event));
  else if (request.mode === "navigate" && url.pathname === "/") event.respondWith(page(new Request("/"), event));
  else if (shell.includes(url.pathname)) event.respondWith(page(request, event));
});

async function removeOld(): Promise<void> {
  const current = [shellCache, dataCache, artCache];
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("tonearm-") && !current.includes(name)).map((name) => caches.delete(name)),
  );
}

/** The page's own files: the server's when it answers, else the kept ones. */
async function page(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(shellCache);
  try {
    const response = await within(fetch(request.url, { credentials: "same-origin" }));
    if (response.ok) event.waitUntil(cache.put(request.url, response.clone()));
    if (response.status < 500) return response;
  } catch {
    // Below.
  }
  return (await cache.match(request.url)) ?? Response.error();
}

/** JSON: the server's when it answers, else what it last said, marked. */
async function answer(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(dataCache);
  const kept = await cache.match(request.url);
  const fetched = fetch(request).then((response) => {
    if (response.ok) event.waitUntil(keep(cache, request, response.clone()));
    return response;
  });
  try {
    const response = await (kept === undefined ? fetched : within(fetched));
    if (kept === undefined || ![502, 503, 504].includes(response.status)) return response;
  } catch {
    // Below.
  }
  return kept ?? Response.error();
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  const headers = new Headers(
    {
      "Content-Type": response.headers.get("Content-Type") ?? "application/json",
      [keptHeader]: new Date().toISOString(),
    },
  );
  await cache.delete(request.url);
  await cache.put(request.url, new Response(await response.blob(), { headers }));
  await trim(cache, mostAnswers);
}

/** Artwork: the kept picture at once, and a newer one for the next time. */
async function picture(request: Request, event: ExtendableEvent): Promise<Response> {
  const cache = await caches.open(artCache);
  const kept = await cache.match(request.url);
  const fetched = fetch(request).then((response) => {
    if (response.ok) event.waitUntil(cache.put(request.url, response.clone()).then(() => trim(cache, mostPictures)));
    return response;
  });
  if (kept === undefined) return fetched;
  event.waitUntil(fetched.catch(() => undefined));
  return kept;
}

async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

function within<T>(promise: Promise<T>): Promise<T> {
  return Promise.race(
    [promise, new Promise<T>((_, reject) => setTimeout(() => reject(new Error("too slow")), patience))],
  );
}
