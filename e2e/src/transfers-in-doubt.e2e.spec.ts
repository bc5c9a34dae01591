import { expect, it } from 'vitest';
import { expectAccessible, heading, signIn, startOwnSession, startSession, tabTo } from './browsing.js';
import { deposit, fillTransfer } from './money/forms.js';
import { bank, terms, transfer } from './money/mocked-answers.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const button = (name: string) => page.getByRole('button', { name, exact: true });

const sendInVain = async (start = startSession) => {
  await page.route('**/api/get_ach_methods/', (route) => route.fulfill({ json: [bank] }));
  await page.route('**/api/get_transfer_terms/', (route) => route.fulfill({ json: terms }));
  await page.route('**/api/get_trading_account/', (route) => route.abort());
  await page.route('**/api/create_ach_transfer/', (route) => route.abort('connectionreset'));
  await start(page, instance.signIns.customer);
  await page.goto('/transfer_funds/bank');
  await fillTransfer(page, deposit, '250.00');
  await button('Deposit $250.00').click();
  await page.getByText('We don’t know yet whether it went through').waitFor();
};

it('a transfer changed after its answer was lost is another one, and the review says what is in doubt', async () => {
  await sendInVain();

  await button('Change').click();
  await fillTransfer(page, deposit, '200.00');

  const doubt = page.getByRole('status').filter({
    hasText: 'We don’t know yet whether your deposit of $250.00 went through.',
  });
  await doubt.waitFor();
  await expectAccessible(page);
  await doubt.getByRole('link', { name: 'See your transfers' }).waitFor();

  await button('Change').click();
  await fillTransfer(page, deposit, '250.00');
  await page.getByText('We don’t know yet whether this transfer went through.').waitFor();
  expect(await doubt.count()).toBe(0);
});

it('a transfer refused because of an earlier one of that day leads to one’s transfers', async () => {
  await sendInVain();
  const error = 'You’ve already requested a deposit for this trading day.';
  await page.route('**/api/create_ach_transfer/', (route) =>
    route.fulfill({ status: 422, json: { code: 'TransferDayTaken', error } }),
  );

  await button('Deposit $250.00').click();

  const refused = page.getByRole('alert').filter({ hasText: 'This transfer wasn’t sent' });
  await refused.getByText(error).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See your transfers' }).click();
  await heading(page, 'Your cash').waitFor();
});

it('a cancellation in doubt is not shown at another transfer, which is canceled under a key of its own', async () => {
  const keys: (string | undefined)[] = [];
  await page.route('**/api/get_ach_transfer/**', (route) => {
    const id = new URL(route.request().url()).searchParams.get('transfer_id');
    return route.fulfill({ json: { ...transfer, id } });
  });
  await page.route('**/api/cancel_ach_transfer/', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.abort('connectionreset');
  });
  await startSession(page, instance.signIns.customer);
  const unknown = page.getByText('We don’t know yet whether it was canceled');
  await page.goto('/transfer/first');
  await button('Cancel this transfer').click();
  await button('Cancel transfer').click();
  await unknown.waitFor();
  await button('Keep it').click();

  // As from the history of the browser, where another transfer was opened before.
  await page.evaluate(
    `history.pushState(null, '', '/transfer/second'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.getByText('second', { exact: true }).waitFor();
  await button('Cancel this transfer').click();
  expect(await unknown.count()).toBe(0);
  await button('Cancel transfer').click();
  await unknown.waitFor();
  expect(keys[1]).not.toBe(keys[0]);
});

it('a transfer in doubt is still the same one after the session ended because the network was gone', async () => {
  await sendInVain();
  await page.unroute('**/api/create_ach_transfer/');
  await page.route('**/user/token/refresh/', (route) => route.abort('internetdisconnected'));
  await page.evaluate("localStorage.setItem('token', 'expired')");
  // The page is loaded again, which would abort what the browser is sent to meanwhile.
  const loadedAgain = page.waitForEvent('load');

  await button('Deposit $250.00').click();

  await loadedAgain;
  await page.getByRole('link', { name: 'Join Waitlist' }).first().waitFor();
  await signIn(page, instance.signIns.customer);
  await page.goto('/transfer_funds/bank');
  await fillTransfer(page, deposit, '250.00');
  await page.getByText('We don’t know yet whether this transfer went through.').waitFor();
});

it('Logout leaves nothing of a transfer in the browser', async () => {
  await sendInVain(startOwnSession);

  await page.getByRole('link', { name: 'Logout' }).click();

  await heading(page, 'Welcome back').waitFor();
  expect(await page.evaluate("localStorage.getItem('transfer_under_way')")).toBeNull();
});

it('a review stays on screen when one skips to the content', async () => {
  await sendInVain();
  await page.evaluate('document.activeElement.blur()');

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');

  await heading(page, 'Transfer funds').and(page.locator(':focus')).waitFor();
  await page.getByRole('heading', { name: 'Review transfer' }).waitFor();
});
