import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { line } from '../event-store/report.js';
import { placesOfBrokersWords } from './brokers-words.js';
import { type MoneyHouse, startMoneyHouse } from './house.js';
import { Operators } from './operators.js';
import type { Pace } from './pace.js';
import type { Person } from './person.js';
import { planOf } from './plan.js';
import { awaitRest, makeRun } from './run.js';
import type { Tally } from './tally.js';

/** Runs one after the other, on a house that is exchanged for a new one now and then. */
export class Series {
  private house: MoneyHouse | undefined;
  private known: Person[] = [];

  constructor(
    private readonly pace: Pace,
    private readonly perHouse: number,
    private readonly tally: Tally,
  ) {}

  /** @param nextSeed of the next run; undefined when there is none */
  async make(nextSeed: () => number | undefined): Promise<void> {
    let made = 0;
    for (let seed = nextSeed(); seed !== undefined; seed = nextSeed()) {
      this.house ??= await startMoneyHouse({ ...this.pace, replicas: 2 });
      const plan = planOf(seed, this.pace.plan);
      const result = await makeRun(this.house, plan);
      made += 1;
      this.known.push(...result.people);
      this.tally.add(plan, result);
      if (result.problems.length > 0) await this.giveUp(seed);
      else if (made % this.perHouse === 0) await this.leave();
    }
    await this.leave();
  }

  async stop(): Promise<void> {
    const { house } = this;
    this.house = undefined;
    this.known = [];
    await house?.stop();
  }

  /** Ends a house, with a last look at everybody: nothing may have come afterwards either. */
  private async leave(): Promise<void> {
    const { house, known } = this;
    if (!house) return;
    const operators = new Operators(house);
    operators.people = known;
    const { looks, problem } = await awaitRest(house, known, operators, house.patience);
    const leaked = await placesOfBrokersWords(house);
    this.tally.end({ looks, problem, leaked }, house.endedByThemselves());
    await this.stop();
  }

  /** A house that did not come to rest says nothing about the runs after it. What its parts said is kept. */
  private async giveUp(seed: number): Promise<void> {
    if (!this.house) return;
    const kept = join(tmpdir(), `money-test-${process.pid}-seed-${seed}`);
    cpSync(join(this.house.directory, 'logs'), kept, { recursive: true });
    line(`what the parts said is kept in ${kept}`);
    await this.stop();
  }
}
