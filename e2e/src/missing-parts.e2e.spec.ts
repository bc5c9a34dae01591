import { beforeEach, expect, it } from 'vitest';
import { heading, startSession } from './browsing.js';
import { fillBank } from './money/forms.js';
import { account } from './money/mocked-answers.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await page.route('**/api/get_trading_account/', (route) => route.fulfill({ json: { account } }));
  await startSession(page, instance.signIns.customer);
  await page.goto('/add_ach_method');
  await fillBank(page);
});

it('a check of identity that cannot be loaded says so, loses nothing typed, and works at the next try', async () => {
  await page.route('**/api/create_ach_method/', (route) =>
    route.fulfill({ status: 403, json: { code: 'IdentityProofNeeded', error: 'Confirm it’s you first.' } }),
  );
  const missing = '**/assets/identity-dialog-*.js';
  await page.route(missing, (route) => route.abort());

  await button('Link bank account').click();

  await page.getByRole('alert').getByText('If that doesn’t help, reload the page.').waitFor();
  expect(await page.getByLabel('Routing number', { exact: true }).inputValue()).toBe('121000358');
  await page.unroute(missing);
  await button('Link bank account').click();
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
});

it('a screen that cannot be loaded after something was saved says so, and is there after Try again', async () => {
  await page.route('**/api/create_ach_method/', (route) => route.fulfill({ json: { id: 'bank' } }));
  const missing = '**/assets/see-ach-methods-*.js';
  await page.route(missing, (route) => route.fulfill({ status: 404 }));

  await button('Link bank account').click();

  await page.getByRole('alert').filter({ hasText: 'We couldn’t load this page.' }).waitFor();
  await page.unroute(missing);
  await button('Try again').click();
  await heading(page, 'Your cash').waitFor();
});
