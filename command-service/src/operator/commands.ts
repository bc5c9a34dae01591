import { emailSchema, isRefusal } from '@groundswell/contracts';
import { NotDone, type Parsed, reasonOf, textOf, WrongUsage } from '@groundswell/platform/operator';
import type { CoreServices } from '../core-services.js';
import type { Cause } from '../people/account/cause.js';
import { endAllSessions } from './end-all-sessions.js';
import { carryOutErasure } from './erasure.js';
import type { ReadInput } from './read-input.js';
import { registerUser, registerUsers, setStaff } from './registering.js';
import { rotateMasterKey } from './rotate-master-key.js';
import type { Said } from './said.js';

/** Identifies a person by address. */
interface AccountCommand {
  readonly name: 'register-user' | 'staff grant' | 'staff revoke';
  /** Undefined when it comes from standard input: command lines are kept in shell histories. */
  readonly email: string | undefined;
  readonly staff: boolean;
  readonly reason: string | undefined;
}

/** Identifies a person by id, since the address may be gone. */
interface PersonCommand<Name extends string> {
  readonly name: Name;
  readonly personId: string;
  readonly reason: string | undefined;
}

interface ErasePersonCommand extends PersonCommand<'erase-person'> {
  readonly dryRun: boolean;
}

/** Identifies a person by an address from standard input. */
interface FindCommand {
  readonly name: 'person find';
  readonly reason: undefined;
}

/** Registers several people, whose addresses and passwords come from standard input. */
interface RegisterManyCommand {
  readonly name: 'register-users';
  readonly reason: string | undefined;
}

/** Applies to all people and names none. */
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

const personIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const personIdOf = (parsed: Parsed): string => {
  const personId = parsed.arguments.id ?? '';
  if (!personIdPattern.test(personId))
    throw new WrongUsage(`${parsed.definition.name} takes the id of one person`);
  return personId;
};

/** Parses a command line. @throws WrongUsage */
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
  if (!email.success) throw new WrongUsage('--email must be an email address');
  return { name, email: email.data, staff: parsed.options.staff === true, reason };
};

const resetSecondFactor = async (core: CoreServices, userId: string, cause: Cause): Promise<Said> => {
  // The session's holder may be the reason that the factor was lost.
  const ended = await core.secondFactor.reset(userId, cause, () =>
    core.sessions.endAllOf(userId, 'second factor reset'),
  );
  if (isRefusal(ended)) throw new NotDone('No one is registered with this id.');
  const message = ended
    ? `${userId} no longer has two-step sign-in, and their sessions have ended.`
    : `${userId} does not use two-step sign-in. Nothing was changed.`;
  return { id: userId, state: 'no second factor', changed: ended, message };
};

const readEmail = async (read: ReadInput): Promise<string> => {
  const email = emailSchema.safeParse(await read('Email address (not shown): ', 'line'));
  if (!email.success) throw new NotDone('Standard input does not start with an email address.');
  return email.data;
};

/** Prints only the id, so that it can be passed to another command. */
const findPerson = async ({ accounts }: CoreServices, email: string): Promise<Said> => {
  const id = await accounts.findByEmail(email);
  if (id === undefined) throw new NotDone('No person has this address.');
  const state = (await accounts.find(id)) ? 'registered' : 'not registered';
  return { id, state, changed: false, message: id };
};

/**
 * Executes an operator's command. Repeating it changes nothing.
 * @param read reads standard input; the prompt is for a terminal
 * @param by the operator, and the correlation id of everything that results
 * @throws NotDone
 */
export const carryOut = async (
  core: CoreServices,
  command: OperatorCommand,
  read: ReadInput,
  by: Pick<Cause, 'actor' | 'correlationId'>,
): Promise<Said> => {
  const cause: Cause = { ...by, reason: command.reason };
  switch (command.name) {
    case 'erase-person':
      return carryOutErasure(core, command, cause);
    case 'second-factor reset':
      return resetSecondFactor(core, command.personId, cause);
    case 'rotate-master-key':
      return rotateMasterKey(core);
    case 'person find':
      return findPerson(core, await readEmail(read));
    case 'sessions end-all':
      return endAllSessions(core, cause);
    case 'register-user': {
      const email = command.email ?? (await readEmail(read));
      const password = await read('Password (not shown): ');
      return registerUser(core, { email, staff: command.staff }, password, cause);
    }
    case 'register-users':
      return registerUsers(core, await read('People, as JSON on one line (not shown): '), cause);
    default: {
      const userId = await core.accounts.findByEmail(command.email ?? (await readEmail(read)));
      if (userId === undefined) throw new NotDone('No one is registered with this address.');
      return setStaff(core, userId, command.name === 'staff grant', cause);
    }
  }
};
