import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { commandOf, parseCommandLine } from '@groundswell/platform/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, startHouse } from '../spec-kit/house.js';
import { application, bank, customerWithBank } from '../spec-kit/money.js';
import { catalogue } from './catalogue.js';
import { carryOut, toCommand } from './commands.js';

let house: House;
beforeAll(async () => {
  house = await startHouse({ REQUESTS_PER_ADDRESS: '100000' });
});
afterAll(() => house.stop());

const run = (words: readonly string[], input = '') => {
  const definition = commandOf(words, catalogue) ?? { name: '', summary: '' };
  return carryOut(house.parts, toCommand(parseCommandLine(words, definition)), async () => input, 'spec');
};

describe('finding a person', () => {
  it('answers the id of an address that comes by standard input, whatever its letters’ size', async () => {
    const { id, email } = await house.register();
    expect(await run(['person', 'find'], ` ${email.toUpperCase()}\n`)).toEqual({
      id,
      state: 'registered',
      changed: false,
      message: id,
    });
  });

  it('finds somebody who only waits, too', async () => {
    const email = `${randomUUID()}@example.com`;
    await house.ask(calls.joinWaitlist, { email });
    await house.parts.inbox.drain();
    expect(await run(['person', 'find'], email)).toMatchObject({ state: 'not registered' });
  });

  it('says so when there is nobody, and takes no address on the command line', async () => {
    const unknown = `${randomUUID()}@example.com`;
    await expect(run(['person', 'find'], unknown)).rejects.toThrow('Nobody is known under this address.');
    await expect(run(['person', 'find'], 'ann')).rejects.toThrow('Standard input is not an e-mail address.');
    expect(() => run(['person', 'find', unknown])).toThrow('does not know what to do with');
    expect(house.logLines.join()).not.toContain(unknown);
  });
});

describe('what an erasure would come to', () => {
  const foresee = (id: string) => run(['erase-person', id, '--dry-run']);

  it('is said without changing anything, until they are erased', async () => {
    const person = await house.register();
    await house.signIn(person);
    const foreseen = await foresee(person.id);
    expect(foreseen).toMatchObject({
      id: person.id,
      state: 'known',
      changed: false,
      prospect: { kinds: ['email'], sessions: 1, refusal: null },
      message: `${person.id} would be erased\nin the vault: email\nsigned in: 1 session\nnothing was changed`,
    });
    expect(await foresee(person.id)).toEqual(foreseen);
    await run(['erase-person', person.id, '--reason=asked for it']);
    expect(await foresee(person.id)).toMatchObject({
      state: 'erased',
      message: `${person.id} was erased already`,
    });
    await expect(foresee(randomUUID())).rejects.toThrow('Nobody is known under this id.');
  });

  it('says why it would be refused, and names kinds alone', async () => {
    const { customer, link } = await customerWithBank(house);
    const deposit = { amount: '25.00', direction: 'incoming', ach_relationship_id: link };
    await house.ask(calls.createAchTransfer, deposit, { token: customer.token });
    const { message } = await foresee(customer.id);
    expect(message).toContain(`${customer.id} would not be erased: This person has cash or a transfer`);
    expect(message).toContain('application.*.answers');
    for (const value of [application.ssn, application.first_name, bank.bank_account_number, link]) {
      expect(message).not.toContain(value);
    }
  });
});

describe('what a program is told', () => {
  it('is who, how they stand now, and whether this command made it so', async () => {
    const { id, email } = await house.register();
    const grant = () => run(['staff', 'grant', `--email=${email}`]);
    expect(await grant()).toEqual({ id, state: 'staff', changed: true, message: `${id} is now staff` });
    expect(await grant()).toMatchObject({ id, state: 'staff', changed: false });
    const newcomer = `${randomUUID()}@example.com`;
    const register = () => run(['register-user', `--email=${newcomer}`], 'a long password');
    expect(await register()).toMatchObject({ state: 'registered', changed: true });
    expect(await register()).toMatchObject({ state: 'registered', changed: false });
    const people = JSON.stringify([{ email: newcomer, password: 'a long password' }]);
    expect(await run(['register-users'], people)).toMatchObject({
      changed: false,
      people: [{ state: 'registered', changed: false }],
    });
    expect(await run(['second-factor', 'reset', id])).toMatchObject({
      id,
      state: 'no second factor',
      changed: false,
    });
    expect(await run(['erase-person', id, '--reason=asked for it'])).toEqual({
      id,
      state: 'erased',
      changed: true,
      message: `${id} is erased`,
    });
  });
});
