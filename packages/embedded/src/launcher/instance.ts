import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FatalFault } from '@groundswell/platform';
import type { DataDirectory } from './data-directory.js';
import { openLogFile } from './log-file.js';
import { noteOrSay } from './note.js';
import { type Part, runPart } from './part.js';
import type { Ready } from './part-process.js';
import type { AddressBook } from './plan/addresses.js';
import type { PartPlan } from './plan/part-plan.js';

export interface Instance {
  /** Resolves when every part listens; rejects with the first fault that cannot be fixed. */
  readonly ready: Promise<AddressBook>;
  /** The address book once the named part listens. */
  readonly part: (name: string) => Promise<AddressBook>;
  /** Rejects when a part fails permanently; never resolves. */
  readonly broken: Promise<never>;
  /** Stops all started parts, each before the parts it needs. */
  readonly stop: () => Promise<void>;
}

export interface InstanceOptions {
  readonly plans: readonly PartPlan[];
  readonly directory: Pick<DataDirectory, 'path' | 'noteChild'>;
  /**
   * The variables a part inherits from this process, by name, such as the search path or the mail server's
   * password.
   */
  readonly inherited: (part: string) => Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  /** Seconds from a part's start until it listens. */
  readonly onReady: (name: string, seconds: number) => void;
}

/** Starts all parts, each as soon as the parts it needs listen. */
export const startInstance = ({ plans, directory, inherited, say, onReady }: InstanceOptions): Instance => {
  const book = new Map<string, Ready>();
  const parts = new Map<string, Part>();
  const starting = new Map<string, Promise<void>>();
  let stopping = false;
  let breakInstance: (fault: Error) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    breakInstance = reject;
  });
  broken.catch(() => undefined);

  const start = async (plan: PartPlan): Promise<void> => {
    await Promise.all(plan.needs.map(begin));
    if (stopping) return;
    const started = performance.now();
    await plan.before?.(book);
    if (stopping) return;
    if (!existsSync(plan.entry))
      throw new FatalFault(`${plan.name} is not built (${plan.entry}): npm run build`);
    const part = runPart({
      name: plan.name,
      entry: plan.entry,
      nodeOptions: plan.nodeOptions,
      environment: (port) => ({ ...inherited(plan.name), ...plan.environment(book, port) }),
      log: openLogFile(join(directory.path, 'logs', `${plan.name}.log`), { say }),
      say,
      onSpawn: (pid) => note(plan, pid, { directory, say }),
    });
    parts.set(plan.name, part);
    part.broken.catch(breakInstance);
    book.set(plan.name, await part.ready);
    onReady(plan.name, (performance.now() - started) / 1_000);
  };
  const begin = (name: string): Promise<void> => {
    const plan = plans.find((candidate) => candidate.name === name);
    if (plan === undefined) return Promise.reject(new Error(`No plan says how to start ${name}`));
    const begun = starting.get(name) ?? start(plan);
    starting.set(name, begun);
    begun.catch(breakInstance);
    return begun;
  };
  const all = Promise.all(plans.map(({ name }) => begin(name)));
  all.catch(() => undefined);

  const stopAll = stopperOf(plans, (name) => parts.get(name)?.stop());
  return {
    ready: all.then(() => book),
    part: (name) => begin(name).then(() => book),
    broken,
    stop: async () => {
      stopping = true;
      await stopAll();
    },
  };
};

const note = (
  { name, entry }: PartPlan,
  pid: number,
  { directory, say }: Pick<InstanceOptions, 'directory' | 'say'>,
): void =>
  noteOrSay(
    () => directory.noteChild(pid, entry),
    (code) =>
      say(
        `${name} (process ${pid}) could not be recorded in the data directory (${code}). ` +
          'If this start is killed, end that process before the next start.',
      ),
  );

/** Stops each part once, after the parts that need it. */
const stopperOf = (plans: readonly PartPlan[], stopPart: (name: string) => Promise<void> | undefined) => {
  const stopped = new Map<string, Promise<void>>();
  const stop = (name: string): Promise<void> => {
    const dependants = plans.filter((plan) => plan.needs.includes(name));
    const stopping =
      stopped.get(name) ?? Promise.all(dependants.map((plan) => stop(plan.name))).then(() => stopPart(name));
    stopped.set(name, stopping);
    return stopping;
  };
  return () => Promise.all(plans.map((plan) => stop(plan.name)));
};
