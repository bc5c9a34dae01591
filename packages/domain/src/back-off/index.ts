export { type Delays, delayAfter } from './delay.js';
