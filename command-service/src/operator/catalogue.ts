import type { CommandDefinition, OptionDefinition } from '@groundswell/platform/operator';

const email: OptionDefinition = {
  type: 'string',
  value: 'address',
  summary:
    'the person’s email address; if left out, it is read from standard input and stays out of the shell history',
};
const reason: OptionDefinition = {
  type: 'string',
  value: 'text',
  summary: 'why; the log keeps it, so name no one',
};

/** Commands about people. Only data, so that help is printed without opening anything. */
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
    summary: 'Removes the staff role and ends the person’s sessions',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { email, reason },
    examples: ['staff revoke', 'staff revoke < address.txt'],
  },
  {
    name: 'person find',
    summary: 'Prints the id of the person whose email address is on standard input',
    asks: ['PostgreSQL', 'event store'],
    details: [
      'At a terminal it asks for the address without showing it. The address appears in no argument, log or event.',
    ],
    examples: ['person find', 'person find < address.txt'],
  },
  {
    name: 'register-user',
    summary: 'Registers a person; reads address and password from standard input, one per line',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { email, staff: { type: 'boolean', summary: 'as staff' }, reason },
    details: [
      'At a terminal it asks for both without showing them. If the person exists, their password is replaced, which needs a --reason. The address appears in no log and no event.',
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
      'If a person exists and the password differs, it is replaced, which needs a --reason. If any entry is wrong, no one is registered.',
    ],
  },
  {
    name: 'erase-person',
    summary: 'Permanently deletes everything we know about a person; every event stays as it was',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    arguments: [{ name: 'id', summary: 'the person’s id' }],
    options: {
      reason: { ...reason, summary: 'why (required); the log keeps it, so name no one' },
      'dry-run': {
        type: 'boolean',
        summary: 'shows what would be deleted; ends with 1 if it would be refused',
      },
    },
    details: [
      'Deletes the person’s values in the vault with their key, and their sessions, links and credentials. The log, its hash chain and every replay stay complete. It is safe to repeat.',
      'An earlier backup of the database still holds key and values: delete it when it expires. If one is restored, the command service erases these people again, when it starts and every hour.',
    ],
    examples: [
      'erase-person 6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11 --dry-run',
      'erase-person 6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11 --reason="asked for it"',
    ],
  },
  {
    name: 'sessions end-all',
    summary: 'Signs everyone out everywhere, at once',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    options: { reason: { ...reason, summary: 'why (required); the log keeps it, so name no one' } },
    details: [
      'Use it after a database was restored from a copy, which brings back ended sessions, or when tokens may have been stolen. Sign-ins that wait for a code end, too. Passwords stay.',
      'The log of each signed-in person records it. It is safe to repeat.',
    ],
    examples: ['sessions end-all --reason="restored the copy of last night"'],
  },
  {
    name: 'second-factor reset',
    summary: 'Turns off two-step sign-in for a person who lost their app and recovery codes',
    asks: ['PostgreSQL', 'event store'],
    recorded: true,
    arguments: [{ name: 'id', summary: 'the person’s id' }],
    options: { reason },
    details: [
      'First confirm who is asking, by other means than email. Their sessions end, and they sign in with only the password until they set it up again. The log records it with the reason. It is safe to repeat, and changes nothing if two-step sign-in is off.',
    ],
    examples: ['second-factor reset 6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11 --reason="lost the phone"'],
  },
  {
    name: 'rotate-master-key',
    summary: 'Wraps every person’s key with the newest master key, so that older ones can be discarded',
    asks: ['PostgreSQL', 'event store'],
    details: [
      'Set VAULT_MASTER_KEY=1:<old>,2:<new> for every service and restart them: the new key only unwraps. When all of them run with it, put the new one first, 2:<new>,1:<old>, and restart them. Then run this command. When it says so, keep only 2:<new> and restart them.',
      'Restart them one by one to keep serving. It is safe to repeat. Earlier backups still need the old key.',
    ],
    examples: ['rotate-master-key'],
  },
];
