import { median } from '../event-store/measures.js';
import { line, whole } from '../event-store/report.js';
import { type Answered, answeredUnder, type Load } from './load.js';
import { processorSeconds } from './processor-seconds.js';

/** A server under test. */
export interface Server {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
}

export interface Comparison {
  readonly ours: Server;
  readonly bare: Server;
  readonly requestsOf: Load['requestsOf'];
  readonly rounds: number;
  readonly seconds: number;
  /** Goal: at least this share of the bare route's requests, and at most this multiple of its p99. */
  readonly goal?: { readonly perSecond: number; readonly p99: number };
}

/** A round's figures, with the microseconds of a processor that the server took for a request. */
interface Round extends Answered {
  readonly processor: number;
}

const round = async (
  { pid, url }: Server,
  seconds: number,
  requestsOf: Load['requestsOf'],
): Promise<Round> => {
  const before = processorSeconds(pid);
  const answered = await answeredUnder({ url, seconds, requestsOf });
  const taken = processorSeconds(pid) - before;
  return { ...answered, processor: (taken / (answered.perSecond * seconds)) * 1e6 };
};

const verdict = (reached: boolean): string => (reached ? 'reached' : 'MISSED');

/**
 * Puts two servers under the same load in alternating rounds, so that a busy moment of the machine affects
 * both, and prints the medians and the ratio of each round.
 */
export const compare = async (comparison: Comparison): Promise<void> => {
  const { ours, bare, requestsOf, rounds, seconds, goal } = comparison;
  const results = { ours: [] as Round[], bare: [] as Round[] };
  for (const server of [bare, ours]) await round(server, Math.min(2, seconds), requestsOf);
  for (let turn = 0; turn < rounds; turn += 1) {
    const both = ['ours', 'bare'] as const;
    // Every other round goes backwards: who comes second has no lasting advantage.
    for (const who of turn % 2 === 0 ? both : both.toReversed()) {
      results[who].push(await round(comparison[who], seconds, requestsOf));
    }
  }
  line(`${''.padEnd(28)}requests/s     p50 ms     p99 ms   processor µs a request`);
  for (const [name, figures] of [
    [ours.name, results.ours],
    [bare.name, results.bare],
  ] as const) {
    const of = (field: keyof Round): number => median(figures.map((figure) => figure[field]));
    line(
      `${name.padEnd(28)} ${whole(of('perSecond'))}  ${of('median').toFixed(1).padStart(9)}  ` +
        `${of('p99').toFixed(1).padStart(9)}   ${whole(of('processor'))}`,
    );
  }
  const paired = (field: keyof Round): number =>
    median(results.ours.map((figure, turn) => figure[field] / (results.bare[turn]?.[field] ?? Number.NaN)));
  const [rate, p99] = [paired('perSecond'), paired('p99')];
  line(
    `${'ratio'.padEnd(28)} ${rate.toFixed(2).padStart(9)}  ${paired('median').toFixed(2).padStart(9)}  ` +
      `${p99.toFixed(2).padStart(9)}   ${paired('processor').toFixed(2).padStart(9)}`,
  );
  if (!goal) return;
  line(
    `goals: at least ${goal.perSecond} of its requests/s, ${verdict(rate >= goal.perSecond)}; ` +
      `p99 at most ${goal.p99} times its p99, ${verdict(p99 <= goal.p99)}`,
  );
};
