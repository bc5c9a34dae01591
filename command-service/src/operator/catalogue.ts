import type { CommandDefinition, OptionDefinition } from '@groundswell/platform/operator';

const email: OptionDefinition = {
  type: 'string',
  value: 'address',
  summary: 'the person’s e-mail address; without it, it comes by standard input, and stands in no history',
};
const reason: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'why; it stands in the log, so name nobody',
};

/** Commands about people. Data alone: help is printed without opening anything. */
export const catalogue: readonly CommandDefinition[] = [
  {
    name: 'staff grant',
    summary: 'Makes a registered person staff',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { email, reason },
    examples: ['staff grant --reason="joined the team" < address.txt'],
  },
  {
    name: 'staff revoke',
    summary: 'Takes the role away, and ends the person’s sessions',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { email, reason },
    examples: ['staff revoke', 'staff revoke < address.txt'],
  },
  {
    name: 'person find',
    summary: 'Prints the id of the person whose e-mail address comes by standard input',
    asks: ['PostgreSQL', 'event store'],
    details: [
      'At a terminal it asks for the address and shows nothing of it. The address stands in no argument, log or event.',
    ],
    examples: ['person find', 'person find < address.txt'],
  },
  {
    name: 'register-user',
    summary: 'Registers a person; address and password come by standard input, a line each',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { email, staff: { type: 'boolean', summary: 'as staff' }, reason },
    details: [
      'At a terminal it asks for both and shows nothing of them. If the person exists, their password is replaced: that needs a --reason. The address stands in no log and no event.',
    ],
    examples: ['register-user --staff', 'register-user --staff < address-and-password.txt'],
  },
  {
    name: 'register-users',
    summary: 'Registers people; standard input holds [{"email", "password", "staff"?}, …] as JSON',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { reason },
    details: [
      'If a person exists and the password is another, it is replaced: that needs a --reason. Where an entry is wrong, nobody is registered.',
    ],
  },
  {
    name: 'erase-person',
    summary: 'Deletes everything that we know of a person, for good; every event stays as it was',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    arguments: [{ name: 'id', summary: 'the person’s id' }],
    options: {
      reason: { ...reason, summary: 'why (needed); it stands in the log, so name nobody' },
      'dry-run': { type: 'boolean', summary: 'says what would go, and ends with 1 when it would be refused' },
    },
    details: [
      'The key of the person’s values in the vault is destroyed with them. Sessions, links and credentials go along. The log, its hash chain and every replay stay whole. It may be repeated.',
      'A backup of the database from before holds key and values still: delete it when its time is up. Where one is restored, the command service erases again, at its start and each hour, those of whom the log says that they were erased.',
    ],
    examples: [
      'erase-person 6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11 --dry-run',
      'erase-person 6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11 --reason="asked for it"',
    ],
  },
  {
    name: 'sessions end-all',
    summary: 'Signs everybody out, everywhere, at once',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { reason: { ...reason, summary: 'why (needed); it stands in the log, so name nobody' } },
    details: [
      'For a database that was restored from a copy, which brings back sessions that had ended, and for tokens that may have been stolen. Sign-ins that wait for a code end, too. Passwords stay as they are.',
      'It stands in the log of each person who was signed in. It may be repeated.',
    ],
    examples: ['sessions end-all --reason="restored the copy of last night"'],
  },
  {
    name: 'second-factor reset',
    summary: 'Turns off the second factor of somebody who lost their app and their recovery codes',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    arguments: [{ name: 'id', summary: 'the person’s id' }],
    options: { reason },
    details: [
      'Make sure first, by a way other than mail, that it is they who ask. Their sessions end, and signing in asks for the password alone, until they set up another one. It stands in the log with the reason, and may be repeated. Where there is no second factor nothing is changed.',
    ],
    examples: ['second-factor reset 6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11 --reason="lost the phone"'],
  },
  {
    name: 'rotate-master-key',
    summary:
      'Wraps the key of every person with the newest master key, so that older ones can be thrown away',
    asks: ['PostgreSQL', 'event store'],
    details: [
      'Begin with VAULT_MASTER_KEY=1:<old>,2:<new> for every service, and start them again: the new key only unwraps. When all of them run with it, put the new one first, 2:<new>,1:<old>, and start them again. When all of them run with that, run this. When it says so, leave 2:<new> alone and start them again.',
      'Started one after the other, they serve meanwhile. It may be repeated. A backup from before still needs the old key.',
    ],
    examples: ['rotate-master-key'],
  },
];
