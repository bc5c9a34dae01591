import { climate } from './concepts/climate.js';
import { society } from './concepts/society.js';
import { technology } from './concepts/technology.js';

/** The dozen concepts that a fresh instance shows. */
export const demoConcepts = [...technology, ...climate, ...society];
