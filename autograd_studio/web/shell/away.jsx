import { say } from "../words/words.js";

/** Says calmly that the server is away, and that it is back; of a site, that there is a newer one. It lies on the page, and moves nothing. @param {{ visit: import("./visit.js").Visit }} props */
export function Away({ visit: { runner, config } }) {
  const { update } = config.value;
  return (
    <div class="away" aria-live="polite">
      {runner.isAway.value ? (
        <p>{say("shell.away")}</p>
      ) : runner.isRenewing.value ? (
        <p>{say("shell.back")}</p>
      ) : (
        update && (
          <p>
            {say("shell.newer")}{" "}
            <button class="button raised" onClick={update}>
              {say("shell.update")}
            </button>
          </p>
        )
      )}
    </div>
  );
}
