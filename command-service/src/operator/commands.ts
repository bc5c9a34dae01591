import { emailSchema, isRefusal, newPasswordSchema } from '@groundswell/contracts';
import { NotDone, type Parsed, reasonOf, textOf, WrongUsage } from '@groundswell/platform/operator';
import { z } from 'zod';
import type { Ground } from '../ground.js';
import type { Cause } from '../people/accounts.js';
import { endAllSessions } from './end-all-sessions.js';
import { carryOutErasure } from './erasure.js';
import type { ReadInput } from './read-input.js';
import { rotateMasterKey } from './rotate-master-key.js';
import type { Said } from './said.js';

/** Names a person by their address. */
interface AccountCommand {
  readonly name: 'register-user' | 'staff grant' | 'staff revoke';
  /** Undefined when it comes by standard input: what stands on a command line stands in histories. */
  readonly email: string | undefined;
  readonly staff: boolean;
  readonly reason: string | undefined;
}

/** Names a person by their id: there may be no address any more. */
interface PersonCommand<Name extends string> {
  readonly name: Name;
  readonly personId: string;
  readonly reason: string | undefined;
}

interface ErasePersonCommand extends PersonCommand<'erase-person'> {
  readonly dryRun: boolean;
}

/** Names a person by an address that comes by standard input. */
interface FindCommand {
  readonly name: 'person find';
  readonly reason: undefined;
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

interface EndSessionsCommand {
  readonly name: 'sessions end-all';
  readonly reason: string;
}

export type OperatorCommand =
  | AccountCommand
  | EndSessionsCommand
  | ErasePersonCommand
  | FindCommand
  | PersonCommand<'second-factor reset'>
  | RegisterManyCommand
  | RotateCommand;

const peopleSchema = z.array(
  z.strictObject({ email: emailSchema, password: z.string(), staff: z.boolean().default(false) }),
);

const personIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const personIdOf = (parsed: Parsed): string => {
  const personId = parsed.arguments.id ?? '';
  if (!personIdPattern.test(personId))
    throw new WrongUsage(`${parsed.definition.name} takes the id of one person`);
  return personId;
};

/** What a command line asks for. @throws WrongUsage */
export const toCommand = (parsed: Parsed): OperatorCommand => {
  const reason = reasonOf(parsed);
  const { name } = parsed.definition;
  if (name === 'erase-person') {
    const [personId, dryRun] = [personIdOf(parsed), parsed.options['dry-run'] === true];
    if (!dryRun && !reason?.trim()) throw new WrongUsage('erase-person needs --reason=<text>');
    return { name, personId, dryRun, reason };
  }
  if (name === 'second-factor reset') return { name, personId: personIdOf(parsed), reason };
  if (name === 'person find') return { name, reason: undefined };
  if (name === 'register-users') return { name, reason };
  if (name === 'rotate-master-key') return { name, reason: undefined };
  if (name === 'sessions end-all') {
    if (!reason?.trim()) throw new WrongUsage('sessions end-all needs --reason=<text>');
    return { name, reason };
  }
  if (name !== 'register-user' && name !== 'staff grant' && name !== 'staff revoke') {
    throw new WrongUsage(`unknown command: ${name}`);
  }
  const address = textOf(parsed, 'email');
  const email = emailSchema.optional().safeParse(address);
  if (!email.success) throw new WrongUsage('--email must be an e-mail address');
  return { name, email: email.data, staff: parsed.options.staff === true, reason };
};

const setStaff = async (ground: Ground, userId: string, staff: boolean, cause: Cause): Promise<Said> => {
  const done = await ground.accounts.change(userId, { type: staff ? 'GrantStaff' : 'RevokeStaff' }, cause);
  if (isRefusal(done)) throw new NotDone(done.message);
  // Tokens that still say otherwise end with their sessions.
  if (!staff) await ground.sessions.endAllOf(userId, 'role taken');
  const state = staff ? 'staff' : 'not staff';
  const { changed } = done;
  const message = changed ? `${userId} is now ${state}` : `${userId} was ${state} already`;
  return { id: userId, state, changed, message };
};

const resetSecondFactor = async (ground: Ground, userId: string, cause: Cause): Promise<Said> => {
  const ended = await ground.secondFactor.reset(userId, cause);
  if (isRefusal(ended)) throw new NotDone('Nobody is registered under this id.');
  // Whoever holds a session may be why it was lost; also when an attempt before was interrupted after the log had it.
  await ground.sessions.endAllOf(userId, 'second factor reset');
  const message = ended ? `${userId} has no second factor any more` : `${userId} had no second factor`;
  return { id: userId, state: 'no second factor', changed: ended, message };
};

const setPassword = async (ground: Ground, userId: string, password: string, cause: Cause) => {
  if (await ground.accounts.provePassword(userId, password)) return false;
  const refusal = await ground.accounts.setPassword(userId, password, cause);
  if (refusal) throw new NotDone(refusal.message);
  return true;
};

const registerUser = async (
  ground: Ground,
  { email, staff }: { readonly email: string; readonly staff: boolean },
  password: string,
  cause: Cause,
): Promise<Said> => {
  const checked = newPasswordSchema.safeParse(password);
  if (!checked.success)
    throw new NotDone(checked.error.issues[0]?.message ?? 'This password is not possible.');
  const known = await ground.accounts.findByEmail(email);
  const existed = known !== undefined && (await ground.accounts.find(known)) !== undefined;
  const userId = await ground.accounts.register(email, 'operator', cause);
  const newPassword = await setPassword(ground, userId, checked.data, cause);
  const granted = staff && (await setStaff(ground, userId, true, cause)).changed === true;
  const was = existed
    ? newPassword
      ? 'was registered already; the password is changed'
      : 'was registered already'
    : 'is registered';
  return {
    id: userId,
    state: staff ? 'registered, as staff' : 'registered',
    changed: !existed || newPassword || granted,
    message: `${userId} ${was}${staff ? ', as staff' : ''}`,
  };
};

interface SaidOfMany extends Said {
  readonly people: readonly Said[];
}

const registerUsers = async (ground: Ground, people: string, cause: Cause): Promise<SaidOfMany> => {
  const parsed = peopleSchema.safeParse(jsonOf(people));
  if (!parsed.success) throw new NotDone('Standard input is not a list of people.');
  const said: Said[] = [];
  for (const { password, ...person } of parsed.data) {
    said.push(await registerUser(ground, person, password, cause));
  }
  return {
    people: said,
    changed: said.some(({ changed }) => changed),
    message: said.map(({ message }) => message).join('\n'),
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readEmail = async (read: ReadInput): Promise<string> => {
  const email = emailSchema.safeParse(await read('E-mail address (not shown): ', 'line'));
  if (!email.success) throw new NotDone('Standard input does not begin with an e-mail address.');
  return email.data;
};

/** Prints the id alone, so that it can be handed on to another command. */
const findPerson = async ({ accounts }: Ground, email: string): Promise<Said> => {
  const id = await accounts.findByEmail(email);
  if (id === undefined) throw new NotDone('Nobody is known under this address.');
  const state = (await accounts.find(id)) ? 'registered' : 'not registered';
  return { id, state, changed: false, message: id };
};

/**
 * Carries out an operator's command. Repeating it changes nothing.
 * @param read reads standard input; the prompt is for a terminal
 * @param by who decides, and what ties together all that comes of it
 * @throws NotDone
 */
export const carryOut = async (
  ground: Ground,
  command: OperatorCommand,
  read: ReadInput,
  by: Pick<Cause, 'actor' | 'correlationId'>,
): Promise<Said> => {
  const cause: Cause = { ...by, reason: command.reason };
  switch (command.name) {
    case 'erase-person':
      return carryOutErasure(ground, command, cause);
    case 'second-factor reset':
      return resetSecondFactor(ground, command.personId, cause);
    case 'rotate-master-key':
      return { message: await rotateMasterKey(ground) };
    case 'person find':
      return findPerson(ground, await readEmail(read));
    case 'sessions end-all':
      return endAllSessions(ground, cause);
    case 'register-user': {
      const email = command.email ?? (await readEmail(read));
      const password = await read('Password (not shown): ');
      return registerUser(ground, { email, staff: command.staff }, password, cause);
    }
    case 'register-users':
      return registerUsers(ground, await read('People, as JSON on one line (not shown): '), cause);
    default: {
      const userId = await ground.accounts.findByEmail(command.email ?? (await readEmail(read)));
      if (userId === undefined) throw new NotDone('Nobody is registered under this address.');
      return setStaff(ground, userId, command.name === 'staff grant', cause);
    }
  }
};
