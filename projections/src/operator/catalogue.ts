import type { CommandDefinition } from '@groundswell/platform/operator';
import { auditVerifyDefinition } from './audit-definition.js';

const model = {
  name: 'read model|all',
  summary: 'the name of a read model, or all',
};
const momentWords =
  'A time is a day, up to its end in New York (2026-03-01), or an instant (2026-03-01T15:00:00Z).';

/** Commands that need the log and the read models. Data only, so help can be printed without opening connections. */
export const catalogue: readonly CommandDefinition[] = [
  {
    name: 'status',
    summary: 'Status of the log, read models, queues, parked jobs and rebuilds',
    asks: [],
    asksIfThere: ['PostgreSQL', 'event store', 'Redis'],
    details: [
      'Ends with 1 if anything is unhealthy, and says what. Lag is the number of waiting events and the age of the oldest one.',
    ],
    examples: ['status', 'status --json'],
  },
  {
    name: 'replay',
    summary:
      'Rebuilds read models from the log, shows what changes, and swaps them in while the site keeps serving',
    asks: ['PostgreSQL', 'event store'],
    arguments: [{ ...model, optional: true }],
    options: {
      'dry-run': {
        type: 'boolean',
        summary: 'show what would change without changing anything; ends with 1 if something would',
      },
      until: {
        type: 'string',
        value: 'time|position',
        summary: 'look at the past: build up to there and compare; never swaps',
      },
      batch: {
        type: 'string',
        value: 'events',
        summary: 'at most this many events between two checkpoints; 100,000 by default',
      },
      fresh: {
        type: 'boolean',
        summary: 'start over, even if an interrupted replay could continue',
      },
      'set-aside': {
        type: 'boolean',
        summary:
          'move a stored chain that differs to another schema and serve the rebuilt one; needs --reason',
      },
      'from-this-log': {
        type: 'boolean',
        summary:
          'continue from the log in the event store, although all other data comes from another log; needs --reason',
      },
      reason: { type: 'string', value: 'text', summary: 'why the chain is set aside; name no one' },
    },
    recorded: true,
    details: [
      'The new tables are built next to the live ones in one pass over the log. Both are compared row by row at the same position and then swapped in one transaction. Readers see the old rows or the new ones. Nothing is sent out.',
      'Run a killed replay again, and it continues where it stopped and says so.',
      'The stored hash chain is evidence: if it differs from the rebuilt one, it is not replaced. Run `audit verify` first. Once you know what was changed, --set-aside keeps the old chain and its checkpoints and continues with the rebuilt one.',
      'After the log was moved to another store, `replay logChain` continues the chain if the log holds the same events in the same order.',
      'If the event store holds another log, or none, nothing is read, written or served. --from-this-log rebuilds all read models from the present log and keeps the old chain aside; the workers rebuild their own tables. Two logs cannot be merged yet: to keep both, leave the former one as it is.',
      `With --until nothing is ever swapped. ${momentWords} A time is compared with the time an event was recorded.`,
    ],
    examples: ['replay all', 'replay trendList --dry-run', 'replay conceptRecord --until=2026-03-01'],
  },
  {
    name: 'verify',
    summary: 'Rebuilds read models next to the live ones and compares every row at the same position',
    asks: ['PostgreSQL', 'event store'],
    arguments: [model],
    details: [
      'Prints the first differences: the row, its columns on both sides, and the last events that touched it. Ends with 1 if there are any. Leaves nothing behind.',
    ],
    examples: ['verify all', 'verify growth --json'],
  },
  {
    name: 'stream',
    summary: 'Prints the events of one stream',
    asks: ['event store'],
    arguments: [{ name: 'name', summary: 'category and id: concept-…, user-…, instrument-AAPL' }],
    options: {
      last: { type: 'string', value: 'number', summary: 'only the last ones' },
      full: { type: 'boolean', summary: 'show all data instead of one line' },
    },
    examples: ['stream instrument-SPY --last=3'],
  },
  {
    name: 'trace',
    summary:
      'Everything one request caused, in order and across services: events and jobs, with the time between',
    asks: ['event store'],
    asksIfThere: ['Redis', 'PostgreSQL'],
    arguments: [{ name: 'correlation id', summary: 'as shown in an answer, a log line or an event' }],
    options: {
      since: {
        type: 'string',
        value: 'time|position',
        summary:
          'only from there on, including the event at a position; a day counts from its start in New York',
      },
      until: {
        type: 'string',
        value: 'time|position',
        summary:
          'only up to there, including the event at a position; a day counts up to its end in New York',
      },
    },
    details: [
      'Follows the correlation id and everything its events caused, which is indented under its cause. The store has no index for it: the log is read from its start, or --since, to its end, or --until. For a time in --since, reading starts at the last signed checkpoint before it. It shows its progress, and Ctrl-C ends it.',
    ],
    examples: ['trace 6f1c4a52-…'],
  },
  auditVerifyDefinition,
  {
    name: 'answer',
    summary: 'Answers a finding of a failed audit, rebuild or verify, so that `status` stops showing it',
    asks: ['PostgreSQL', 'event store'],
    arguments: [{ name: 'finding', summary: 'its number, as `status` shows it' }],
    options: {
      reason: { type: 'string', value: 'text', summary: 'what explains it (required); name no one' },
    },
    recorded: true,
    details: ['Finding and answer are kept forever, under the handle of the operator who answers (--as).'],
    examples: ['answer 12 --as=ops-3 --reason="a restore drill: the copy was older"'],
  },
];
