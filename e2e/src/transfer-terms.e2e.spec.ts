import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { startSession } from './browsing.js';
import { deposit, fillTransfer } from './money/forms.js';
import { account, bank, terms } from './money/mocked-answers.js';
import { instance, openSharedInstance, page, takeOwnTab } from './open-instance.js';

openSharedInstance();

const minute = 60_000;
const after = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

/** The form after a limit was reached, a minute before its trading day ends. */
const reachTheLimit = async (termsThen: (route: Route) => Promise<void>) => {
  await takeOwnTab();
  const ends = after(1);
  const reached = { ...terms, left_today: '0.00', cutoff: ends, trading_day_ends: ends };
  await page.route('**/api/get_ach_methods/', (route) => route.fulfill({ json: [bank] }));
  await page.route('**/api/get_trading_account/', (route) => route.abort());
  await page.route('**/api/get_transfer_terms/', termsThen);
  await page.route('**/api/get_transfer_terms/', (route) => route.fulfill({ json: reached }), { times: 1 });
  await page.clock.install();
  await startSession(page, instance.signIns.customer);
  await page.goto('/transfer_funds/bank');
  await page.getByLabel(deposit).check();
  await page.getByLabel('Amount in dollars').fill('100');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('alert').getByText('You have $0.00 left').waitFor();
};

const readAfter = async (time: number) => {
  const read = page.waitForResponse('**/api/get_transfer_terms/');
  await page.clock.fastForward(time);
  await read;
};

it('an open form has the terms of the next trading day as soon as that has begun', async () => {
  const next = { ...terms, expected_on: '2026-12-09', cutoff: after(60), trading_day_ends: after(60) };
  await reachTheLimit((route) => route.fulfill({ json: next }));

  await readAfter(minute + 3_000);
  await fillTransfer(page, deposit, '100');

  await page.getByText('Wednesday, Dec 9').waitFor();
});

it('an open form reads the terms until they are those of the next trading day, with a clock that is ahead of ours or without a network', async () => {
  const ends = after(1);
  const ended = { ...terms, left_today: '0.00', cutoff: ends, trading_day_ends: ends };
  const next = { ...terms, expected_on: '2026-12-09', cutoff: after(60), trading_day_ends: after(60) };
  await reachTheLimit((route) => route.fulfill({ json: next }));
  await page.route('**/api/get_transfer_terms/', (route) => route.abort(), { times: 1 });
  await page.route('**/api/get_transfer_terms/', (route) => route.fulfill({ json: ended }), { times: 1 });

  await readAfter(minute + 3_000);
  const failed = page.waitForRequest('**/api/get_transfer_terms/');
  await page.clock.fastForward(10_000);
  await failed;
  await page.getByText('We couldn’t refresh this page.').waitFor();
  await readAfter(10_000);
  await fillTransfer(page, deposit, '100');

  await page.getByText('Wednesday, Dec 9').waitFor();
});

it('an open form reads the terms once an hour where they change in longer than a timer can wait', async () => {
  await takeOwnTab();
  const month = 30 * 24 * 60;
  const far = { ...terms, cutoff: after(month), trading_day_ends: after(month) };
  let reads = 0;
  await page.route('**/api/get_ach_methods/', (route) => route.fulfill({ json: [bank] }));
  await page.route('**/api/get_trading_account/', (route) => route.abort());
  await page.route('**/api/get_transfer_terms/', (route) => {
    reads += 1;
    return route.fulfill({ json: far });
  });
  await page.clock.install();
  await startSession(page, instance.signIns.customer);
  await page.goto('/transfer_funds/bank');
  await page.getByLabel(deposit).waitFor();

  await page.clock.runFor(5_000);
  expect(reads).toBe(1);

  await readAfter(60 * minute);
});

it('a form does not refuse by the limit of a trading day that has ended, when the new terms did not load', async () => {
  await reachTheLimit((route) => route.abort());

  await page.clock.fastForward(minute + 3_000);
  await fillTransfer(page, deposit, '100');
});

it('a review outlives terms that do not load, also where they did not load before it was opened', async () => {
  await reachTheLimit((route) => route.abort());
  const failed = () =>
    page.waitForEvent('requestfailed', (request) => request.url().includes('/get_transfer_terms/'));
  const [first] = [failed(), await page.clock.fastForward(minute + 3_000)];
  await first;
  await fillTransfer(page, deposit, '100');

  const [next] = [failed(), await page.clock.fastForward(minute)];
  await next;

  await page.getByText('We couldn’t refresh this page.').first().waitFor();
  await page.getByRole('heading', { name: 'Review transfer' }).waitFor();
});

it.each([
  ['loaded before and fails', [true, false]],
  ['failed before and loads', [false, true]],
] as const)('an open form keeps what was typed when the account %s', async (_how, [before, afterwards]) => {
  await takeOwnTab();
  const ends = after(1);
  let [loads, available]: [boolean, string] = [before, '1.00'];
  await page.route('**/api/get_ach_methods/', (route) => route.fulfill({ json: [bank] }));
  await page.route('**/api/get_transfer_terms/', (route) =>
    route.fulfill({ json: { ...terms, available, cutoff: ends, trading_day_ends: ends } }),
  );
  await page.route('**/api/get_trading_account/', (route) =>
    loads ? route.fulfill({ json: { account } }) : route.abort(),
  );
  await page.clock.install();
  await startSession(page, instance.signIns.customer);
  await page.goto('/transfer_funds/bank');
  await page.getByRole('button', { name: 'Withdraw all $1.00' }).waitFor();
  await page.getByLabel(deposit).check();
  const amount = page.getByLabel('Amount in dollars');
  await amount.fill('250.00');

  [loads, available] = [afterwards, '2.00'];
  await readAfter(minute + 3_000);
  await page.getByRole('button', { name: 'Withdraw all $2.00' }).waitFor();

  expect(await amount.and(page.locator(':focus')).inputValue()).toBe('250.00');
  expect(await page.getByLabel(deposit).isChecked()).toBe(true);
});
