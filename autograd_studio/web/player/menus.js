// What the two menus of the player offer: "Layers" on the picture, and "More" beside the steps.
import { tell } from "./base/phrases.js";

/** @import { Section } from "./base/command.d.ts" */

/**
 * A command of the player's that `act` knows.
 * @param {any} player @param {string} id @param {string} title @param {string} [keys] @param {boolean | null} [isOn]
 */
const command = (player, id, title, keys = "", isOn = null) => ({
  id,
  title,
  keys,
  isOn,
  run: () => player.act(id),
});

/** How the picture is looked at, and what is shown on it. @param {any} player @returns {Section[]} */
export function layersOf(player) {
  const { words, stage, overlays } = player;
  return [
    {
      title: words.overlays,
      commands: [
        command(player, "magnitudes", words.magnitudes, "m", overlays.magnitudes.isOn),
        command(player, "memory", words.memory, "v", overlays.memory.isOn),
      ],
    },
    {
      title: words.view,
      commands: [
        command(player, "in", words.zoomIn, "+"),
        command(player, "out", words.zoomOut, "−"),
        command(player, "fit", words.fitLong, "Shift F"),
        command(player, "follow", words.followLong, "", stage.following),
        command(player, "turn", words.turn, "t"),
        command(player, "find", words.find, "g"),
      ],
    },
    {
      title: words.hideLong,
      commands: [
        ["constants", words.constants],
        ["views", words.views],
        ["data", words.dataLong],
      ].map(([what, title]) => ({
        id: `hide-${what}`,
        title,
        keys: "",
        isOn: stage.hides.has(what),
        run: () => player.hide(what),
      })),
    },
  ];
}

/** What else is done with a run. @param {any} player @returns {Section[]} */
export function moreOf(player) {
  const { words, calls } = player;
  const canAsk = Boolean(player.nudge.way);
  return [
    {
      title: words.study,
      commands: [
        ...(canAsk ? [command(player, "nudge", words.nudgeLong, "n", player.nudge.isOn)] : []),
        ...(canAsk ? [command(player, "prompt", words.prompt, ">")] : []),
        ...(player.pair.side
          ? []
          : [command(player, "predict", words.predictLong, "q", player.predict.isOn)]),
        command(player, "present", words.present, "p"),
      ],
    },
    {
      title: words.share,
      commands: [
        ...(calls.link ? [command(player, "link", words.link)] : []),
        command(player, "svg", tell(words.picture, { kind: "SVG" })),
        command(player, "png", tell(words.picture, { kind: "PNG" })),
      ],
    },
    ...(calls.more?.() ?? []),
    { title: words.helps, commands: [command(player, "help", words.help, "?")] },
  ];
}
