import { isDear, type Operation, seedOf } from '@groundswell/e2e';

/** Requests of one operation that follow from one seed. */
export interface Batch {
  readonly operation: Operation;
  readonly requests: number;
  readonly seed: number;
}

export const requestsOfBatch = 120;
/** Enough to be taken and refused two hundred times, where each costs a hash of a password. */
const mostOfDear = 700;

/** When a batch is due, by a number that is chance: money moves in the second half, once those who send it have an account. */
const turnOf = ({ operation }: Batch, chance: number): number =>
  operation.call.cost === 'money' ? 2 ** 31 + (chance >>> 1) : chance >>> 0;

/** Shares requests out among operations, in an order that follows from the seed. */
export const batchesOf = (operations: readonly Operation[], requests: number, seed: number): Batch[] => {
  const even = requests / operations.length;
  const dear = operations.filter(isDear).length;
  const ofDear = Math.min(even, mostOfDear);
  const ofOthers = (requests - dear * ofDear) / Math.max(operations.length - dear, 1);
  return operations
    .flatMap((operation, place) => {
      const wanted = Math.ceil(isDear(operation) ? ofDear : ofOthers);
      return Array.from({ length: Math.ceil(wanted / requestsOfBatch) }, (_, index) => ({
        operation,
        requests: Math.min(requestsOfBatch, wanted - index * requestsOfBatch),
        // The first batch of one operation alone has the seed itself: that is how a failure is found again.
        seed: operations.length === 1 && index === 0 ? seed : seedOf(seed, place, index),
      }));
    })
    .map((batch, index) => ({ batch, turn: turnOf(batch, seedOf(seed, index)) }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ batch }) => batch);
};
