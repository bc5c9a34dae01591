import { emailSchema, isRefusal, newPasswordSchema } from '@groundswell/contracts';
import { NotDone, type Parsed, textOf, WrongUsage } from '@groundswell/platform/operator';
import { z } from 'zod';
import { erasePerson } from '../erase-person.js';
import type { Ground } from '../ground.js';
import type { Cause } from '../people/accounts.js';
import { rotateMasterKey } from './rotate-master-key.js';

/** Names a person by their address. */
interface AccountCommand {
  readonly name: 'register-user' | 'staff grant' | 'staff revoke';
  readonly email: string;
  readonly staff: boolean;
  readonly reason: string | undefined;
}

/** Names a person by their id: there may be no address any more. */
interface PersonCommand<Name extends string> {
  readonly name: Name;
  readonly personId: string;
  readonly reason: string | undefined;
}

/** Names several people, whose addresses and passwords come by standard input. */
interface RegisterManyCommand {
  readonly name: 'register-users';
  readonly reason: string | undefined;
}

/** Concerns every person, and names none. */
interface RotateCommand {
  readonly name: 'rotate-master-key';
  readonly reason: undefined;
}

export type OperatorCommand =
  | AccountCommand
  | PersonCommand<'erase-person'>
  | PersonCommand<'second-factor reset'>
  | RegisterManyCommand
  | RotateCommand;

const peopleSchema = z.array(
  z.strictObject({ email: emailSchema, password: z.string(), staff: z.boolean().default(false) }),
);

const personIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a command line asks for. @throws WrongUsage */
export const toCommand = (parsed: Parsed): OperatorCommand => {
  const reason = textOf(parsed, 'reason');
  const { name } = parsed.definition;
  if (name === 'erase-person' || name === 'second-factor reset') {
    const personId = parsed.arguments.id ?? '';
    if (!personIdPattern.test(personId)) throw new WrongUsage(`${name} takes the id of one person`);
    return { name, personId, reason };
  }
  if (name === 'register-users') return { name, reason };
  if (name === 'rotate-master-key') return { name, reason: undefined };
  if (name !== 'register-user' && name !== 'staff grant' && name !== 'staff revoke') {
    throw new WrongUsage(`unknown command: ${name}`);
  }
  const address = textOf(parsed, 'email');
  if (address === undefined) throw new WrongUsage(`${name} needs --email=<address>`);
  const email = emailSchema.safeParse(address);
  if (!email.success) throw new WrongUsage('--email must be an e-mail address');
  return { name, email: email.data, staff: parsed.options.staff === true, reason };
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

const resetSecondFactor = async (ground: Ground, userId: string, cause: Cause): Promise<Said> => {
  const ended = await ground.secondFactor.reset(userId, cause);
  if (isRefusal(ended)) throw new NotDone('Nobody is registered under this id.');
  if (!ended) return `${userId} had no second factor`;
  // Whoever holds one of them may be why it was lost.
  await ground.sessions.endAllOf(userId, 'second factor reset');
  return `${userId} has no second factor any more`;
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
    if (isRefusal(erased)) throw new NotDone(erased.message);
    return `${command.personId} ${erased ? 'is erased' : 'was erased already'}`;
  }
  if (command.name === 'second-factor reset') return resetSecondFactor(ground, command.personId, cause);
  if (command.name === 'rotate-master-key') return rotateMasterKey(ground);
  if (command.name === 'register-user') return registerUser(ground, command, await readInput(), cause);
  if (command.name === 'register-users') return registerUsers(ground, await readInput(), cause);
  const userId = await ground.accounts.findByEmail(command.email);
  if (userId === undefined) throw new NotDone('Nobody is registered under this address.');
  return setStaff(ground, userId, command.name === 'staff grant', cause);
};
