import { describe, it } from 'vitest';
import { expectAccessible, startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const session = (id: string, device: string, current = false) => ({
  id,
  device,
  current,
  began_at: '2026-11-01T15:00:00.000Z',
  last_used_at: '2026-11-01T15:00:00.000Z',
});
const [here, phone] = [session('here', 'Chrome on Windows', true), session('phone', 'Safari on iPhone')];

describe('signing out another device', () => {
  const signOut = () => page.getByRole('button', { name: /^Sign out Safari on iPhone/ });
  const openList = async () => {
    let listed = [here, phone];
    await page.route('**/user/sessions/', (route) => route.fulfill({ json: { sessions: listed } }));
    await startSession(page, instance.signIns.customer);
    await page.goto('/security');
    return () => {
      listed = [here];
    };
  };

  it('is done when its answer was lost and the device is no longer listed', async () => {
    const leave = await openList();
    await page.route('**/user/end_session/', (route) => {
      leave();
      return route.abort('connectionreset');
    });

    await signOut().click();

    await page.getByText('Safari on iPhone is signed out.').waitFor();
    await signOut().waitFor({ state: 'detached' });
    await page.getByText('We don’t know yet').waitFor({ state: 'detached' });
  });

  it('is done when that sign-in has already ended, even where the list does not load again', async () => {
    await openList();
    await signOut().waitFor();
    await page.route('**/user/sessions/', (route) => route.abort());
    await page.route('**/user/end_session/', (route) =>
      route.fulfill({ status: 404, json: { code: 'SessionNotFound', error: 'It may have ended.' } }),
    );

    await signOut().click();

    await page.getByText('Safari on iPhone is signed out.').waitFor();
  });

  it('is unknown when its answer was lost and the device is still listed', async () => {
    await openList();
    await page.route('**/user/end_session/', (route) => route.abort('connectionreset'));

    await signOut().click();

    await page.getByText('We don’t know yet whether it was signed out').waitFor();
    await signOut().waitFor();
  });
});

it('a password change whose answer was lost says that the new password may be set, and what to do', async () => {
  await page.route('**/user/password_change/', (route) => route.abort('connectionreset'));
  await startSession(page, instance.signIns.customer);
  await page.goto('/security');
  const begin = page.getByRole('button', { name: 'Change password' });
  await begin.click();
  await page.getByLabel('New password').fill('correct horse battery staple');

  await page.getByRole('button', { name: 'Set password' }).click();

  const unknown = page
    .getByRole('status')
    .filter({ hasText: 'We don’t know whether your new password is set.' });
  await unknown.getByText('If you’re signed out, log in with the new password first.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await begin.waitFor();
  await unknown.waitFor();
});
