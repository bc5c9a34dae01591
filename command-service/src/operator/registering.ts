import { emailSchema, isRefusal, newPasswordSchema } from '@groundswell/contracts';
import { NotDone } from '@groundswell/platform/operator';
import { leaverOfEmail } from '@groundswell/platform/vault';
import { z } from 'zod';
import type { CoreServices } from '../core-services.js';
import type { Cause } from '../people/account/cause.js';
import type { Said } from './said.js';

const personSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  staff: z.boolean().default(false),
});
type NewPerson = z.output<typeof personSchema>;

/** A second entry for an address would replace the password of the first one. */
const peopleSchema = z.array(personSchema).superRefine((people, { addIssue }) => {
  const firstOf = new Map<string, number>();
  for (const [index, { email }] of people.entries()) {
    const first = firstOf.get(email);
    if (first === undefined) firstOf.set(email, index);
    else
      addIssue({
        code: 'custom',
        path: [index, 'email'],
        message: `Entry ${first + 1} has the same address.`,
      });
  }
});

/** Grants a person the staff role, or revokes it. @throws NotDone */
export const setStaff = async (
  core: CoreServices,
  userId: string,
  staff: boolean,
  cause: Cause,
): Promise<Said> => {
  const done = await core.accounts.change(userId, { type: staff ? 'GrantStaff' : 'RevokeStaff' }, cause);
  if (isRefusal(done)) throw new NotDone(done.message);
  // Tokens that still carry the role end with their sessions.
  if (!staff) await core.sessions.endAllOf(userId, 'role taken');
  const { changed } = done;
  const words = staff
    ? { state: 'staff', made: 'is staff now', was: 'was already staff' }
    : { state: 'not staff', made: 'is no longer staff', was: 'was not staff' };
  return {
    id: userId,
    state: words.state,
    changed,
    message: `${userId} ${changed ? words.made : words.was}`,
  };
};

/** What registering would do to a person who has a way to sign in. */
interface Found {
  readonly id: string;
  readonly known: 'stays as they are' | 'gets a new password';
}

const knownAs = async (
  { accounts }: CoreServices,
  { email, password }: NewPerson,
): Promise<Found | undefined> => {
  const id = await accounts.findByEmail(email);
  const user = id === undefined ? undefined : await accounts.find(id);
  if (id === undefined || user === undefined) return undefined;
  // Registering them was interrupted.
  if (!user.googleLinked && !(await accounts.hasPassword(id))) return undefined;
  const proven = await accounts.provePassword(id, password);
  return { id, known: proven ? 'stays as they are' : 'gets a new password' };
};

/** An address that someone left lately is still theirs: another person who has it now must not get their account. @throws NotDone */
const refuseLeft = async ({ accounts, vault }: CoreServices, email: string): Promise<void> => {
  if ((await accounts.findByEmail(email)) !== undefined) return;
  const left = await leaverOfEmail(vault, email);
  if (left === undefined) return;
  throw new NotDone(
    `${left} left this address in the last three days and can still take it back. Nothing was changed.`,
  );
};

/**
 * A password is never replaced by mistake, nor without a reason.
 * @returns what registering them would do, if they have a way to sign in
 * @throws NotDone
 */
const refuseMistaken = async (
  core: CoreServices,
  person: NewPerson,
  { reason }: Cause,
): Promise<Found | undefined> => {
  await refuseLeft(core, person.email);
  const found = await knownAs(core, person);
  if (reason?.trim() || found?.known !== 'gets a new password') return found;
  throw new NotDone(
    `${found.id} is already registered: register-user would replace their password, which needs --reason=<text>. Nothing was changed.`,
  );
};

const register = async (core: CoreServices, person: NewPerson, cause: Cause): Promise<Said> => {
  const before = await refuseMistaken(core, person, cause);
  const userId = await core.accounts.register(person.email, 'operator', cause);
  const newPassword = before?.known !== 'stays as they are';
  if (newPassword) {
    const set = await core.accounts.setPassword(userId, person.password, cause);
    if (isRefusal(set)) throw new NotDone(set.message);
  }
  const granted = person.staff && (await setStaff(core, userId, true, cause)).changed === true;
  const role = person.staff ? ', as staff' : '';
  const was = before ? 'was already registered' : 'is registered';
  const replaced =
    before && newPassword ? '. Their password is replaced, and their sessions have ended.' : '';
  return {
    id: userId,
    state: `registered${role}`,
    changed: newPassword || granted,
    message: `${userId} ${was}${role}${replaced}`,
  };
};

/** Two operators who register one address at once: the second finds what the first did. */
const registerInTurn = (core: CoreServices, person: NewPerson, cause: Cause): Promise<Said> =>
  core.database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`registering ${person.email}`]);
    return register(core, person, cause);
  });

/** Registers a person. Given a reason, a person already registered gets a new password. @throws NotDone */
export const registerUser = async (
  core: CoreServices,
  { email, staff }: { readonly email: string; readonly staff: boolean },
  password: string,
  cause: Cause,
): Promise<Said> => {
  const checked = newPasswordSchema.safeParse(password);
  if (!checked.success)
    throw new NotDone(checked.error.issues[0]?.message ?? 'This password is not allowed.');
  return registerInTurn(core, { email, staff, password: checked.data }, cause);
};

interface SaidOfMany extends Said {
  readonly people: readonly Said[];
}

/** Registers a list of people, or no one if an entry is wrong. @throws NotDone that names each such entry */
export const registerUsers = async (
  core: CoreServices,
  people: string,
  cause: Cause,
): Promise<SaidOfMany> => {
  const listed = peopleIn(people);
  for (const person of listed) await refuseMistaken(core, person, cause);
  const said: Said[] = [];
  for (const person of listed) said.push(await registerInTurn(core, person, cause));
  return {
    people: said,
    changed: said.some(({ changed }) => changed),
    message: said.map(({ message }) => message).join('\n'),
  };
};

const peopleIn = (text: string): readonly NewPerson[] => {
  const list = z.array(z.unknown()).safeParse(jsonOf(text));
  if (!list.success)
    throw new NotDone(
      'Standard input must hold a list of people as JSON: [{"email": "…", "password": "…"}, …].',
    );
  const parsed = peopleSchema.safeParse(list.data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path: [index, field], message }) =>
      `Entry ${Number(index) + 1}${field === undefined ? '' : `, ${String(field)}`}: ${message}`,
  );
  throw new NotDone([...faults, 'No one was registered.'].join('\n'));
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
