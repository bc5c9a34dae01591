import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, heading, signIn, signOut, startOwnSession, visit } from './browsing.js';
import { leaveChromium, sharedChromium } from './chromium.js';
import { type Instance, startInstance } from './instance.js';
import { mapsScript } from './maps-script.js';
import { keepTab } from './tab.js';

const clientId = 'groundswell.apps.example';
const email = 'maya@gmail.com';

/** Owners of tokens, as Google would report them. */
const identities = new Map([['good-token', { sub: '109876543210', email, email_verified: true }]]);

/** Google's response for a token; undefined for one it has not issued. */
const saidOf = (token: string | undefined, pathname: string): object | undefined => {
  const identity = identities.get(token ?? '');
  return identity && pathname === '/tokeninfo'
    ? { aud: clientId, azp: clientId, sub: identity.sub, expires_in: '3599', scope: 'openid email' }
    : identity;
};

/** Replaces Google's script: the same calls, with a response named in the page's address. */
const script = `
  window.google = { accounts: { oauth2: { initTokenClient: (settings) => {
    window.askedOfGoogle = { client_id: settings.client_id, scope: settings.scope };
    return { requestAccessToken: () => {
      const wanted = new URLSearchParams(location.search).get('google');
      if (wanted === 'closed') settings.error_callback({ type: 'popup_closed', message: 'Popup window closed' });
      else if (wanted === 'denied') settings.callback({ error: 'access_denied', error_description: 'You denied access.' });
      else settings.callback({ access_token: wanted ?? 'good-token' });
    } };
  } } } };`;

/** Nothing is kept by the browser, so each load is counted. */
const scriptHeaders = {
  'content-type': 'text/javascript',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
};

let loads = 0;
let scriptThere = true;
let google: Server;
let instance: Instance;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  google = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google.test');
    if (pathname === '/other') return response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    if (pathname === '/maps.js') return response.writeHead(200, scriptHeaders).end(mapsScript);
    if (pathname === '/gsi/client') {
      loads += 1;
      return response.writeHead(scriptThere ? 200 : 404, scriptHeaders).end(script);
    }
    const token = searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '');
    const said = saidOf(token, pathname);
    response.writeHead(said ? 200 : 401, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(said ?? {}));
  }).listen(0, '127.0.0.1');
  await once(google, 'listening');
  const address = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  [instance, browser] = await Promise.all([
    startInstance({
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_SCRIPT_URL: `${address}/gsi/client`,
      GOOGLE_TOKENINFO_URL: `${address}/tokeninfo`,
      GOOGLE_USERINFO_URL: `${address}/userinfo`,
      MAPS_KEY: 'good',
      // Another origin: permissions of one script must not apply to the other.
      MAPS_SCRIPT_URL: `${address.replace('127.0.0.1', 'localhost')}/maps.js`,
    }),
    sharedChromium(),
  ]);
});
afterAll(async () => {
  await leaveChromium(browser);
  await instance?.stop();
  google?.closeAllConnections();
  google?.close();
});
const tab = keepTab(() => visit(browser, instance));
beforeEach(async ({ task }) => {
  loads = 0;
  scriptThere = true;
  page = await tab.take();
  return () => tab.giveBack(page, task.result?.state !== 'fail');
});

const button = () => page.getByRole('button', { name: 'Login with Google' });

