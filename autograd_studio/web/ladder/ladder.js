const SOLVED = "autograd-studio-solved"; // in localStorage: the ids of the exercises that were solved

const ladders = new WeakMap();

/** The exercises in a row, with a mark at those that this browser has seen solved. */
class Ladder {
  constructor(root, setTriggerValue) {
    this.element = root.querySelector(".ladder");
    this.pick = (id) => setTriggerValue("picked", id);
    this.element.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) this.pick(button.dataset.id);
    });
  }

  /** Show the exercises; `solved` is the one that has just been, if any. */
  take({ exercises, current, solved, words }) {
    const known = new Set(remembered());
    if (solved && !known.has(solved)) remember([...known.add(solved)]);
    this.element.setAttribute("aria-label", words.exercises);
    this.element.replaceChildren(
      ...exercises.map(({ id, title }, index) => {
        const button = document.createElement("button");
        const isSolved = known.has(id);
        button.type = "button";
        button.dataset.id = id;
        button.title = title;
        button.textContent = isSolved ? `${index + 1} ✓` : `${index + 1}`;
        button.setAttribute("aria-label", isSolved ? `${title}, ${words.solved}` : title);
        button.setAttribute("aria-pressed", String(id === current));
        return button;
      }),
    );
  }
}

function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(SOLVED) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // the browser keeps nothing, or somebody else wrote there
  }
}

function remember(ids) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify(ids));
  } catch {
    // the browser keeps nothing
  }
}

export default function mount({ data, parentElement, setTriggerValue }) {
  if (!ladders.has(parentElement)) ladders.set(parentElement, new Ladder(parentElement, setTriggerValue));
  ladders.get(parentElement).take(data);
}
