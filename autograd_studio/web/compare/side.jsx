import { untracked, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { Player } from "../player/player.js";
import { say } from "../words/words.js";
import { place } from "./comparing.js";

/** @import { Side as Name } from "../runner/types.d.ts" */
/** @import { Comparing } from "./comparing.js" */

/** One of the two programs with its run: a player that is led by the transport of both. @param {{ comparing: Comparing, side: Name }} given */
export function Side({ comparing, side }) {
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const player = useRef(/** @type {Player | null} */ (null));

  useEffect(() => {
    const made = new Player(/** @type {HTMLDivElement} */ (host.current), {
      runner: comparing.visit.runner,
      calls: {
        ran: (text) => {
          comparing.written[side] = text;
          comparing.run();
        },
        wrote: (text) => {
          comparing.written[side] = text;
        },
        brings: () => {},
        stepped: () => {},
        moved: (step) => comparing.moved(side, step),
        moves: (by) => comparing.moves(by),
        link: async () => comparing.visit.address.href("compare", comparing.said()),
      },
    });
    player.current = made;
    return () => made.close();
  }, [comparing, side]);

  useSignalEffect(() => {
    const run = comparing.runs.value[side];
    if (!run && comparing.waiting.value === 0) return; // it comes with its lines, which would move them
    const form = comparing.form.value;
    const engine = comparing.engine(side);
    player.current?.show({
      run,
      wanted: { program: comparing.program(side), engine },
      code: {
        text: comparing.written[side],
        given: form[side],
        label: comparing.title(side),
        locked: form.on_torch && side === "right",
        marks: lines(comparing, side),
      },
      showsCode: true,
      step: (untracked(() => comparing.led(side))?.step ?? 0) + 1, // of the two effects any may be first
      side,
    });
  });

  useSignalEffect(() => {
    const { found, runs } = comparing;
    if (found.value && runs.value[side]?.payload) player.current?.lead(comparing.led(side));
  });

  return <div class="compare-side" ref={host} />;
}

/** The marks at the lines that only this side has. @param {Comparing} comparing @param {Name} side */
function lines({ found }, side) {
  const only = found.value?.lines[place(side)] ?? [];
  return only.map((line) => ({
    line,
    message: say("compare.only_here"),
    severity: /** @type {const} */ ("warning"),
  }));
}
