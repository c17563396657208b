import { say } from "../../words/words.js";

/** @import { Forms } from "../../shell/visit.js" */
/** @typedef {Forms["exercises"][number]} Exercise */

const LEVELS = /** @type {const} */ ([1, 2, 3]);

/**
 * The exercises in three levels, with a mark at those that were solved.
 * @param {{ exercises: Exercise[], current: Exercise | undefined, solved: string[], onPick: (exercise: Exercise) => void }} given
 */
export function Ladder({ exercises, current, solved, onPick }) {
  return (
    <div class="ladder" role="group" aria-label={say("forms.practice.exercises")}>
      {LEVELS.map((level) => (
        <div key={level} role="group" aria-label={say(`forms.practice.level.${level}`)}>
          <h2>{say(`forms.practice.level.${level}`)}</h2>
          {exercises.map(
            (exercise, index) =>
              exercise.level === level && (
                <Rung
                  key={exercise.id}
                  number={index + 1}
                  title={exercise.title}
                  isOpen={exercise === current}
                  isSolved={solved.includes(exercise.id)}
                  onPick={() => onPick(exercise)}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

/** What an exercise asks for. @param {{ exercise: Exercise }} given */
export function Task({ exercise }) {
  return (
    <div class="task">
      <h2>{exercise.title}</h2>
      <p>{code(exercise.task)}</p>
    </div>
  );
}

/** @param {{ number: number, title: string, isOpen: boolean, isSolved: boolean, onPick: () => void }} given */
function Rung({ number, title, isOpen, isSolved, onPick }) {
  const name = say("forms.practice.exercise", { number, title });
  return (
    <button
      type="button"
      class={`button rung ${isSolved ? "solved" : ""}`}
      aria-pressed={isOpen}
      aria-label={isSolved ? say("forms.practice.is_solved", { name }) : name}
      title={title}
      onClick={onPick}
    >
      {isSolved ? "✓" : number}
    </button>
  );
}

/** A text whose names stand in backticks. @param {string} text */
function code(text) {
  return text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
}
