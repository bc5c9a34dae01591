import { processorTime } from '../event-store/processor-time.js';
import { line } from '../event-store/report.js';
import type { Look } from './check.js';
import { added, type Figure } from './figures.js';
import { strikes } from './instance-parts.js';
import type { RunPlan } from './plan.js';
import { type FaultKind, faultKinds } from './plan-faults.js';
import { inStep } from './plan-strikes.js';
import type { RunResult } from './run.js';

const add = (counts: Map<string, number>, name: string, count = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + count);
};
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** What the reason of a parked job says first. */
const gistOf = (reason: string): string => reason.split(/[.(:]/)[0]?.trim() ?? reason;

/** What runs came to. */
export class Tally {
  private readonly started = performance.now();
  private readonly sums = { runs: 0, people: 0, transfers: 0, told: 0, duplicates: 0, losses: 0, seconds: 0 };
  private readonly figures = new Map<FaultKind, Figure>();
  private readonly reasons = new Map<string, number>();
  private readonly runs = { skewed: 0, closing: 0 };
  private readonly strikeSeconds = new Map<string, number>();
  private readonly faults = new Map<string, number>();
  private readonly struck = new Map<string, number>();
  private readonly ended = new Map<string, number>();
  private readonly problems: string[] = [];

  get failed(): boolean {
    return this.problems.length > 0 || this.sums.duplicates > 0 || this.sums.losses > 0;
  }

  add({ seed, skew, closes }: RunPlan, result: RunResult): void {
    this.sums.runs += 1;
    this.sums.seconds += result.seconds;
    if (skew !== inStep) this.runs.skewed += 1;
    if (closes) this.runs.closing += 1;
    for (const [kind, figure] of result.figures)
      this.figures.set(kind, added(this.figures.get(kind), figure));
    for (const { reason } of result.parked) add(this.reasons, gistOf(reason));
    for (const what of new Set(result.strikes)) add(this.strikeSeconds, what, result.seconds);
    this.sums.people += result.people.length;
    for (const name of ['transfers', 'told', 'duplicates', 'losses'] as const)
      this.sums[name] += result[name];
    for (const [kind, count] of Object.entries(result.faults)) add(this.faults, kind, count);
    for (const what of result.strikes) add(this.struck, what);
    const faultCount = Object.values(result.faults).reduce((sum, count) => sum + count, 0);
    line(
      `run ${this.sums.runs}, seed ${seed}: ${result.people.length} people, ${result.transfers} transfers, ` +
        `${faultCount} faults, killed ${result.strikes.join(' + ') || 'nothing'}, ${result.seconds.toFixed(1)} s (${result.phases.map((phase) => phase.toFixed(1)).join(' + ')})` +
        (result.parked.length > 0 ? `, ${result.parked.length} parked and answered` : ''),
    );
    for (const problem of result.problems) this.note(`seed ${seed}: ${problem}`);
  }

  /**
   * A last check of everyone in an instance. @param leaked places that hold the broker's text, and must not
   */
  end(
    {
      looks,
      problem,
      leaked,
    }: { looks: readonly Look[]; problem: string | undefined; leaked: readonly string[] },
    ended: Readonly<Record<string, number>>,
  ): void {
    for (const [name, count] of Object.entries(ended)) add(this.ended, name, count);
    for (const place of leaked) this.note(`words of the broker stand in ${place}`);
    if (problem === undefined) return;
    for (const name of ['duplicates', 'losses'] as const)
      this.sums[name] = Math.max(
        this.sums[name],
        looks.reduce((sum, look) => sum + look[name], 0),
      );
    this.note(`at the end: ${problem}`);
  }

  report(): string[] {
    const { runs, people, transfers, told, duplicates, losses, seconds } = this.sums;
    const parked = [...this.reasons.values()].reduce((sum, count) => sum + count, 0);
    return [
      `runs          ${runs}, ${people} people; ${this.runs.skewed} with wrong clocks, ${this.runs.closing} over four o'clock`,
      `transfers     ${transfers}`,
      `differences   ${told} once faults were over, each with an open job`,
      `parked        ${parked}, each with its reason, all answered by operators`,
      `duplicates    ${duplicates}`,
      `losses        ${losses}`,
      `seconds       ${Math.round((performance.now() - this.started) / 1_000)}, ${(seconds / runs).toFixed(1)} a run; ${(processorTime() / runs).toFixed(1)} of a processor`,
      ...[...this.ended].map(
        ([name, count]) => `${name} ended by itself ${count} times and was started again`,
      ),
      '',
      row([
        ...['Runs', 'People', 'Transfers', 'Differences, each with its job', 'Parked, each with its reason'],
        ...['Duplicates', 'Lost', 'Seconds a run'],
      ]),
      row(Array.from({ length: 8 }, () => '--:')),
      row([runs, people, transfers, told, parked, duplicates, losses, (seconds / runs).toFixed(1)]),
      '',
      row(['Fault', 'occurred', 'transfers begun under it', 'parked', 'seconds to the final status']),
      row(['---', '--:', '--:', '--:', '--:']),
      ...faultKinds.map((kind) => this.faultRow(kind)),
      '',
      row(['Killed, frozen or emptied', 'times', 'seconds of such a run']),
      row(['---', '--:', '--:']),
      ...strikes.map((what) => {
        const count = this.struck.get(what) ?? 0;
        return row([what, count, count > 0 ? ((this.strikeSeconds.get(what) ?? 0) / count).toFixed(1) : '']);
      }),
      '',
      row(['Why jobs were parked', 'jobs']),
      row(['---', '--:']),
      ...[...this.reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => row([reason, count])),
      ...(this.problems.length > 0 ? ['', `PROBLEMS      ${this.problems.length}`, ...this.problems] : []),
    ];
  }

  private faultRow(kind: FaultKind): string {
    const { transfers, parked, seconds } = added(this.figures.get(kind));
    const mean = transfers > 0 ? (seconds / transfers).toFixed(1) : '';
    const came = kind === 'outage' ? 'as 500' : (this.faults.get(kind) ?? 0);
    return row([kind, came, transfers, parked, mean]);
  }

  private note(problem: string): void {
    this.problems.push(problem);
    line(`PROBLEM ${problem}`);
  }
}
