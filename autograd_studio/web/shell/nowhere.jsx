import { say } from "../words/words.js";

/** What an address shows that leads to no place: that it does, and where one can go. @param {{ visit: import("./visit.js").Visit }} props */
export function Nowhere({ visit }) {
  const { address } = visit;
  return (
    <div class="nowhere">
      <h1>{say("shell.nowhere.title")}</h1>
      <p>{say("shell.nowhere.lead")}</p>
      <div>
        <a class="button primary" href={address.href("program")}>
          {say("shell.nowhere.start")}
        </a>
        <a class="button raised" href={address.href("gallery")}>
          {say("shell.places.learn")}
        </a>
        <button class="button raised" onClick={() => (visit.asked.value = "")}>
          {say("shell.start.question")}
        </button>
      </div>
    </div>
  );
}
