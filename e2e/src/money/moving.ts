import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { heading } from '../browsing.js';
import { button, deposit, fillTransfer, withdrawal } from './forms.js';
import {
  atBroker,
  balanceIs,
  expectMarked,
  fact,
  keysOf,
  mark,
  newest,
  pathOf,
  patient,
  unhurried,
  type Walk,
} from './walk.js';

const hour = 3_600_000;

/** A promise resolved from outside. */
const promiseOf = () => {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep };
};

const startTransfer = async (tab: Page) => {
  // A background tab is rarely painted, and a click waits for a paint.
  await tab.bringToFront();
  await tab.goto('/see_ach_methods/');
  await tab.getByRole('link', { name: 'Transfer funds' }).click();
  await heading(tab, 'Transfer funds').waitFor();
};

const reviewsAndCancels = (walk: () => Walk) => {
  it(
    'asks for an amount in dollars and a direction, and reviews before anything moves',
    unhurried,
    async () => {
      const { page } = walk();
      await startTransfer(page);
      await button(page, 'Review').click();
      await page.getByRole('alert').getByText('The field Amount in dollars must be filled out').waitFor();
      await page.getByRole('alert').getByText('The field Direction must be filled out').waitFor();
      await page.getByLabel(withdrawal).check();
      await page.getByLabel('Amount in dollars').fill('ten');
      await button(page, 'Review').click();
      await page.getByRole('alert').getByText('Enter an amount in dollars above 0').waitFor();
      await page.getByLabel('Amount in dollars').fill('$999,999,999,999,999.99');
      await button(page, 'Review').click();
      await page.getByRole('alert').getByText('The limit is $50,000.00 per trading day.').waitFor();
      expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('$999,999,999,999,999.99');
      await page.getByLabel('Amount in dollars').fill('10');
      await button(page, 'Review').click();
      await page.getByRole('alert').getByText('You can withdraw up to $0.00 right now.').waitFor();

      await fillTransfer(page, deposit, '10');

      expect(await fact(page, 'From').textContent()).toBe('Checking account ••••6789');
      expect(await fact(page, 'To').textContent()).toBe('Your trading account');
      expect(await fact(page, 'Fee').textContent()).toBe('$0.00');
      expect(await fact(page, 'Expected').textContent()).toMatch(/^\w+day, \w{3} \d+$/);
      await page.getByText(/You can cancel until it is sent to the bank/).waitFor();
    },
  );

  it('can be canceled before the bank has it, and no money has moved then', unhurried, async () => {
    const { page } = walk();
    await button(page, 'Deposit $10.00').click();
    await newest(page).getByText('Requested', { exact: true }).waitFor(patient);
    await newest(page).getByRole('link').click();
    await page.getByText('It hasn’t been sent yet. You can still cancel it.').waitFor();

    await button(page, 'Cancel this transfer').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel transfer' }).click();

    await page.getByText('It was canceled. No money moved.').waitFor(patient);
    await page.locator('h1:focus').waitFor();
    const again = await page.getByRole('link', { name: 'Start a new transfer' }).getAttribute('href');
    expect(again).toMatch(/^\/transfer_funds\/[^/]+$/);
  });
};

const depositsOnce = (walk: () => Walk) => {
  it(
    'is made once despite a double click and a lost answer, and reaches the balance without a reload',
    unhurried,
    async () => {
      const { page } = walk();
      await startTransfer(page);
      await fillTransfer(page, deposit, '250');
      const keys = keysOf(page, '/api/create_ach_transfer/');
      const clickedTwice = promiseOf();
      await page.route(
        '**/api/create_ach_transfer/',
        async (route) => {
          await Promise.all([route.fetch(), clickedTwice.kept]);
          await route.abort('connectionreset');
        },
        { times: 1 },
      );

      await button(page, 'Deposit $250.00').dblclick();
      clickedTwice.keep();
      await page.getByText('We don’t know yet whether it went through').waitFor(patient);
      await button(page, 'Change').click();
      await button(page, 'Review').click();
      await page.getByText('We don’t know yet whether this transfer went through.').waitFor();
      await page.route(
        '**/api/create_ach_transfer/',
        (route) =>
          route.fulfill({ status: 403, json: { code: 'ProofNeeded', error: 'Enter a code first.' } }),
        { times: 1 },
      );
      await button(page, 'Deposit $250.00').click();
      await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('alert').getByText('Enter a code first.').waitFor();
      await page.getByText('We don’t know yet whether it went through').waitFor();
      await button(page, 'Deposit $250.00').click();

      await newest(page).getByText('Requested', { exact: true }).waitFor(patient);
      expect(pathOf(page)).toBe('/see_ach_methods/');
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      const steps = newest(page).getByRole('list', { name: 'Transfer status' }).getByRole('listitem');
      await expect
        .poll(async () => (await steps.allTextContents()).map((text) => text.split(',')[0]), patient)
        .toEqual(['Requested', 'Waiting to be sent', 'Settled', 'Available']);
      await mark(page);
      await expect.poll(() => fact(page, 'Pending deposits').textContent(), patient).toBe('$250.00');
      await balanceIs(page, '$0.00');
      await expect.poll(async () => (await atBroker(walk().broker, 'INCOMING')).length, patient).toBe(1);

      await walk().broker.setTimes({ settlement: 0 });

      await balanceIs(page, '$250.00');
      await newest(page).getByText('Available', { exact: true }).waitFor(patient);
      await expect.poll(() => fact(page, 'Pending deposits').textContent(), patient).toBe('$0.00');
      await expectMarked(page);
      expect(await atBroker(walk().broker, 'INCOMING')).toHaveLength(1);
    },
  );
};

