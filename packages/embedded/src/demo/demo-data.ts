import { climate } from './concepts/climate.js';
import { society } from './concepts/society.js';
import { technology } from './concepts/technology.js';

/** The twelve concepts shown by a fresh instance. */
export const demoConcepts = [...technology, ...climate, ...society];
