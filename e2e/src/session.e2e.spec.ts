import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { heading, keptSession, signIn, startOwnSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openSharedInstance();

const path = () => new URL(page.url()).pathname;
const home = (tab = page) => heading(tab, 'Invest in What Matters to You').waitFor();
const link = (name: string, tab = page) =>
  tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const expireToken = () => page.evaluate("localStorage.setItem('token', 'expired')");

/** Records requests of all tabs to an address from now on. */
const requestsTo = (end: string) => {
  const seen: { method: string; key: string | undefined }[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith(end))
      seen.push({ method: request.method(), key: request.headers()['idempotency-key'] });
  });
  return seen;
};

const fillSignIn = async () => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(instance.signIns.customer.email);
  await page.getByLabel('Password').fill(instance.signIns.customer.password);
};

describe('a session that runs out', () => {
  it('in the middle of a form loses nothing that was typed: one refresh, and the form goes through', async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.goto('/create_new_concept');
    await page.getByLabel('Name').fill('Tidal Power');
    await page.getByLabel('Description').fill('Electricity from the pull of the moon.');
    await expireToken();
    const refreshes = requestsTo('/user/token/refresh/');
    const submissions = requestsTo('/api/create_new_concept/');

    await page.getByRole('button', { name: 'Create Concept' }).click();

    await page.getByRole('link', { name: 'Tidal Power' }).waitFor();
    expect(refreshes).toHaveLength(1);
    expect(submissions).toHaveLength(2);
    expect(submissions[0]?.key).toBeTruthy();
    expect(submissions[1]?.key).toBe(submissions[0]?.key);
  });

  it('because it was revoked on the server ends here with the next call', async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.goto('/');
    await page.evaluate(`fetch('/user/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: localStorage.getItem('refresh_token') }),
    })`);

    await link('Admin').click();

    await home();
    await link('Join Waitlist').waitFor();
    expect(await keptSession(page)).toEqual([null, null, null]);
  });

  it('with the account gone ends at once: nothing is refreshed', async () => {
    await startOwnSession(page, instance.signIns.staff);
    const refreshes = requestsTo('/user/token/refresh/');
    await page.route('**/user/user/', (route) =>
      route.fulfill({ status: 401, json: { code: 'user_not_found', error: 'This account is gone.' } }),
    );

    await page.goto('/see_concepts');

    await link('Join Waitlist').waitFor();
    expect(await keptSession(page)).toEqual([null, null, null]);
    expect(refreshes).toEqual([]);
  });
});

describe('the end of a session reloads the page', () => {
  const mark = () => page.evaluate("document.documentElement.setAttribute('data-before', '')");
  const marked = () => page.locator('html[data-before]');
  beforeEach(async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.goto('/');
    await link('Logout').waitFor();
    await mark();
    await marked().waitFor();
  });

  it('after Logout', async () => {
    await link('Logout').click();

    await heading(page, 'Welcome back').waitFor();
    await marked().waitFor({ state: 'detached' });
  });

  it('where Back brings it as it was left', async () => {
    const back = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))";
    await page.evaluate(`localStorage.clear(); ${back}`);
    await marked().waitFor({ state: 'detached' });
  });
  it('after a refresh that was refused', async () => {
    await expireToken();
    await page.evaluate("localStorage.setItem('refresh_token', 'revoked')");
    await link('Admin').click();

    await link('Join Waitlist').waitFor();
    await marked().waitFor({ state: 'detached' });
  });
});

describe('two tabs', () => {
  let other: Page;
  beforeEach(async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.goto('/');
    await link('Logout').waitFor();
    other = await page.context().newPage();
  });

  it('sign out together', async () => {
    await other.goto('/create_new_concept');
    await heading(other, 'Create a concept').waitFor();

    await link('Logout').click();

    await home(other);
    await link('Join Waitlist', other).waitFor();
  });

  it('sign in together, and what is on screen stays', async () => {
    await link('Logout').click();
    await heading(page, 'Welcome back').waitFor();
    await other.goto('/sign_up');
    await other.getByLabel('Email Address').fill('half@typed');

    await signIn(page, instance.signIns.customer);

    await link('Logout', other).waitFor();
    expect(await other.getByLabel('Email Address').inputValue()).toBe('half@typed');
  });

  it('never mix two people: after another person signs in, a tab shows and sends nothing of the first', async () => {
    await other.goto('/create_new_concept');
    await other.getByLabel('Name').fill('Typed by staff');

    await signIn(page, instance.signIns.customer);

    await home(other);
    await link('Logout', other).waitFor();
    expect(await link('Admin', other).count()).toBe(0);
  });

  it('share a refresh: one asks, both continue, and the session stays valid', async () => {
    await other.goto('/see_concepts');
    await link('Admin', other).waitFor();
    const refreshes = requestsTo('/user/token/refresh/');

    for (const rounds of [1, 2]) {
      await expireToken();
      await Promise.all([page.goto('/admin/audit'), other.goto('/create_new_concept')]);

      await heading(page, 'Audit').waitFor();
      await heading(other, 'Create a concept').waitFor();
      expect(refreshes).toHaveLength(rounds);
    }
  });
});