describe('signing in with Google', () => {
  it('asks only for the email address, sends the token, and signs in', async () => {
    await page.goto('/login');
    const [request] = await Promise.all([page.waitForRequest('**/user/google_login/'), button().click()]);

    await page.getByRole('link', { name: 'Logout' }).waitFor();
    expect(request.postDataJSON()).toEqual({ access_token: 'good-token' });
    expect(await page.evaluate('window.askedOfGoogle')).toEqual({ client_id: clientId, scope: 'email' });
    const user = await page.evaluate(
      "fetch('/user/user/', { headers: { authorization: 'Bearer ' + localStorage.token } }).then((answer) => answer.json())",
    );
    expect(user).toMatchObject({ email, is_staff: false });
  });

  it.each([
    ['closed', 'Popup window closed'],
    ['denied', 'You denied access.'],
  ])('shows the message of an error: %s', async (wanted, message) => {
    await page.goto(`/login?google=${wanted}`);

    await button().click();

    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(await page.evaluate('localStorage.token')).toBeFalsy();
  });

  it('shows the server’s message about a token', async () => {
    await page.goto('/login?google=forged-token');

    await button().click();

    await page
      .getByRole('alert')
      .filter({ hasText: /Google/ })
      .waitFor();
    expect(await page.evaluate('localStorage.token')).toBeFalsy();
  });

  it('is not offered when the script cannot be loaded, which is logged, and a password still works', async () => {
    scriptThere = false;
    const logged = page.waitForEvent('pageerror');
    await page.goto('/login');

    expect((await logged).message).toContain('Google’s sign-in failed to start');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await button().count()).toBe(0);
    await signIn(page, instance.signIns.customer);
  });

  it('loads the script on the sign-in screen and nowhere else', async () => {
    for (const [address, title] of [
      ['/', 'Invest in What Matters to You'],
      ['/see_concepts', 'Explore Investing Trends'],
      ['/sign_up', "Invest in What's Trending"],
    ] as const) {
      await page.goto(address);
      await heading(page, title).waitFor();
    }
    expect(loads).toBe(0);

    await page.goto('/login');
    await button().waitFor();

    expect(loads).toBe(1);
  });

  it('lets no other script of that origin run', async () => {
    await page.goto('/login');
    await button().waitFor();

    const ran = await page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = document.querySelector('script[src$="/gsi/client"]').src.replace('/gsi/client', '/other');
      script.onload = () => resolve('ran');
      script.onerror = () => resolve('refused');
      document.head.append(script);
    })`);

    expect(ran).toBe('refused');
  });

  it.each(['light', 'dark'] as const)('has no accessibility violation in the %s theme', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/login');
    await button().waitFor();

    await expectAccessible(page);
  });
});

describe('a linked Google account', () => {
  const unlink = async () => {
    await page.getByRole('link', { name: 'Security' }).click();
    await heading(page, 'Sign-in & security').waitFor();
    await page.getByRole('button', { name: 'Unlink Google' }).click();
  };
  const signInWithGoogle = async (token: string) => {
    await page.goto(`/login?google=${token}`);
    await button().click();
  };

  it('signs in until it is unlinked, and not after that', async () => {
    const person = instance.signIns.customer;
    identities.set('linked-token', { sub: '223344556677', email: person.email, email_verified: true });
    await startOwnSession(page, person);
    await page.goto('/security?google=linked-token');
    await page.getByRole('button', { name: 'Choose a Google account' }).click();
    const linking = page.getByRole('form', { name: 'Link Google' });
    await linking.getByLabel('Your Groundswell password').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Unlink Google' }).waitFor();
    await signOut(page);
    await signInWithGoogle('linked-token');
    await page.getByRole('link', { name: 'Logout' }).waitFor();

    await unlink();

    await page.getByText('You can no longer sign in with Google.').waitFor();
    expect(await page.getByRole('button', { name: 'Unlink Google' }).count()).toBe(0);
    await expectAccessible(page);
    await signOut(page);
    await signInWithGoogle('linked-token');
    await page.getByRole('alert').filter({ hasText: 'Sign in with your password' }).waitFor();
    expect(await page.evaluate('localStorage.token')).toBeFalsy();
  });

  it('cannot be unlinked when it is the only way in, and the screen says so', async () => {
    await signInWithGoogle('good-token');
    await page.getByRole('link', { name: 'Logout' }).waitFor();

    await unlink();

    const alert = page.getByRole('alert').filter({ hasText: 'Google wasn’t unlinked' });
    await alert.getByText('Set a password first').waitFor();
    await page.getByRole('button', { name: 'Unlink Google' }).waitFor();
  });
});

describe('a check of identity at Google', () => {
  const check = () => page.getByRole('dialog', { name: 'Confirm it’s you' });
  /** Of someone without a password, on a page that has not loaded Google's script. */
  const openCheck = async () => {
    await page.goto('/login');
    await button().click();
    await page.getByRole('link', { name: 'Logout' }).waitFor();
    scriptThere = false;
    await page.goto('/security');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('New password').fill('correct horse battery staple');
    await page.getByRole('button', { name: 'Set password' }).click();
  };

  it('says so when the script does not load, offers a password, and works at the next try', async () => {
    await openCheck();

    const alert = check().getByRole('alert').filter({ hasText: 'We couldn’t start the check' });
    await alert.getByText('We can’t reach Google.').waitFor();
    await check().getByRole('link', { name: 'set a password' }).waitFor();
    await expectAccessible(page);
    scriptThere = true;
    await alert.getByRole('button', { name: 'Try again' }).click();

    await check().getByRole('button', { name: 'Confirm with Google' }).waitFor();
  });

  it('says that the script loads, and gives it up after 20 seconds', async () => {
    page = await visit(browser, instance);
    await page.clock.install();
    await page.route('**/gsi/client', (route) =>
      scriptThere ? route.fulfill({ headers: scriptHeaders, body: script }) : undefined,
    );
    await openCheck();
    await page.locator('script[src$="/gsi/client"]').waitFor({ state: 'attached' });
    await check().locator('[aria-busy=true]').getByText('Loading').waitFor();

    await page.clock.fastForward(20_000);

    await check().getByText('We can’t reach Google.').waitFor();
  });
});

describe('a street address, where a maps key is set', () => {
  it('is completed in the application for an account', async () => {
    await startOwnSession(page, instance.signIns.customer);
    const draft = {
      first_name: 'Maya',
      last_name: 'Tidewater',
      email,
      phone: '(555) 666-7788',
      dob: '1990-02-28',
    };
    await page.evaluate(`fetch('/user/application_draft/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + localStorage.token },
      body: '${JSON.stringify(draft)}',
    })`);
    await page.goto('/make_alpaca_account?step=address');
    const street = page.getByLabel('Street address');
    await street.fill('1600 Amph');
    const offered = page.locator('datalist option');
    await offered.waitFor({ state: 'attached' });

    await street.fill((await offered.getAttribute('value')) ?? '');

    await expect.poll(() => page.getByLabel('ZIP code').inputValue(), { timeout: 15_000 }).toBe('94043');
    expect(await street.inputValue()).toBe('1600 Amphitheatre Parkway');
    expect(await page.getByLabel('State').inputValue()).toBe('CA');
  });
});
