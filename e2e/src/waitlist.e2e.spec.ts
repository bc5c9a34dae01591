import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, heading, startSession } from './browsing.js';
import { knownWhileDrawn } from './known-while-drawn.js';
import { instance, openSharedInstance, page, takeOwnTab } from './open-instance.js';

openSharedInstance();

const thanks = "Thanks for signing up! We'll notify you as soon as investing opens up.";

describe('the waitlist', () => {
  it('is joined from a trend, with the address in lower case', async () => {
    await page.goto('/see_concepts');
    await page.getByRole('main').getByRole('link', { name: 'Climate Tech' }).click();
    await page.getByRole('link', { name: 'Join the Waitlist' }).click();
    await heading(page, "Invest in What's Trending").waitFor();
    await page.getByText('You’ll be first to hear about Climate Tech.').waitFor();
    const benefits = page.getByRole('main').getByRole('listitem');
    expect(await benefits.locator('strong').allTextContents()).toEqual([
      'Start with as little as $5',
      'One-click investing',
      'Automatic rebalancing',
      'Nothing hidden',
    ]);
    const card = page.getByRole('region', { name: 'Join the Waitlist' });
    await card.getByRole('heading', { name: 'Join the Waitlist' }).waitFor();
    await card.getByText('Get early access when we launch. No commitment required.').waitFor();

    await page.getByLabel('Email Address').fill('Ada.Lovelace@Example.ORG');
    const [request] = await Promise.all([
      page.waitForRequest('**/user/register/'),
      page.getByRole('button', { name: 'Join Now' }).click(),
    ]);

    await page.getByRole('status').filter({ hasText: thanks }).waitFor();
    await page.getByText('Check your email and confirm').waitFor();
    expect(request.postDataJSON()).toMatchObject({ email: 'ada.lovelace@example.org' });
    expect(request.postDataJSON().concept_id).toBe(new URL(page.url()).searchParams.get('concept_id'));
  });

  it('can be joined from a URL that names no trend', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', '11111111-1111-1111-1111-111111111111']) {
      await page.goto(`/sign_up?concept_id=${id}`);
      await page.getByLabel('Email Address').fill(`${id}@example.org`);
      await page.getByRole('button', { name: 'Join Now' }).click();

      await page.getByRole('status').filter({ hasText: thanks }).waitFor();
    }
  });

  it('answers a known and an unknown address the same', async () => {
    for (const address of ['grace@example.org', 'grace@example.org']) {
      await page.goto('/sign_up');
      await page.getByLabel('Email Address').fill(address);
      await page.getByRole('button', { name: 'Join Now' }).click();
      await page.getByRole('status').filter({ hasText: thanks }).waitFor();
    }
  });

  it('shows the server’s error message, and the form stays', async () => {
    const email = 'edsger@example.org';
    for (let turn = 0; turn < 3; turn += 1) {
      await page.request.post('/user/register/', { data: { email } });
    }
    await page.goto('/sign_up');
    await page.getByLabel('Email Address').fill(email);
    const [response] = await Promise.all([
      page.waitForResponse('**/user/register/'),
      page.getByRole('button', { name: 'Join Now' }).click(),
    ]);

    const { error }: { error: string } = await response.json();
    expect([response.status(), error.length > 0]).toEqual([429, true]);
    await page.getByRole('alert').filter({ hasText: error }).waitFor();
    expect(await page.getByLabel('Email Address').inputValue()).toBe(email);
    expect(await page.getByText(thanks).count()).toBe(0);
  });

  it('needs an email address, and keeps what was typed when it is invalid', async () => {
    await page.goto('/sign_up');
    await page.getByRole('button', { name: 'Join Now' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The field Email Address must be filled out to submit the form. ' })
      .waitFor();

    await page.getByLabel('Email Address').fill('nobody');
    await page.getByRole('button', { name: 'Join Now' }).click();

    await page
      .getByRole('alert')
      .filter({ hasText: /email address/ })
      .waitFor();
    expect(await page.getByLabel('Email Address').inputValue()).toBe('nobody');
  });
});

/** Presses the button of a link. The function lets the answer arrive. */
const pressAndHold = async () => {
  let hold: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => {
    hold = resolve;
  });
  await page.route('**/user/confirm_waitlist/', (route) => hold(route));
  await page.goto(`/confirm_waitlist#${'x'.repeat(43)}`);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  const route = await held;
  return async () => {
    const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.fulfill({ json: {} });
    await answered;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
  };
};

/** The token of the link that confirms an address. */
const invited = async (email: string): Promise<string> => {
  await page.request.post('/user/register/', { data: { email } });
  const link = async () => {
    const { mails }: { mails: { to: string; text: string }[] } = await (
      await page.request.get('/mailbox/all.json')
    ).json();
    const text = mails.find(({ to }) => to === email)?.text ?? '';
    return /\/confirm_waitlist#([\w-]{43})/.exec(text)?.[1];
  };
  await expect.poll(link, { timeout: 30_000 }).toBeDefined();
  return (await link()) as string;
};

