// What is said to Python in the module: see autograd_studio/web/page_worker.py.

/** Once, at the beginning. */
export const BEGIN = `import sys
sys.path.insert(0, "/studio")
import _host
from autograd_studio.web import page_worker
page_worker.begin()
`;

/** For each answer. */
export const SERVE = "page_worker.serve(_host.call)";

/** Before there is something to answer, as often as it takes until the browser has made the module fast. */
export const WARM_UP = "page_worker.run_usual()";

/** What Graphviz is asked for; its types lack it. */
export const JSON_OF_LAYOUT = /** @type {import("@hpcc-js/wasm-graphviz").Format} */ ("json0");
