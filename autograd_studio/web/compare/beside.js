import { say } from "../words/words.js";

/** @import { Section } from "../player/player.d.ts" */
/** @import { Visit } from "../shell/visit.js" */

/** What Play's menu offers to compare its program with. @param {Visit} visit @returns {Section[]} */
export function comparisons(visit) {
  const command = (/** @type {"copy" | "itself"} */ id, /** @type {boolean} */ onTorch) => ({
    id: `compare-${id}`,
    title: say(`compare.with.${id}`),
    keys: "",
    isOn: null,
    run: () => {
      const { text, isForeign } = visit.program.peek();
      visit.pair.value = { left: text, right: text, on_torch: onTorch, isForeign };
      visit.address.go("compare");
    },
  });
  const isTorch = visit.config.peek().engines.length > 1;
  const commands = [command("copy", false), ...(isTorch ? [command("itself", true)] : [])];
  return [{ title: say("compare.with.title"), commands }];
}
