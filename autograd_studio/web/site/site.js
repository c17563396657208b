// The script of each page of a site: it mounts the studio, which another file has, below the address of the site.
import { paintGround } from "../shell/ground.js";
import { keep } from "./keeping.js";

/**
 * What a page has of the site: see web/site/__init__.py.
 * @typedef {object} Site @property {string} root the way from the page to the root, as ".."
 * @property {Record<string, string>} files by their bare names, as paths below the root
 * @property {Record<string, string>} runs of the lessons, by their ids @property {string} engine its name @property {string} version
 * @property {string | null} docs where the documentation is, below the root
 */

paintGround();

/** @type {Site} */
const site = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("site")).textContent);
const root = new URL(`${site.root}/`, location.href);
const below = (/** @type {Record<string, string>} */ paths) =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, new URL(path, root).pathname]));

// The address will change, and with it what a relative one leads to.
for (const link of document.querySelectorAll("link")) link.setAttribute("href", link.href);

const config = {
  base: root.pathname.replace(/\/$/, ""),
  files: below(site.files),
  engines: [{ id: "built-in", name: site.engine }],
  version: site.version,
  install: "",
  runs: below(site.runs),
  docs: site.docs && new URL(`${site.docs}/index.html`, root).pathname,
};
const { mount } = await import(config.files.studio);
const show = (/** @type {object} */ beside) =>
  mount({ data: { ...config, ...beside }, setTriggerValue() {} });
show({});
keep(root, (update) => show({ update }));
