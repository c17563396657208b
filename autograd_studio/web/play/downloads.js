import { say } from "../words/words.js";

/** @import { Section } from "../player/player.d.ts" */
/** @import { Bench } from "./bench.js" */

/** @type {["html" | "trace" | "dot" | "magnitudes", string][]} what is made of a run, and how its file's name ends */
const FILES = [
  ["html", "html"],
  ["trace", "trace.json"],
  ["dot", "dot"],
  ["magnitudes", "csv"],
];

/** The files of a program and of its run, for the menu. @param {Bench} bench @returns {Section[]} */
export function downloads(bench) {
  const wanted = bench.wanted.peek();
  const name = bench.lesson.peek()?.id ?? "program";
  const program = () => new Blob([bench.given.peek().text], { type: "text/x-python" });
  const command = (/** @type {string} */ id, /** @type {string} */ title, /** @type {() => void} */ run) => ({
    id: `download-${id}`,
    title,
    keys: "",
    isOn: null,
    run,
  });
  const { runner } = bench.visit;
  const files = wanted && bench.run.peek()?.payload ? FILES.filter(([kind]) => runner.makes(kind)) : [];
  return [
    {
      title: say("play.download.title"),
      commands: [
        command("program", say("play.download.program"), () => save(program(), `${name}.py`)),
        ...files.map(([kind, end]) =>
          command(kind, say(`play.download.${kind}`), () => {
            if (!wanted) return;
            const file = runner.save(wanted, kind);
            file.then(
              (made) => save(made, `${name}.${end}`),
              (error) => bench.fail(error.message),
            );
          }),
        ),
      ],
    },
  ];
}

/** @param {Blob} file @param {string} name */
function save(file, name) {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
