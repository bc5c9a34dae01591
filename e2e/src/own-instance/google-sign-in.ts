import { beforeEach, expect, it } from 'vitest';
import { expectAccessible, heading, signIn, signOut, startOwnSession } from '../browsing.js';
import { instance, page, takeOwnTab } from '../open-instance.js';
import { clientId, email, identities, script, scriptHeaders, sentScript } from './google.js';

const button = () => page.getByRole('button', { name: 'Login with Google' });

const countFromZero = () =>
  beforeEach(() => {
    Object.assign(sentScript, { loads: 0, isThere: true });
  });

const signsIn = () => {
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
    sentScript.isThere = false;
    const logged = page.waitForEvent('pageerror');
    await page.goto('/login');

    expect((await logged).message).toContain('Google’s sign-in failed to start');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await button().count()).toBe(0);
    await signIn(page, instance.signIns.customer);
  });
};

const loadsOneScript = () => {
  it('loads the script on the sign-in screen and nowhere else', async () => {
    for (const [address, title] of [
      ['/', 'Invest in What Matters to You'],
      ['/see_concepts', 'Explore Investing Trends'],
      ['/sign_up', "Invest in What's Trending"],
    ] as const) {
      await page.goto(address);
      await heading(page, title).waitFor();
    }
    expect(sentScript.loads).toBe(0);

    await page.goto('/login');
    await button().waitFor();

    expect(sentScript.loads).toBe(1);
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
};

export const signsInWithGoogle = () => {
  countFromZero();
  signsIn();
  loadsOneScript();
};

export const linksAndUnlinksGoogle = () => {
  countFromZero();
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
};

export const checksIdentityAtGoogle = () => {
  countFromZero();
  const check = () => page.getByRole('dialog', { name: 'Confirm it’s you' });
  /** Of someone without a password, on a page that has not loaded Google's script. */
  const openCheck = async () => {
    await page.goto('/login');
    await button().click();
    await page.getByRole('link', { name: 'Logout' }).waitFor();
    sentScript.isThere = false;
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
    sentScript.isThere = true;
    await alert.getByRole('button', { name: 'Try again' }).click();

    await check().getByRole('button', { name: 'Confirm with Google' }).waitFor();
  });

  it('says that the script loads, and gives it up after 20 seconds', async () => {
    await takeOwnTab();
    await page.clock.install();
    await page.route('**/gsi/client', (route) =>
      sentScript.isThere ? route.fulfill({ headers: scriptHeaders, body: script }) : undefined,
    );
    await openCheck();
    await page.locator('script[src$="/gsi/client"]').waitFor({ state: 'attached' });
    await check().locator('[aria-busy=true]').getByText('Loading').waitFor();

    await page.clock.fastForward(20_000);

    await check().getByText('We can’t reach Google.').waitFor();
  });
};

/** Where a maps key is set. */
export const completesStreetAddress = () => {
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
};
