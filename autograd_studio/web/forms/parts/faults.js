/** @import { Mark } from "../../editor/types.d.ts" */
/** @import { Fault } from "../../runner/types.d.ts" */

/** What is wrong with a cell, as it is said beside it: the messages go on from the cell's name. @param {Fault} fault */
export function sentence({ message }) {
  const said = message.replace(/^is /, "");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What is wrong with a cell, "" if nothing is. @param {Fault[]} faults @param {string} cell */
export function faultOf(faults, cell) {
  const fault = faults.find((one) => one.cell === cell);
  return fault ? sentence(fault) : "";
}

/** What is wrong with a form's program beside what its lines show, or with the form as a whole. @param {Fault[]} faults */
export function faultOfProgram(faults) {
  const ofNoLine = faults.filter(({ line }) => line === null);
  return faultOf(ofNoLine, "program") || faultOf(faults, "");
}

/** The faults of a text, as marks at its lines. @param {Fault[]} faults @param {string} cell @returns {Mark[]} */
export function marksOf(faults, cell) {
  return faults
    .filter((one) => one.cell === cell && one.line !== null)
    .map((one) => ({ line: Number(one.line), message: sentence(one), severity: "error" }));
}
