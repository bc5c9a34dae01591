import { line } from '../event-store/report.js';
import type { Look } from './check.js';
import { strikes } from './house.js';
import { faultKinds, type RunPlan } from './plan.js';
import type { RunResult } from './run.js';

const add = (counts: Map<string, number>, name: string, count = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + count);
};
const listed = (counts: ReadonlyMap<string, number>, names: readonly string[]): string =>
  names.map((name) => `${name} ${counts.get(name) ?? 0}`).join(', ');

/** What runs came to. */
export class Tally {
  private readonly started = performance.now();
  private readonly sums = { runs: 0, people: 0, transfers: 0, parked: 0, duplicates: 0, losses: 0 };
  private readonly faults = new Map<string, number>();
  private readonly struck = new Map<string, number>();
  private readonly ended = new Map<string, number>();
  private readonly problems: string[] = [];

  get failed(): boolean {
    return this.problems.length > 0 || this.sums.duplicates > 0 || this.sums.losses > 0;
  }

  add({ seed }: RunPlan, result: RunResult): void {
    this.sums.runs += 1;
    this.sums.people += result.people.length;
    for (const name of ['transfers', 'parked', 'duplicates', 'losses'] as const)
      this.sums[name] += result[name];
    for (const [kind, count] of Object.entries(result.faults)) add(this.faults, kind, count);
    for (const what of result.strikes) add(this.struck, what);
    const faultCount = Object.values(result.faults).reduce((sum, count) => sum + count, 0);
    line(
      `run ${this.sums.runs}, seed ${seed}: ${result.people.length} people, ${result.transfers} transfers, ` +
        `${faultCount} faults, killed ${result.strikes.join(' + ') || 'nothing'}, ${result.seconds.toFixed(1)} s (${result.phases.map((phase) => phase.toFixed(1)).join(' + ')})` +
        (result.parked > 0 ? `, ${result.parked} parked and answered` : ''),
    );
    for (const problem of result.problems) this.note(`seed ${seed}: ${problem}`);
  }

  /** A last look at everybody of a house. */
  end(looks: readonly Look[], problem: string | undefined, ended: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(ended)) add(this.ended, name, count);
    if (problem === undefined) return;
    for (const name of ['duplicates', 'losses'] as const)
      this.sums[name] = Math.max(
        this.sums[name],
        looks.reduce((sum, look) => sum + look[name], 0),
      );
    this.note(`at the end: ${problem}`);
  }

  report(): string[] {
    const { runs, people, transfers, parked, duplicates, losses } = this.sums;
    return [
      `runs          ${runs}, ${people} people`,
      `faults        ${listed(this.faults, faultKinds)}`,
      `kills         ${listed(this.struck, strikes)}`,
      `transfers     ${transfers}`,
      `parked        ${parked}, all answered by operators`,
      `duplicates    ${duplicates}`,
      `losses        ${losses}`,
      `seconds       ${Math.round((performance.now() - this.started) / 1_000)}`,
      ...[...this.ended].map(
        ([name, count]) => `${name} ended by itself ${count} times and was started again`,
      ),
      ...(this.problems.length > 0 ? [`PROBLEMS      ${this.problems.length}`, ...this.problems] : []),
    ];
  }

  private note(problem: string): void {
    this.problems.push(problem);
    line(`PROBLEM ${problem}`);
  }
}
