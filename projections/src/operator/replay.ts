import { messageOf } from '@groundswell/platform';
import {
  exitCodes,
  type Handler,
  type Invocation,
  NotDone,
  reasonOf,
  refuseToCome,
  textOf,
  WrongUsage,
  wholeNumberOf,
} from '@groundswell/platform/operator';
import {
  type ReadModel,
  readCheckpoints,
  readLogOfDatabase,
  schemaOf,
  takeOnLog,
} from '@groundswell/platform/read-store';
import { readModels } from '../registry.js';
import {
  anyCompared,
  conclusionOf,
  differencesIn,
  differencesText,
  isClean,
  leftOutText,
} from '../replay/conclusion.js';
import type { Decision, KeptEvidence } from '../replay/evidence.js';
import { lookBack } from '../replay/look-back.js';
import { describeMoment, type Moment, parseMoment } from '../replay/moment.js';
import { type Replayed, replay as runReplay } from '../replay/replay.js';
import type { ReplayDependencies } from '../replay/run.js';
import { dropLeftovers, ShadowTaken } from '../replay/shadow.js';
import { verify as runVerify } from '../replay/verify.js';
import { comparisonText, differenceText, pace } from './comparison-text.js';
import { deciding } from './config.js';
import { modelsNamed, type OperatorConnections, withConnections } from './connections.js';

const dependenciesOf = (
  { database, eventStore }: OperatorConnections,
  invocation: Invocation,
): ReplayDependencies => ({
  database,
  eventStore,
  signal: invocation.signal,
  batchSize: wholeNumberOf(invocation, 'batch'),
  onProgress: ({ label, events, fraction }) =>
    invocation.terminal.progress.show({ label, fraction, done: events, unit: 'events' }),
  onSetback: (fault) =>
    invocation.terminal.note(
      `Something could not be applied (${messageOf(fault)}): ` +
        'continues event by event, which takes longer but finds the event.',
    ),
});

/** Another process at work is no fault of this command: its message says what to do. */
const orNotDone = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ShadowTaken ? new NotDone(error.message) : error;
  }
};

/** Parses a time or position. @throws WrongUsage */
export const momentOf = (
  text: string,
  kind: 'recorded' | 'occurred',
  edge: 'start' | 'end' = 'end',
): Moment => {
  const moment = parseMoment(text, kind, edge);
  if (moment) return moment;
  throw new WrongUsage(
    `"${text}" is neither a day (2026-03-01), nor an instant (2026-03-01T15:00:00Z), nor a position.`,
  );
};

/** Who sets evidence aside, and why. Undefined if the command does not. @throws WrongUsage */
const decisionOf = (invocation: Invocation): Decision | undefined => {
  const asked = ['from-this-log', 'set-aside'].find((name) => invocation.options[name] === true);
  if (asked === undefined) return undefined;
  const reason = reasonOf(invocation);
  if (!reason)
    throw new WrongUsage(`--${asked} needs --reason: why should the stored chain no longer be used?`);
  return { by: deciding(invocation), reason };
};

/** The read models to rebuild: all with --from-this-log. @throws WrongUsage */
const modelsAsked = (invocation: Invocation): readonly ReadModel[] => {
  const { arguments: given, options } = invocation;
  const name = given['read model|all'];
  if (options['from-this-log'] !== true) {
    if (!name?.trim())
      throw new WrongUsage('replay needs <read model|all>: the name of a read model, or all');
    return modelsNamed(invocation);
  }
  const conflicting = ['until', 'dry-run', 'fresh'].find((option) => options[option] !== undefined);
  if (conflicting) throw new WrongUsage(`--from-this-log and --${conflicting} exclude each other.`);
  if (name !== undefined && name !== 'all')
    throw new WrongUsage('--from-this-log rebuilds all read models, so leave out their names.');
  return readModels;
};

/** Continues from the present log of the event store. @throws NotDone if everything comes from it already */
const takeOn = async ({ database, eventStore }: OperatorConnections, decision: Decision): Promise<void> => {
  const found = await eventStore.identity();
  const checkpoints = await readCheckpoints(database, readModels.map(schemaOf));
  if (found === (await readLogOfDatabase(database)) && !checkpoints.some(({ isSetAside }) => isSetAside))
    throw new NotDone('All data already comes from this log: `replay all` rebuilds it.');
  await takeOnLog(database, found, decision);
};