describe('the screens that mails lead to', () => {
  it.each([
    '/confirm_waitlist',
    '/leave_waitlist',
    '/password_reset',
    '/confirm_email',
    '/stop_email_change',
  ])('%s says so when the link was cut short', async (address) => {
    await page.goto(`${address}#half-a-token`);

    await page.getByText('This link looks incomplete.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible(page);
  });

  it.each([
    ['/confirm_email', 'Use this address'],
    ['/stop_email_change', 'This wasn’t me'],
    ['/password_reset', 'Set password'],
  ])(
    '%s keeps its token when the signed-in person becomes known during rendering',
    async (address, button) => {
      await takeOwnTab();
      await startSession(page, instance.signIns.customer);
      await page.addInitScript(knownWhileDrawn);

      await page.goto(`${address}#${'x'.repeat(43)}`);

      await page.getByRole('button', { name: button }).waitFor();
      await page.getByRole('link', { name: 'Logout' }).waitFor();
      expect(await page.getByText('This link looks incomplete.').count()).toBe(0);
      await expect.poll(() => new URL(page.url()).hash).toBe('');
    },
  );

  it('asks for nothing more once the address is confirmed, also when one comes back, and links to the trends', async () => {
    await page.route('**/user/confirm_waitlist/', (route) => route.fulfill({ json: {} }));
    await page.goto(`/confirm_waitlist#${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Confirm my address' }).click();

    await heading(page, 'Your address is confirmed').waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Browse Trends' }).click();
    await heading(page, 'Explore Investing Trends').waitFor();

    await page.goBack();
    await heading(page, 'Your address is confirmed').waitFor();
    await page.reload();
    await heading(page, 'Your address is confirmed').waitFor();
  });

  it.each([
    ['/confirm_waitlist', 'Confirm my address'],
    ['/password_reset', 'Set password'],
  ])('%s accepts the whole link, pasted over one that was cut short', async (address, button) => {
    await page.goto(`${address}#half-a-token`);
    await page.getByText('This link looks incomplete.').waitFor();

    await page.evaluate(`location.hash = '${'x'.repeat(43)}'`);

    await page.getByRole('button', { name: button }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });

  it('shows a new password as set also when one comes back', async () => {
    await page.route('**/user/password_reset/', (route) => route.fulfill({ json: {} }));
    await page.goto(`/password_reset#${'x'.repeat(43)}`);
    await page.getByLabel('New password', { exact: true }).fill('four words in a row');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your new password is set.').waitFor();

    await page.reload();

    await page.getByText('Your new password is set.').waitFor();
  });

  it('says that the outcome is unknown when the answer is lost, and knows it once there is one', async () => {
    const lost = { times: 1 };
    await page.route('**/user/leave_waitlist/', (route) => route.fulfill({ json: {} }));
    await page.route('**/user/leave_waitlist/', (route) => route.abort('connectionreset'), lost);
    await page.goto(`/leave_waitlist#${'x'.repeat(43)}`);
    const leave = page.getByRole('button', { name: 'Leave the waitlist' });
    await leave.click();
    await page.getByText('We don’t know yet whether your address was removed').waitFor();

    await leave.click();

    await heading(page, 'You have left the waitlist').waitFor();
  });

  it('marks no other page as done when it was left before the answer', async () => {
    const confirm = await pressAndHold();
    await page.getByRole('banner').getByRole('link', { name: 'Trends' }).click();
    await heading(page, 'Explore Investing Trends').waitFor();

    await confirm();

    expect(await page.evaluate('history.state.usr')).toBeNull();
  });

  it('marks no other link as done that was pasted before the answer', async () => {
    const confirm = await pressAndHold();
    await page.evaluate(`location.hash = '${'y'.repeat(43)}'`);
    await page.getByRole('button', { name: 'Confirm my address' }).waitFor();

    await confirm();

    await page.reload();
    await page.getByText('This link looks incomplete.').waitFor();
  });

  it('says that it is done when the answer was lost and the email is opened again', async () => {
    const token = await invited(`lost.${randomUUID()}@example.org`);
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/user/confirm_waitlist/', lose, { times: 1 });
    await page.goto(`/confirm_waitlist#${token}`);
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.getByText('We don’t know yet whether your address was confirmed').waitFor();

    const again = await page.context().newPage();
    await again.goto(`/confirm_waitlist#${token}`);
    await again.getByRole('button', { name: 'Confirm my address' }).click();

    await heading(again, 'Your address is confirmed').waitFor();
  });

  it('refuses a short password at its field, and a link that was never sent', async () => {
    await page.goto(`/password_reset#${'x'.repeat(43)}`);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('alert').filter({ hasText: 'Use at least 8 characters' }).waitFor();

    await page.getByLabel('New password', { exact: true }).fill('four words in a row');
    await page.getByRole('button', { name: 'Set password' }).click();

    await page.getByText('This link no longer works.').waitFor();
    await page.getByRole('link', { name: 'Send a new link' }).waitFor();
  });

  it('offers a password reset on the sign-in screen, with the same words for every address', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    const send = page.getByRole('button', { name: 'Send the link' });
    // The previous screen has the same field.
    await send.waitFor();
    await page.getByLabel('Email').fill('nobody.at.all@example.org');
    await send.click();

    await page.getByText('If this address has an account, we’ve sent it a link.').waitFor();
  });
});
