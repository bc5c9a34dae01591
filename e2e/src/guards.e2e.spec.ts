import { describe, expect, it } from 'vitest';
import { heading, keptSession, signIn, startOwnSession, startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const staffScreens = [
  '/create_new_concept',
  '/manage_stock_allocations/1',
  '/admin',
  '/admin/audit',
  '/admin/demand',
];
const ownScreens = [
  '/make_alpaca_account',
  '/see_ach_methods',
  '/see_ach_methods/',
  '/add_ach_method',
  '/add_ach_method/1',
  '/transfer_funds/1',
  '/transfer/1',
];
const home = () => heading(page, 'Invest in What Matters to You').waitFor();
const path = () => new URL(page.url()).pathname;

describe('personal screens', () => {
  it.each(ownScreens)('%s sends people who are not signed in home', async (address) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/get_') && asked.push(request.url()));

    await page.goto(address);

    await home();
    expect(path()).toBe('/');
    expect(asked.filter((url) => !url.endsWith('/api/get_concepts/'))).toEqual([]);
  });

  it('open after sign-in when they were requested before', async () => {
    const target = () => page.evaluate<string | null>("sessionStorage.getItem('redirect_target')");
    await page.goto('/see_ach_methods/');
    await home();
    expect(await target()).toBe('/see_ach_methods/');

    await signIn(page, instance.signIns.customer);

    await heading(page, 'Your cash').waitFor();
    expect(path()).toBe('/see_ach_methods/');
    expect(await target()).toBeNull();
  });
});

describe('staff screens', () => {
  it.each(staffScreens)('%s sends people who are not signed in home', async (address) => {
    await page.goto(address);

    await home();
    expect(path()).toBe('/');
  });

  it.each(staffScreens)('%s sends customers home', async (address) => {
    await startSession(page, instance.signIns.customer);

    await page.goto(address);

    await home();
    expect(path()).toBe('/');
  });

  it('are not offered to customers', async () => {
    await startSession(page, instance.signIns.customer);
    await page.goto('/');
    await page.getByRole('link', { name: 'Logout' }).waitFor();

    const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
    const told = links.map(async (link) => [await link.textContent(), await link.getAttribute('href')]);
    expect(await Promise.all(told)).toEqual([
      ['See Trends', '/see_concepts/'],
      ['Cash', '/see_ach_methods/'],
      ['Account', '/make_alpaca_account'],
      ['Security', '/security'],
      ['Logout', '/logout/'],
    ]);
  });

  it('open after sign-in when they were requested before', async () => {
    await page.goto('/create_new_concept');
    await home();

    await signIn(page, instance.signIns.staff);

    await heading(page, 'Create a concept').waitFor();
  });
});

describe('signing in', () => {
  it('says so when the password is wrong', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(instance.signIns.staff.email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Log in' }).click();

    await page
      .getByRole('alert')
      .filter({
        hasText:
          'Wrong Email or Password. If this is your first time logging in, you may need to reset your password first.',
      })
      .waitFor();
    expect(await page.getByRole('link', { name: 'reset your password' }).getAttribute('href')).toBe(
      '/password_reset_request/',
    );
  });

  it('says which field is missing, and sends nothing', async () => {
    await page.goto('/login');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));

    await page.getByRole('button', { name: 'Log in' }).click();

    await page.getByText('Email field is missing').waitFor();
    await page.getByText('Password field is missing').waitFor();
    expect(posts).toEqual([]);
  });

  it('sends the email address in lower case', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(instance.signIns.staff.email.toUpperCase());
    await page.getByLabel('Password').fill(instance.signIns.staff.password);
    const [request] = await Promise.all([
      page.waitForRequest('**/user/token/'),
      page.getByRole('button', { name: 'Log in' }).click(),
    ]);

    expect(request.postDataJSON()).toMatchObject({ email: instance.signIns.staff.email });
    await page.getByRole('link', { name: 'Logout' }).waitFor();
  });

  it('stores both tokens and the time of issue, under the spec’s names', async () => {
    const begun = Date.now();
    const [answer] = await Promise.all([
      page.waitForResponse('**/user/token/'),
      signIn(page, instance.signIns.customer),
    ]);
    const { access, refresh } = await answer.json();

    const [token, refreshToken, time] = await keptSession(page);
    expect([token, refreshToken]).toEqual([access, refresh]);
    expect(Number(time)).toBeGreaterThanOrEqual(begun);
    expect(Number(time)).toBeLessThanOrEqual(Date.now());
  });

  it('refreshes an expired token once, however many calls found it expired, and continues', async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.evaluate("localStorage.setItem('token', 'expired')");
    const refreshes: string[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith('/user/token/refresh/') && refreshes.push(request.url()),
    );

    await page.goto('/create_new_concept');

    await heading(page, 'Create a concept').waitFor();
    expect(refreshes).toHaveLength(1);
  });

  it('ends when the refresh is refused, with nothing left stored', async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.evaluate(
      "localStorage.setItem('token', 'expired'); localStorage.setItem('refresh_token', 'revoked')",
    );

    await page.goto('/create_new_concept');

    await home();
    await page.getByRole('link', { name: 'Join Waitlist' }).first().waitFor();
    expect(await keptSession(page)).toEqual([null, null, null]);
  });

  it('ends with Logout, at the sign-in screen', async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.goto('/');
    expect(await keptSession(page)).not.toContain(null);

    await page.getByRole('link', { name: 'Logout' }).click();

    await heading(page, 'Welcome back').waitFor();
    expect(path()).toBe('/login');
    expect(await keptSession(page)).toEqual([null, null, null]);
  });

  it('ends with Logout while the server hangs, and on the server once it answers', async () => {
    await startOwnSession(page, instance.signIns.staff);
    await page.goto('/');
    const access = await page.evaluate<string>("localStorage.getItem('token')");
    const lookUp = () =>
      fetch(`${instance.url}/user/user/`, { headers: { authorization: `Bearer ${access}` } });
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/user/logout/', async (route) => {
      await hanging;
      await route.continue();
    });

    await page.getByRole('link', { name: 'Logout' }).click();

    await heading(page, 'Welcome back').waitFor({ timeout: 5_000 });
    expect(await keptSession(page)).toEqual([null, null, null]);
    expect((await lookUp()).status).toBe(200);
    answer();
    await expect.poll(async () => (await lookUp()).status, { timeout: 10_000 }).toBe(401);
  });
});

describe('while the server cannot say who is signed in', () => {
  const links = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const lookUps = '**/user/user/';

  it('signing in continues, trends and Logout stay available, and the next navigation asks again', async () => {
    await page.route(lookUps, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/login');
    await page.getByLabel('Email').fill(instance.signIns.customer.email);
    await page.getByLabel('Password').fill(instance.signIns.customer.password);
    await page.getByRole('button', { name: 'Log in' }).click();

    await home();
    await links().filter({ hasText: 'Logout' }).waitFor();
    expect(await links().allTextContents()).toEqual(['Browse Trends', 'Logout']);
    await page.reload();
    await links().filter({ hasText: 'Logout' }).waitFor();
    expect(await links().allTextContents()).toEqual(['Browse Trends', 'Logout']);

    await page.unroute(lookUps);
    await links().filter({ hasText: 'Browse Trends' }).click();
    await links().filter({ hasText: 'See Trends' }).waitFor();
    expect(path()).toBe('/see_concepts');
  });
});
