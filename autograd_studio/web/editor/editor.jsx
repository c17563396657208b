import { useLayoutEffect, useRef } from "preact/hooks";

import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./editor.css";
import { LineMark } from "./line_mark.js";
import { Writing } from "./writing.js";
import texts from "./writing.css";

/** @import { AtWork } from "./line_mark.js" */
/** @import { Mark } from "./types.d.ts" */

style(texts);
style(css);

/** @type {Mark[]} */
const NONE = [];

/**
 * An editor of its own, with room for so many lines and, unless it is said elsewhere, the first error among its marks below it.
 *
 * A `text` other than the one before replaces what is written; `given` is what the address gave: a draft is
 * what was written over that. `now` is the line that is at work.
 *
 * @param {{ label: string, text: string, given: string, lines?: number, locked?: boolean, showsFault?: boolean, marks?: Mark[],
 *   now?: AtWork | null, onChange?: (text: string) => void, onRun?: () => void }} props
 */
export function Editor({
  label,
  text,
  given,
  lines = 4,
  locked = false,
  showsFault = true,
  marks = NONE,
  now = null,
  onChange,
  onRun,
}) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const writing = useRef(/** @type {Writing | null} */ (null));
  const mark = useRef(new LineMark());
  const at = useRef(now);
  at.current = now;
  const calls = useRef({ onChange, onRun });
  calls.current = { onChange, onRun };

  useLayoutEffect(() => {
    const made = new Writing(/** @type {Element} */ (place.current), {
      changed: () => calls.current.onChange?.(made.text),
      asked: () => calls.current.onRun?.(),
      opened: (cm) => mark.current.show(cm, made.view, at.current),
      extensions: (cm) => [cm.lineNumbers(), mark.current.extension(cm)],
    });
    writing.current = made;
    return () => made.close();
  }, []);
  const keys = locked ? "" : say("editor.keys");
  useLayoutEffect(() => writing.current?.take({ text, given, label, keys, locked, marks }));

  useLayoutEffect(() => {
    const { cm, view } = writing.current ?? {};
    if (cm && view) mark.current.show(cm, view, now);
  }, [now?.line, now?.phase]);

  const fault = showsFault && marks.find(({ severity }) => severity === "error");
  return (
    <div class="editor">
      <div class="text" ref={place} style={{ "--lines": lines }} />
      <div role="alert">
        {fault && (
          <button type="button" class="fault" onClick={() => writing.current?.goTo(fault.line)}>
            {say("editor.fault", { line: fault.line, message: fault.message })}
          </button>
        )}
      </div>
    </div>
  );
}