const withdrawsOnce = (walk: () => Walk) => {
  it('is made once from two tabs, one of them reloaded midway', unhurried, async () => {
    const { page } = walk();
    await walk().broker.setTimes({ settlement: hour });
    const other = await page.context().newPage();
    await startTransfer(page);
    for (const typed of ['', '1']) {
      await page.getByLabel('Amount in dollars').fill(typed);
      await button(page, 'Withdraw all $250.00').click();
      await expect.poll(() => page.getByLabel('Amount in dollars').inputValue()).toBe('250.00');
      expect(await page.getByLabel(withdrawal).isChecked()).toBe(true);
      expect(await button(page, 'Withdraw all $250.00').and(page.locator(':focus')).count()).toBe(1);
    }
    for (const tab of [page, other]) {
      await startTransfer(tab);
      await fillTransfer(tab, withdrawal, '100');
    }
    const sent = promiseOf();
    await page.route(
      '**/api/create_ach_transfer/',
      async (route) => {
        await route.fetch();
        sent.keep();
      },
      { times: 1 },
    );

    await page.bringToFront();
    await button(page, 'Withdraw $100.00').click();
    await sent.kept;
    await page.reload();
    await page.getByText('We don’t know yet whether this transfer went through.').waitFor();
    await Promise.all([page, other].map((tab) => button(tab, 'Withdraw $100.00').dispatchEvent('click')));

    for (const tab of [page, other]) {
      await heading(tab, 'Your cash').waitFor();
      await newest(tab).getByText('Requested', { exact: true }).waitFor(patient);
    }
    await other.close();
    await expect.poll(async () => (await atBroker(walk().broker, 'OUTGOING')).length, patient).toBe(1);
    await walk().broker.setTimes({ settlement: 0 });
    await balanceIs(page, '$150.00');
    expect(await atBroker(walk().broker, 'OUTGOING')).toHaveLength(1);
  });
};

const followsAReturn = (walk: () => Walk) => {
  it(
    'shows a return after everything was settled: what happened to the money, and why',
    unhurried,
    async () => {
      const { page } = walk();
      await page.getByRole('link', { name: 'From your bank', exact: true }).click();
      await page.getByText('$250.00 was added to your balance.').waitFor();
      await mark(page);
      const [incoming] = await atBroker(walk().broker, 'INCOMING');

      await walk().broker.returnTransfer(incoming?.id ?? '', 'R01 Insufficient Funds');

      await page
        .getByText('Your bank took it back, so $250.00 was taken out of your balance again.')
        .waitFor(patient);
      await page.getByText('there wasn’t enough money in the bank account').waitFor();
      await expectMarked(page);
      const steps = page.getByRole('list', { name: 'Transfer status' }).getByRole('listitem');
      expect((await steps.allTextContents()).map((text) => text.split(',')[0])).toEqual([
        'Requested',
        'Sent to bank',
        'Settled',
        'Available',
        'Returned',
      ]);
      await page.getByRole('link', { name: 'Back to your cash' }).click();
      await balanceIs(page, '−$100.00');
      await page
        .getByText('Your balance is below zero. Deposit $100.00 to bring it back to $0.00.')
        .waitFor();
    },
  );
};

/** From a deposit to a return after everything had settled. */
export const movesCash = (walk: () => Walk) => {
  beforeAll(() => walk().broker.setTimes({ settlement: hour }));
  reviewsAndCancels(walk);
  depositsOnce(walk);
  withdrawsOnce(walk);
  followsAReturn(walk);
};
