export { actingAs, reasonOf } from './acting.js';
export * from './definition.js';
export { helpOf, helpOfAll } from './help.js';
export { commandOf, type Parsed, parseCommandLine, WrongUsage } from './parse.js';
export { findAway } from './parts.js';
export { describeStep, Progress, type Screen, type Step } from './progress.js';
export {
  endWith,
  type Handler,
  type Invocation,
  NotDone,
  runOperator,
  textOf,
  wholeNumberOf,
} from './run.js';
export { suggest } from './suggest.js';
export { createTerminal, type Terminal, toJson } from './terminal.js';
export { columns, count, counted, duration, table } from './text.js';
export { refuseToCome } from './to-come.js';