describe('navigation', () => {
  it('back and forward after signing in skip the sign-in screen', async () => {
    await page.goto('/see_concepts');
    await heading(page, 'Explore Investing Trends').waitFor();
    await link('Log In').click();
    await heading(page, 'Welcome back').waitFor();
    await page.getByLabel('Email').fill(instance.signIns.customer.email);
    await page.getByLabel('Password').fill(instance.signIns.customer.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await home();

    await page.goBack();
    await heading(page, 'Explore Investing Trends').waitFor();
    await link('Logout').waitFor();

    await page.goForward();
    await home();
    expect(path()).toBe('/');
  });

  it('a deep link is kept with its query during sign-in, and used once', async () => {
    await page.goto('/admin/audit?symbol=TSLA');
    await home();

    await signIn(page, instance.signIns.staff);
    await heading(page, 'Audit').waitFor();
    expect(page.url()).toBe(`${instance.url}/admin/audit?symbol=TSLA`);

    await link('Logout').click();
    await heading(page, 'Welcome back').waitFor();
    await signIn(page, instance.signIns.staff);
    await home();
  });
});

describe('signing in', () => {
  it.each([
    '//elsewhere.example/',
    '/\\\\elsewhere.example/',
    'https://elsewhere.example/',
    'javascript:alert(1)',
  ])('leads to no other site, whatever is stored in the browser: %s', async (address) => {
    await page.goto('/login');
    await page.evaluate(`sessionStorage.setItem('redirect_target', ${JSON.stringify(address)})`);

    await signIn(page, instance.signIns.customer);
    await home();

    expect(page.url()).toBe(`${instance.url}/`);
  });

  it('ignores a second submit while it waits for the first', async () => {
    await fillSignIn();
    const posts = requestsTo('/user/token/');
    const { held, letGo } = standstill();
    await page.route('**/user/token/', (route) => held.then(() => route.continue()));
    await page.evaluate("document.querySelector('form').requestSubmit()");
    await page.getByRole('button', { name: 'Logging in…' }).waitFor();

    await page.evaluate("document.querySelector('form').requestSubmit()");
    await page.evaluate("document.querySelector('form').requestSubmit()");
    letGo();

    await link('Logout').waitFor();
    expect(posts).toHaveLength(1);
  });

  it.each<[string, string, (route: Route) => Promise<void>]>([
    ['timed out', 'Request Timed Out', (route) => route.fulfill({ status: 408, body: '' })],
    [
      'found no network',
      'We can’t reach Groundswell. Check your connection and try again.',
      (route) => route.abort('internetdisconnected'),
    ],
    [
      'was refused in words of the server',
      'Sign-in is closed tonight.',
      (route) => route.fulfill({ status: 403, json: { error: 'Sign-in is closed tonight.' } }),
    ],
  ])('says so when it %s, and can be tried again', async (_what, message, fail) => {
    await fillSignIn();
    await page.route('**/user/token/', fail, { times: 1 });
    await page.getByRole('button', { name: 'Log in' }).click();

    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByRole('button', { name: 'Log in' }).click();

    await link('Logout').waitFor();
  });
});

describe('a redirect in an answer', () => {
  const answered = async (redirect: string) => {
    await page.goto('/password_reset_request');
    await page.route('**/user/password_reset_request/', (route) => route.fulfill({ json: { redirect } }));
    await page.getByLabel('Email').fill('ann@example.org');
    await page.getByRole('button', { name: 'Send the link' }).click();
  };

  it.each([
    ['within the product', '/see_concepts', () => `${instance.url}/see_concepts`],
    [
      'to an origin that is allowed',
      'https://accounts.google.com/consent',
      () => 'https://accounts.google.com/consent',
    ],
  ])('is followed %s, with the address of the app', async (_where, redirect, target) => {
    await page.route('https://accounts.google.com/**', (route) => route.fulfill({ body: 'Google' }));

    await answered(redirect);

    await page.waitForURL(`${target()}?redirect=${encodeURIComponent(instance.url)}`);
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)'])(
    'is not followed to %s',
    async (redirect) => {
      const left: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()));

      await answered(redirect);

      await page.getByText('If this address has an account').waitFor();
      expect(left).toEqual([`${instance.url}/password_reset_request`]);
    },
  );
});