const closingOf = ({ swapped, position }: Replayed, dryRun: boolean): string => {
  if (swapped) return `Swapped in: the rebuilt tables serve from position ${position}.`;
  return dryRun ? 'Nothing was changed: this was a dry run.' : 'Nothing was changed.';
};

const keptText = ({ readModel, reason }: KeptEvidence): string =>
  `${readModel} was not replaced: ${reason}. It is evidence of what was recorded. \`audit verify\` shows what was changed. Once you can explain it, \`replay ${readModel} --set-aside --as=<handle> --reason="…"\` sets it aside and continues with the rebuilt one.`;

export const replay: Handler = async (invocation) => {
  const { terminal, options } = invocation;
  const models = modelsAsked(invocation);
  const until = textOf(invocation, 'until');
  if (until !== undefined) return past(invocation, until);
  const dryRun = options['dry-run'] === true;
  const decision = decisionOf(invocation);
  return withConnections((connections) =>
    orNotDone(async () => {
      await dropLeftovers(connections.database);
      const done = await runReplay(dependenciesOf(connections, invocation), models, {
        fresh: options.fresh === true,
        dryRun,
        setAside: decision,
        onTaken: async () => {
          if (decision && options['from-this-log'] === true) await takeOn(connections, decision);
        },
        onCompared: (comparisons) => terminal.note(`Compared: ${differencesText(comparisons)}.`),
        onBegun: (from) =>
          terminal.note(
            from === undefined
              ? 'Starts at the beginning of the log.'
              : `Continues from position ${from}, where an earlier run stopped.`,
          ),
      });
      const differences = differencesIn(done.comparisons);
      terminal.result(
        { ...done, differences },
        [
          comparisonText(done.comparisons),
          ...done.explained.map((difference) => `\n${differenceText(difference)}`),
          `\n${pace(done.events, done.seconds)}, ${differencesText(done.comparisons)}. ${closingOf(done, dryRun)}${leftOutText(done.comparisons)}`,
          ...done.kept.map(keptText),
          ...done.aside.map(({ readModel, reason }) => `The previous ${readModel} is set aside: ${reason}.`),
        ].join('\n'),
      );
      const isUnwell = done.kept.length > 0 || (dryRun && !isClean(done.comparisons));
      return isUnwell ? exitCodes.attention : exitCodes.done;
    }),
  );
};

const legend = '"missing" rows are gone since, "surplus" rows are new, "changed" rows differ today.';

const past = (invocation: Invocation, text: string): ReturnType<Handler> => {
  const until = momentOf(text, 'recorded');
  return withConnections((connections) =>
    orNotDone(async () => {
      const { terminal } = invocation;
      const position = until.kind === 'position' ? until.position.commit : undefined;
      refuseToCome({ text, position }, (await connections.eventStore.head())?.commit, new Date());
      await dropLeftovers(connections.database);
      terminal.note(`A look at the past, up to ${describeMoment(until)}: nothing will be swapped.`);
      const found = await lookBack(dependenciesOf(connections, invocation), modelsNamed(invocation), until);
      terminal.result(
        { ...found, until: describeMoment(until), swapped: false },
        [
          comparisonText(found.comparisons),
          `\n${pace(found.events, found.seconds)}. ${anyCompared(found.comparisons) ? legend : 'Nothing was compared.'} Nothing was swapped.`,
        ].join('\n'),
      );
      return exitCodes.done;
    }),
  );
};

export const verify: Handler = (invocation) =>
  withConnections((connections) =>
    orNotDone(async () => {
      const { terminal } = invocation;
      await dropLeftovers(connections.database);
      const found = await runVerify(dependenciesOf(connections, invocation), modelsNamed(invocation));
      const differences = differencesIn(found.comparisons);
      terminal.result(
        { ...found, total: differences },
        [
          comparisonText(found.comparisons),
          ...found.differences.map((difference) => `\n${differenceText(difference)}`),
          `\n${pace(found.events, found.seconds)}. ${conclusionOf(found.comparisons, found.differences)}`,
        ].join('\n'),
      );
      return isClean(found.comparisons) ? exitCodes.done : exitCodes.attention;
    }),
  );
