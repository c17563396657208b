// The namespaces of PyTorch that functions are in.

/** @typedef {import("../shell/visit.js").Operator} Operator */

/** A function is in the first of these that begins its name. */
const NAMESPACES = ["torch.nn.functional", "torch.linalg", "torch.special", "torch"];

/** Return the namespace that an operator is in, and what it is called there. @param {Operator} operator */
export function parted({ name }) {
  const namespace = NAMESPACES.find((one) => name.startsWith(`${one}.`)) ?? "";
  return { namespace, called: namespace ? name.slice(namespace.length + 1) : name };
}

/** Return the namespaces in the order of the operators, each with its own. @param {Operator[]} operators */
export function byNamespace(operators) {
  /** @type {Map<string, Operator[]>} */
  const found = new Map();
  for (const operator of operators) {
    const { namespace } = parted(operator);
    const own = found.get(namespace);
    if (own) own.push(operator);
    else found.set(namespace, [operator]);
  }
  return [...found];
}
