import { parseArgs } from 'node:util';
import { emailSchema, isRefusal, newPasswordSchema } from '@groundswell/contracts';
import { z } from 'zod';
import { erasePerson } from '../erase-person.js';
import type { Ground } from '../ground.js';
import type { Cause } from '../people/accounts.js';

/** The command line was wrong: told apart from a command that could not be carried out. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The command was understood and could not be carried out. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}

export const usage = `usage: register-user --email <address> [--staff] [--reason <text>]   (password on standard input)
       register-users [--reason <text>]   (standard input: [{"email", "password", "staff"?}, …] as JSON)
       grant-staff   --email <address> [--reason <text>]
       revoke-staff  --email <address> [--reason <text>]
       erase-person  <id>              [--reason <text>]   (for good)`;

/** Names a person by their address. */
interface AccountCommand {
  readonly name: 'register-user' | 'grant-staff' | 'revoke-staff';
  readonly email: string;
  readonly staff: boolean;
  readonly reason: string | undefined;
}

/** Names a person by their id: there may be no address any more. */
interface EraseCommand {
  readonly name: 'erase-person';
  readonly personId: string;
  readonly reason: string | undefined;
}

/** Names several people, whose addresses and passwords come by standard input. */
interface RegisterManyCommand {
  readonly name: 'register-users';
  readonly reason: string | undefined;
}

export type OperatorCommand = AccountCommand | EraseCommand | RegisterManyCommand;

const peopleSchema = z.array(
  z.strictObject({ email: emailSchema, password: z.string(), staff: z.boolean().default(false) }),
);

const names = ['register-user', 'grant-staff', 'revoke-staff'] as const;
const personIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const wordsOf = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { email: { type: 'string' }, staff: { type: 'boolean' }, reason: { type: 'string' } },
    });
  } catch (fault) {
    throw new WrongUsage(fault instanceof Error ? fault.message : String(fault));
  }
};

/** @throws WrongUsage */
export const parseCommand = (words: readonly string[]): OperatorCommand => {
  const { values, positionals } = wordsOf(words);
  if (positionals[0] === 'erase-person') {
    const [, personId, ...rest] = positionals;
    if (!personId || !personIdPattern.test(personId) || rest.length > 0 || values.email || values.staff) {
      throw new WrongUsage('erase-person takes the id of one person');
    }
    return { name: 'erase-person', personId, reason: values.reason };
  }
  if (positionals[0] === 'register-users') {
    if (positionals.length > 1 || values.email || values.staff) {
      throw new WrongUsage('register-users takes its people by standard input');
    }
    return { name: 'register-users', reason: values.reason };
  }
  const name = names.find((each) => each === positionals[0]);
  if (!name || positionals.length > 1)
    throw new WrongUsage(`unknown command: ${positionals.join(' ') || 'none'}`);
  if (values.staff && name !== 'register-user') throw new WrongUsage('--staff goes with register-user');
  const email = emailSchema.safeParse(values.email);
  if (!email.success) throw new WrongUsage('--email must be an e-mail address');
  return { name, email: email.data, staff: values.staff ?? false, reason: values.reason };
};

/** One line that says what became of it; without the address, since operators' terminals are logged too. */
type Said = string;

const setStaff = async (ground: Ground, userId: string, staff: boolean, cause: Cause): Promise<Said> => {
  const done = await ground.accounts.change(userId, { type: staff ? 'GrantStaff' : 'RevokeStaff' }, cause);
  if (isRefusal(done)) throw new NotDone(done.message);
  // Tokens that still say otherwise end with their sessions.
  if (!staff) await ground.sessions.endAllOf(userId, 'role taken');
  const state = staff ? 'staff' : 'not staff';
  return done.changed ? `${userId} is now ${state}` : `${userId} was ${state} already`;
};

const setPassword = async (ground: Ground, userId: string, email: string, password: string, cause: Cause) => {
  if ((await ground.accounts.authenticate(email, password)) === userId) return false;
  const refusal = await ground.accounts.setPassword(userId, password, cause);
  if (refusal) throw new NotDone(refusal.message);
  return true;
};

const registerUser = async (
  ground: Ground,
  { email, staff }: Pick<AccountCommand, 'email' | 'staff'>,
  password: string,
  cause: Cause,
): Promise<Said> => {
  const checked = newPasswordSchema.safeParse(password);
  if (!checked.success)
    throw new NotDone(checked.error.issues[0]?.message ?? 'This password is not possible.');
  const known = await ground.accounts.findByEmail(email);
  const existed = known !== undefined && (await ground.accounts.find(known)) !== undefined;
  const userId = await ground.accounts.register(email, 'operator', cause);
  const changed = await setPassword(ground, userId, email, checked.data, cause);
  if (staff) await setStaff(ground, userId, true, cause);
  const was = existed
    ? changed
      ? 'was registered already; the password is changed'
      : 'was registered already'
    : 'is registered';
  return `${userId} ${was}${staff ? ', as staff' : ''}`;
};

const registerUsers = async (ground: Ground, people: string, cause: Cause): Promise<Said> => {
  const parsed = peopleSchema.safeParse(jsonOf(people));
  if (!parsed.success) throw new NotDone('Standard input is not a list of people.');
  const said: Said[] = [];
  for (const { password, ...person } of parsed.data) {
    said.push(await registerUser(ground, person, password, cause));
  }
  return said.join('\n');
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Carries out an operator's command. Repeating it changes nothing.
 * @throws NotDone
 */
export const carryOut = async (
  ground: Ground,
  command: OperatorCommand,
  readInput: () => Promise<string>,
  correlationId: string,
): Promise<Said> => {
  const cause: Cause = { actor: { id: 'operator', role: 'operator' }, correlationId, reason: command.reason };
  if (command.name === 'erase-person') {
    const erased = await erasePerson(ground, command.personId, cause);
    if (erased === undefined) throw new NotDone('Nobody is known under this id.');
    return `${command.personId} ${erased ? 'is erased' : 'was erased already'}`;
  }
  if (command.name === 'register-user') return registerUser(ground, command, await readInput(), cause);
  if (command.name === 'register-users') return registerUsers(ground, await readInput(), cause);
  const userId = await ground.accounts.findByEmail(command.email);
  if (userId === undefined) throw new NotDone('Nobody is registered under this address.');
  return setStaff(ground, userId, command.name === 'grant-staff', cause);
};
