import type { CommandDefinition } from '@groundswell/platform/operator';
import { auditVerifyDefinition } from './audit-definition.js';

const model = {
  name: 'read model|all',
  summary: 'one read model by its name, or all of them',
};
const momentWords =
  'A time is a day, which counts until its end in New York (2026-03-01), or an instant (2026-03-01T15:00:00Z).';

/** Commands that need the log and the read models. Data alone: help is printed without opening anything. */
export const catalogue: readonly CommandDefinition[] = [
  {
    name: 'status',
    summary: 'How everything is doing: the log, each read model, queues, parked jobs, rebuilds',
    asks: [],
    asksIfThere: ['PostgreSQL', 'event store', 'Redis'],
    details: [
      'Ends with 1 when anything is unhealthy, and says what. Lag is counted in events that wait, and in the age of the first of them.',
    ],
    examples: ['status', 'status --json'],
  },
  {
    name: 'replay',
    summary:
      'Rebuilds read models from the log, shows what changes, and puts them in place while the site serves',
    asks: ['PostgreSQL', 'event store'],
    arguments: [{ ...model, optional: true }],
    options: {
      'dry-run': {
        type: 'boolean',
        summary: 'show what would change, and change nothing; ends with 1 when something would',
      },
      until: {
        type: 'string',
        value: 'time|position',
        summary: 'look at the past: build up to there, compare, never swap',
      },
      batch: {
        type: 'string',
        value: 'events',
        summary: 'events between two checkpoints at most; 100,000 when left out',
      },
      fresh: {
        type: 'boolean',
        summary: 'begin anew, even where an interrupted replay could be gone on with',
      },
      'set-aside': {
        type: 'boolean',
        summary:
          'keep a stored chain that differs under another schema, and serve the rebuilt one; needs --reason',
      },
      'from-this-log': {
        type: 'boolean',
        summary:
          'go on from the log that the event store holds, though all else comes from another; needs --reason',
      },
      reason: { type: 'string', value: 'text', summary: 'why the chain is set aside; name nobody' },
    },
    recorded: true,
    details: [
      'The new tables are built beside the ones that serve, in one pass over the log. Both are compared row by row at the same position; then all of them change places in one transaction. Readers see the old rows or the new ones. Nothing is sent outward.',
      'A replay that was killed goes on where it stopped when it is run again, and says so.',
      'The stored hash chain is evidence: one that differs from what is rebuilt is not replaced. Run `audit verify` first. Once it is known what was changed, --set-aside keeps the old chain and its checkpoints and goes on with the rebuilt one.',
      'Where the event store holds another log, or none, nothing is read, written or served. --from-this-log rebuilds all read models from the log that is there, and keeps the old chain aside; workers rebuild what is theirs. To bring two logs together is not possible yet: whoever wants both keeps the former one as it is.',
      `With --until nothing is ever swapped. ${momentWords} A time is compared with when events were recorded.`,
    ],
    examples: ['replay all', 'replay trendList --dry-run', 'replay conceptRecord --until=2026-03-01'],
  },
  {
    name: 'verify',
    summary: 'Rebuilds read models beside the live ones and compares every row at the same position',
    asks: ['PostgreSQL', 'event store'],
    arguments: [model],
    details: [
      'Prints the first differences: the row, its columns on both sides, and the events of the log that last touched it. Ends with 1 when there are any. Leaves nothing behind.',
    ],
    examples: ['verify all', 'verify growth --json'],
  },
  {
    name: 'stream',
    summary: 'Prints the events of one stream',
    asks: ['event store'],
    arguments: [{ name: 'name', summary: 'category and id: concept-…, user-…, instrument-AAPL' }],
    options: {
      last: { type: 'string', value: 'number', summary: 'only so many, from the end' },
      full: { type: 'boolean', summary: 'data whole, and not cut to a line' },
    },
    examples: ['stream instrument-SPY --last=3'],
  },
  {
    name: 'trace',
    summary: 'What one request caused, in order, across services: events and jobs, with the time between',
    asks: ['event store'],
    asksIfThere: ['Redis', 'PostgreSQL'],
    arguments: [{ name: 'correlation id', summary: 'as it stands in an answer, a log line, an event' }],
    options: {
      since: {
        type: 'string',
        value: 'time|position',
        summary:
          'only from there on, the event at a position included; a day counts from its beginning in New York',
      },
      until: {
        type: 'string',
        value: 'time|position',
        summary: 'only up to there, the event at a position included; a day counts until its end in New York',
      },
    },
    details: [
      'Follows the correlation id and, from its events, what they caused: that stands to the right of its cause. The store has no index of it: the log is read from its beginning, or from --since, to its end, or to --until. For a time in --since, reading begins at the last signed checkpoint before it. Progress says how far it is, and Ctrl-C ends it.',
    ],
    examples: ['trace 6f1c4a52-…'],
  },
  auditVerifyDefinition,
  {
    name: 'answer',
    summary: 'Answers a finding of a failed audit, rebuild or verify, so that `status` no longer shows it',
    asks: ['PostgreSQL', 'event store'],
    arguments: [{ name: 'finding', summary: 'its number, as `status` shows it' }],
    options: { reason: { type: 'string', value: 'text', summary: 'what explains it (needed); name nobody' } },
    recorded: true,
    details: ['Finding and answer are kept for good, under the handle of whoever answers (--as).'],
    examples: ['answer 12 --as=ops-3 --reason="a restore drill: the copy was older"'],
  },
];
