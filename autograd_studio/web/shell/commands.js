// What the shell itself can do, for the search: go to its places, change the theme, begin the tour.
import { say } from "../words/words.js";
import { HEADER } from "./address.js";
import { turn } from "./theme.js";

const PLACES = /** @type {const} */ ([...HEADER, ["jacobian", "jacobian"]]);

/** Return what the shell offers. @param {import("./visit.js").Visit} visit @returns {import("./visit.js").Command[]} */
export function commands({ address, theme, tour }) {
  const places = PLACES.map(([view, place]) => {
    const title = say("search.commands.go", { place: say(`shell.places.${view}`) });
    return { id: view, title, words: say(`search.places.${view}`), run: () => address.go(place) };
  });
  return [
    ...places,
    {
      id: "theme",
      title: say(theme.peek() === "dark" ? "shell.theme.light" : "shell.theme.dark"),
      words: say("search.commands.theme"),
      run: () => turn(theme),
    },
    {
      id: "tour",
      title: say("shell.start.tour"),
      run: () => (tour.value = true),
    },
  ];
}
