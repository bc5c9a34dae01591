import type { CommandDefinition, OptionDefinition } from '@groundswell/platform/operator';

const reason: OptionDefinition = { type: 'string', value: 'text', summary: 'why; the log keeps it' };
const id = { name: 'job', summary: 'the job’s id, as `parked list` shows it' };

const failed = [
  { name: 'queue', summary: 'its queue, as `jobs failed` shows it' },
  { name: 'job', summary: 'its id' },
];

const person = {
  name: 'person',
  summary: 'the person: the part of the job’s subject after `tradingAccount-`',
};
const ofTransfer = [
  person,
  { name: 'transfer', summary: 'the transfer: the part of the job’s id after the dot' },
];
const said: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'what the broker said; the log keeps it',
};
const again: OptionDefinition = {
  type: 'boolean',
  summary: 'propose it again, because an earlier proposal has expired',
};
const twoOperators = [
  'The first operator proposes. It takes effect when a second one runs the same command under their own handle within 72 hours.',
];

const ofMail = { name: 'mail|all', summary: 'its id, as `mails unknown` shows it, or all' };
const mailReason: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'how you know (required); kept with the email, so name no one',
};

const ofBank = [
  { name: 'person', summary: 'the person, as `bank-owner list` shows it' },
  { name: 'bank', summary: 'the link’s id, as `bank-owner list` shows it' },
];
const ownerReason: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'how you know; the log keeps it, so name no one',
};

/**
 * Commands about work that reaches outside systems. Only data, so that help can be printed without opening
 * connections.
 */
export const catalogue: readonly CommandDefinition[] = [
  {
    name: 'parked list',
    summary: 'Jobs waiting for a decision; ends with 1 if there are any',
    asks: ['event store'],
    options: { all: { type: 'boolean', summary: 'include those that were decided or have ended since' } },
  },
  {
    name: 'parked show',
    summary: 'One parked job: its subject, why it was parked, and everything that happened to it',
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
    details: ['The decision is an event. Workers run the job as soon as they read it.'],
  },
  {
    name: 'parked drop',
    summary: 'Gives up a parked job, for a reason; the log keeps both',
    asks: ['event store'],
    recorded: true,
    arguments: [id],
    options: { reason },
    examples: ['parked drop 6f1c4a52-… --reason="the bank was told by telephone"'],
  },
  {
    name: 'transfer adopt',
    summary: 'Matches a transfer of unknown outcome to one of the broker’s; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: [...ofTransfer, { name: 'broker-transfer', summary: 'its id at the broker' }],
    options: { reason: said, again },
    details: twoOperators,
  },
  {
    name: 'transfer resolve',
    summary: 'Ends a transfer as the broker says: it moves no money, or has moved it; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: ofTransfer,
    options: {
      reason: said,
      again,
      outcome: {
        type: 'string',
        value: 'text',
        summary:
          'not-made: the broker never made it and won’t; voided: the broker took it, then canceled it; moved: the broker took it and moved its money, though it does not show it',
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
      again,
      amount: {
        type: 'string',
        value: 'dollars',
        summary: 'the whole difference: 3.10 adds to the cash, -10.00 takes from it',
      },
      cause: {
        type: 'string',
        value: 'text',
        summary: 'what the owner sees: fee, dividend, interest, transfer or correction',
      },
    },
    details: twoOperators,
    examples: ['cash adjust 6f1c4a52-… --amount=-10.00 --cause=fee --reason="support ticket 7" --as=ops-3'],
  },
  {
    name: 'transfer show',
    summary: 'One transfer: everything that happened to it, and the broker’s own words',
    asks: ['event store', 'PostgreSQL'],
    arguments: ofTransfer,
    details: [
      'The broker’s words may name people and accounts. They are kept for 180 days and erased with the person.',
    ],
  },
  {
    name: 'person show',
    summary: 'A person’s account, bank links and transfers, and what the broker said about each',
    asks: ['event store', 'PostgreSQL'],
    arguments: [{ name: 'person', summary: 'the person’s id' }],
  },
  {
    name: 'bank-owner list',
    summary:
      'Bank accounts whose owner’s name differs from the account holder’s; ends with 1 if there are any',
    asks: ['event store'],
    details: ['The names are in no event. `bank-owner show` prints them.'],
  },
  {
    name: 'bank-owner show',
    summary: 'Both names for one of these bank accounts, from the vault',
    asks: ['PostgreSQL', 'event store'],
    arguments: ofBank,
  },
  {
    name: 'bank-owner accept',
    summary: 'Accepts the bank account as the person’s own; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: ofBank,
    options: { reason: ownerReason, again },
    details: twoOperators,
    examples: [
      'bank-owner accept 6f1c4a52-… 9990e20c-… --reason="married name, seen on a statement" --as=ops-3',
    ],
  },
  {
    name: 'bank-owner refuse',
    summary: 'Decides that it is someone else’s and removes the link; takes two operators',
    asks: ['event store'],
    recorded: true,
    arguments: ofBank,
    options: { reason: ownerReason, again },
    details: twoOperators,
  },
  {
    name: 'jobs failed',
    summary: 'Permanently failed jobs of the queues, and why; ends with 1 if there are any',
    asks: ['Redis'],
    options: { all: { type: 'boolean', summary: 'include dismissed ones' } },
    details: ['A failed job is forgotten after 30 days unless dismissed.'],
  },
  {
    name: 'jobs retry',
    summary: 'Retries a permanently failed job, as often as the first time',
    asks: ['Redis'],
    arguments: failed,
    examples: ['jobs retry mail 9990e20c-….mail'],
  },
  {
    name: 'jobs dismiss',
    summary: 'Dismisses a permanently failed job',
    asks: ['Redis'],
    recorded: true,
    arguments: failed,
    options: {
      reason: {
        type: 'string',
        value: 'text',
        summary: 'why; kept with the job, together with who dismissed it',
      },
    },
    details: ['It no longer counts as failed; `jobs failed --all` shows it until it is forgotten.'],
    examples: ['jobs dismiss mail 9990e20c-….mail --reason="there is no such mailbox"'],
  },
  {
    name: 'mails unknown',
    summary: 'Emails that a mail server may not have sent; ends with 1 if there are any',
    asks: ['PostgreSQL'],
    details: [
      'A worker handed them over and was killed, or the server did not answer. They are not sent again unless an operator says so.',
    ],
  },
  {
    name: 'mails retry',
    summary: 'Sends an email of unknown outcome again',
    asks: ['PostgreSQL'],
    recorded: true,
    arguments: [ofMail],
    options: { reason: mailReason },
    details: ['It may arrive twice. An email that would come too late to be useful is not sent.'],
    examples: ['mails retry 9990e20c-… --reason="not in the log of the mail server" --as=ops-3'],
  },
  {
    name: 'mails dismiss',
    summary: 'Closes an email of unknown outcome without sending it again',
    asks: ['PostgreSQL'],
    recorded: true,
    arguments: [ofMail],
    options: { reason: mailReason },
    examples: ['mails dismiss all --reason="the mail server has sent them" --as=ops-3'],
  },
  {
    name: 'nightly run',
    summary: 'Fetches all prices up to the last session now, instead of waiting for the night',
    asks: ['PostgreSQL', 'event store'],
    details: [
      'It can run alongside the workers, and you can stop and repeat it at any time: nothing is recorded twice.',
    ],
  },
];
