import type { CommandDefinition, OptionDefinition } from '@groundswell/platform/operator';

const reason: OptionDefinition = { type: 'string', value: 'text', summary: 'why; it stands in the log' };
const id = { name: 'job', summary: 'the job’s id, as `parked list` shows it' };

const failed = [
  { name: 'queue', summary: 'its queue, as `jobs failed` shows it' },
  { name: 'job', summary: 'its id' },
];

const person = {
  name: 'person',
  summary: 'whose it is: the part of the job’s subject after `tradingAccount-`',
};
const ofTransfer = [person, { name: 'transfer', summary: 'its id: the part of the job’s id after the dot' }];
const said: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'what the broker said; it stands in the log',
};
const twoOperators = [
  'The first operator who runs it proposes. It is so once another one runs the same command under their own handle.',
];

const ofBank = [
  { name: 'person', summary: 'whose it is, as `bank-owner list` shows it' },
  { name: 'bank', summary: 'the link’s id, as `bank-owner list` shows it' },
];
const ownerReason: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'how it is known; it stands in the log, so name nobody',
};

/** Commands about work that goes outward. Data alone: help is printed without opening anything. */
export const catalogue: readonly CommandDefinition[] = [
  {
    name: 'parked list',
    summary: 'Jobs that wait for somebody to decide; ends with 1 when there are any',
    asks: ['event store'],
    options: { all: { type: 'boolean', summary: 'also those that were decided, or have ended since' } },
  },
  {
    name: 'parked show',
    summary: 'One parked job: what it is about, why it was parked, and all that became of it',
    asks: ['event store'],
    arguments: [id],
  },
  {
    name: 'parked retry',
    summary: 'Lets a parked job run again',
    asks: ['event store'],
    recorded: true,
    arguments: [id],
    options: { reason },
    details: ['The decision is an event. Workers read it, and run the job as soon as they do.'],
  },
  {
    name: 'parked drop',
    summary: 'Gives a parked job up, for a reason; the log keeps both',
    asks: ['event store'],
    recorded: true,
    arguments: [id],
    options: { reason },
    examples: ['parked drop 6f1c4a52-… --reason="the bank was told by telephone"'],
  },
  {
    name: 'transfer adopt',
    summary: 'Says which of the broker’s transfers one of unknown outcome is; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: [...ofTransfer, { name: 'broker-transfer', summary: 'its id at the broker' }],
    options: { reason: said },
    details: twoOperators,
  },
  {
    name: 'transfer resolve',
    summary: 'Ends a transfer of which the broker says that no money moves; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: ofTransfer,
    options: {
      reason: said,
      outcome: {
        type: 'string',
        value: 'text',
        summary: 'not-made: the broker made nothing, and will not; voided: it took it, and gave it up',
      },
    },
    details: twoOperators,
    examples: [
      'transfer resolve 6f1c4a52-… 9990e20c-… --outcome=not-made --reason="support ticket 7" --as=ops-3',
    ],
  },
  {
    name: 'cash adjust',
    summary: 'Closes a cash difference that the broker has explained; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: [person],
    options: {
      reason: said,
      amount: {
        type: 'string',
        value: 'dollars',
        summary: 'what the cash becomes more, such as 3.10; or less, such as -10.00: the whole difference',
      },
      cause: {
        type: 'string',
        value: 'text',
        summary: 'what its owner is told: fee, dividend, interest, transfer or correction',
      },
    },
    details: twoOperators,
    examples: ['cash adjust 6f1c4a52-… --amount=-10.00 --cause=fee --reason="support ticket 7" --as=ops-3'],
  },
  {
    name: 'transfer show',
    summary: 'One transfer: all that became of it, and what the broker said in its own words',
    asks: ['event store', 'PostgreSQL'],
    arguments: ofTransfer,
    details: [
      'The broker’s words may name people and accounts: they are kept for 180 days, and erased with the person.',
    ],
  },
  {
    name: 'person show',
    summary: 'Somebody’s account, bank links and transfers, and what the broker said of each',
    asks: ['event store', 'PostgreSQL'],
    arguments: [{ name: 'person', summary: 'the person’s id' }],
  },
  {
    name: 'bank-owner list',
    summary:
      'Bank accounts whose owner goes by another name than the account holder; ends with 1 when there are any',
    asks: ['event store'],
    details: ['The names are in no event. `bank-owner show` prints them.'],
  },
  {
    name: 'bank-owner show',
    summary: 'Both names of one such bank account, out of the vault',
    asks: ['PostgreSQL', 'event store'],
    arguments: ofBank,
  },
  {
    name: 'bank-owner accept',
    summary: 'Says that the bank account is the person’s all the same; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: ofBank,
    options: { reason: ownerReason },
    details: twoOperators,
    examples: [
      'bank-owner accept 6f1c4a52-… 9990e20c-… --reason="married name, seen on a statement" --as=ops-3',
    ],
  },
  {
    name: 'bank-owner refuse',
    summary: 'Says that it is somebody else’s, and removes the link; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: ofBank,
    options: { reason: ownerReason },
    details: twoOperators,
  },
  {
    name: 'jobs failed',
    summary: 'Jobs of the queues that failed for good, and why; ends with 1 when there are any',
    asks: ['Redis'],
    options: { all: { type: 'boolean', summary: 'also those that were dismissed' } },
    details: ['A failed job that nobody dismisses is forgotten after 30 days.'],
  },
  {
    name: 'jobs retry',
    summary: 'Lets a job that failed for good be tried anew, as often as at first',
    asks: ['Redis'],
    arguments: failed,
    examples: ['jobs retry mail 9990e20c-….mail'],
  },
  {
    name: 'jobs dismiss',
    summary: 'Notes that nothing more is wanted of a job that failed for good',
    asks: ['Redis'],
    recorded: true,
    arguments: failed,
    options: {
      reason: { type: 'string', value: 'text', summary: 'why; it is kept with the job, and who said so' },
    },
    details: ['It counts as failed no more, and stands under `jobs failed --all` until it is forgotten.'],
    examples: ['jobs dismiss mail 9990e20c-….mail --reason="there is no such mailbox"'],
  },
  {
    name: 'nightly run',
    summary: 'Fetches all prices up to the last session now, instead of waiting for the night',
    asks: ['PostgreSQL', 'event store'],
    details: [
      'It may run beside the workers, be stopped at any point, and run again: what is recorded is not recorded twice.',
    ],
  },
];
