import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { coded } from "../learn/coded.jsx";
import { own } from "../runner/content.js";
import { tokenOf } from "../shell/links.js";
import { say } from "../words/words.js";
import { parted } from "./namespaces.js";

/**
 * All that the reference says of an operator.
 * @param {{ visit: import("../shell/visit.js").Visit, operator: import("../shell/visit.js").Operator }} props
 */
export function Detail({ visit, operator }) {
  const { name, method, text, signatures, grad_fn: nodes, formulas, program } = operator;
  const gradients = Object.entries(formulas);
  return (
    <article aria-label={name}>
      <h2>{name}</h2>
      <p>{coded(text)}</p>
      <pre class="signatures">{signatures.map((signature) => `${name}${signature}\n`)}</pre>
      {method && (
        <p class="aside">{coded(say("learn.reference.method", { name: parted(operator).called }))}</p>
      )}
      {nodes.length > 0 && (
        <>
          <h3>{say("learn.reference.node")}</h3>
          <p class="nodes">
            {nodes.map((node) => (
              <code key={node}>{node}</code>
            ))}
          </p>
        </>
      )}
      {gradients.length > 0 && (
        <>
          <h3>{say("learn.reference.gradients")}</h3>
          <dl>
            {gradients.map(([inputs, formula]) => (
              <div key={inputs}>
                <dt>
                  <code>{inputs}</code>
                </dt>
                <dd>
                  <code>{formula}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h3>{say("learn.reference.example")}</h3>
      <pre>{program}</pre>
      <Example visit={visit} program={program} />
    </article>
  );
}

/** Opens a program in Play. It is the studio's own; as a link to be copied it is as any other. @param {{ visit: import("../shell/visit.js").Visit, program: string }} props */
function Example({ visit, program }) {
  const href = useSignal(visit.address.href("program"));
  useEffect(() => {
    tokenOf(program).then((token) => {
      if (token) href.value = visit.address.href("program", { program: token });
    });
  }, [program]);
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    visit.open(own(program), { runs: true });
  };
  return (
    <a class="button primary" href={href} onClick={open}>
      {say("learn.reference.step_through")}
    </a>
  );
}
