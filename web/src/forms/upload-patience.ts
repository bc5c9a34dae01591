import { usualPatience } from '../api/exchange.js';

/** Bytes per millisecond of a slow line: 0.25 Mbit/s. */
const slowest = 31.25;
/** Milliseconds for which servers wait for a body: a file that takes longer cannot arrive. */
const mostSending = 30_000;

/** Milliseconds until the upload of a file is given up: the time to send it, and the usual time for the answer. */
export const patienceFor = (bytes: number): number =>
  usualPatience + Math.min(Math.ceil(bytes / slowest), mostSending);
