import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { judge } from './judge.js';
import type { Operation } from './operation.js';
import { curlOf, type Wanted } from './request.js';
import { type Answer, send } from './send.js';
import type { Tally } from './tally.js';
import { wantedOf } from './wanted.js';
import { authorizationOf, type World } from './world.js';

/** State shared by all requests of a run. */
export interface Run {
  readonly world: World;
  readonly tally: Tally;
  /** Milliseconds a response may take. */
  readonly longest: number;
  readonly fail: (failure: Failure) => void;
}

export interface Failure {
  readonly operation: string;
  readonly kind: string;
  readonly problems: readonly string[];
  /** The smallest request that still fails, as a shell command line. */
  readonly curl: string;
  /** Seed that reproduces the same requests. */
  readonly seed: number;
}

/** Sends a request and returns the problems with its response. */
export const tryOnce = async (
  { world, tally, longest }: Omit<Run, 'fail'>,
  operation: Operation,
  wanted: Wanted,
): Promise<{ readonly answer: Answer; readonly problems: readonly string[]; readonly curl: string }> => {
  const authorization = await authorizationOf(world, wanted.who);
  const correlationId = randomUUID();
  const traced: Wanted = { ...wanted, headers: [...wanted.headers, ['x-correlation-id', correlationId]] };
  const answer = await send(world.url, traced, authorization);
  tally.add(operation, answer, correlationId);
  return {
    answer,
    problems: judge(operation, wanted, answer, longest),
    curl: curlOf(world.url, wanted, authorization),
  };
};

/** Password hashing is slow on purpose, so a few hundred requests each must suffice. */
export const isDear = ({ call }: Operation): boolean => call.cost === 'password';

/** Sends many requests of one operation in sequence until one fails, then shrinks that one while it still fails. */
export const tryOperation = async (
  run: Run,
  operation: Operation,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<void> => {
  let last: { readonly problems: readonly string[]; readonly curl: string } = { problems: [], curl: '' };
  const property = fc.asyncProperty(wantedOf(operation, run.world, isDear(operation)), async (wanted) => {
    const { problems, curl } = await tryOnce(run, operation, wanted);
    if (problems.length === 0) return true;
    last = { problems, curl };
    return false;
  });
  const { failed, counterexample } = await fc.check(property, { seed, numRuns: requests });
  if (!failed) return;
  run.fail({ operation: operation.name, kind: counterexample?.[0].kind ?? '', ...last, seed });
};

/** Runs several pieces of work concurrently. */
export const together = async <Work>(
  works: readonly Work[],
  atATime: number,
  doIt: (work: Work) => Promise<void>,
): Promise<void> => {
  const waiting = [...works];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await doIt(next);
  };
  await Promise.all(Array.from({ length: atATime }, lane));
};

/** @returns a number derived from the others, the same each time */
export const seedOf = (seed: number, ...more: readonly number[]): number =>
  more.reduce((so, each) => (Math.imul(so ^ (each + 0x9e3779b9), 0x85ebca6b) ^ (so >>> 13)) | 0, seed | 0);
