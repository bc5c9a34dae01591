import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { line } from '../event-store/report.js';
import { placesOfBrokersWords } from './brokers-words.js';
import { type MoneyInstance, startMoneyInstance } from './instance.js';
import { Operators } from './operators.js';
import type { Pace } from './pace.js';
import type { Person } from './person.js';
import { planOf } from './plan.js';
import { awaitRest, makeRun } from './run.js';
import type { Tally } from './tally.js';

/** Runs one after the other, on an instance that is exchanged for a new one now and then. */
export class Series {
  private instance: MoneyInstance | undefined;
  private known: Person[] = [];

  constructor(
    private readonly pace: Pace,
    private readonly perInstance: number,
    private readonly tally: Tally,
  ) {}

  /** @param nextSeed of the next run; undefined when there is none */
  async make(nextSeed: () => number | undefined): Promise<void> {
    let made = 0;
    for (let seed = nextSeed(); seed !== undefined; seed = nextSeed()) {
      this.instance ??= await startMoneyInstance({ ...this.pace, replicas: 2 });
      const plan = planOf(seed, this.pace.plan);
      const result = await makeRun(this.instance, plan);
      made += 1;
      this.known.push(...result.people);
      this.tally.add(plan, result);
      if (result.problems.length > 0) await this.giveUp(seed);
      else if (made % this.perInstance === 0) await this.leave();
    }
    await this.leave();
  }

  async stop(): Promise<void> {
    const { instance } = this;
    this.instance = undefined;
    this.known = [];
    await instance?.stop();
  }

  /** Ends an instance after checking everyone once more: nothing may have come afterwards either. */
  private async leave(): Promise<void> {
    const { instance, known } = this;
    if (!instance) return;
    const operators = new Operators(instance);
    operators.people = known;
    const { looks, problem } = await awaitRest(instance, known, operators, instance.patience);
    const leaked = await placesOfBrokersWords(instance);
    this.tally.end({ looks, problem, leaked }, instance.endedByThemselves());
    await this.stop();
  }

  /** An instance that did not come to rest says nothing about the runs after it. What its parts said is kept. */
  private async giveUp(seed: number): Promise<void> {
    if (!this.instance) return;
    const kept = join(tmpdir(), `money-test-${process.pid}-seed-${seed}`);
    cpSync(join(this.instance.directory, 'logs'), kept, { recursive: true });
    line(`what the parts said is kept in ${kept}`);
    await this.stop();
  }
}
