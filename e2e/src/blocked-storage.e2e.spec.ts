import { expect, it } from 'vitest';
import { choose, expectAccessible, heading, signIn } from './browsing.js';
import { deposit, fillTransfer } from './money/forms.js';
import { bank, terms } from './money/mocked-answers.js';
import { instance, openSharedInstance, page, takeOwnTab } from './open-instance.js';

openSharedInstance();

const blockStorage = async () => {
  await takeOwnTab();
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
    });`);
};

/** Signed in by the form, and led back without a reload: nothing outlives one here. */
const reviewTransfer = async () => {
  await page.route('**/api/get_ach_methods/', (route) => route.fulfill({ json: [bank] }));
  await page.route('**/api/get_transfer_terms/', (route) => route.fulfill({ json: terms }));
  await page.route('**/api/get_trading_account/', (route) => route.abort());
  await page.goto('/transfer_funds/bank');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(instance.signIns.customer.email);
  await page.getByLabel('Password').fill(instance.signIns.customer.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await fillTransfer(page, deposit, '250.00');
};

const warning = () =>
  page.getByRole('status').filter({ hasText: 'Your browser blocks storage for this page.' });

it('where the browser blocks storage, pages are shown, a theme can be chosen, and one can sign in', async () => {
  await blockStorage();
  await page.goto('/privacy_policy');
  await heading(page, 'Privacy Policy').waitFor();
  await choose(page, 'Dark');

  await signIn(page, instance.signIns.customer);

  await page.getByRole('link', { name: 'Cash' }).click();
  await heading(page, 'Your cash').waitFor();
});

it('where the browser blocks storage, the review of a transfer says what a reload forgets, and promises no more', async () => {
  await blockStorage();
  await page.route('**/api/create_ach_transfer/', (route) => route.abort('connectionreset'));
  await reviewTransfer();

  await warning().waitFor();
  await warning().getByRole('link', { name: 'See your transfers' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deposit $250.00' }).click();

  await page.getByText('We don’t know yet whether it went through').waitFor();
  await page
    .getByText('Try again without reloading. If we already have your transfer, it won’t be made twice.')
    .waitFor();
});

it('where the browser keeps what is stored, the review of a transfer warns of no reload', async () => {
  await reviewTransfer();
  expect(await warning().count()).toBe(0);
});
