import { describe, expect, it } from 'vitest';
import { startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const session = (id: string, device: string, current = false) => ({
  id,
  device,
  current,
  began_at: '2026-11-01T15:00:00.000Z',
  last_used_at: '2026-11-01T15:00:00.000Z',
});
const here = session('here', 'Chrome on Windows', true);
const phone = session('phone', 'Safari on iPhone');
const tablet = session('tablet', 'Safari on iPad');

describe('signing out another device', () => {
  const signOut = () => page.getByRole('button', { name: /^Sign out Safari on iPhone/ });
  const openList = async () => {
    let listed = [here, tablet, phone];
    let readings = 0;
    await page.route('**/user/sessions/', async (route) => {
      await route.fulfill({ json: { sessions: listed } });
      readings += 1;
    });
    await startSession(page, instance.signIns.customer);
    await page.goto('/security');
    return {
      leave: () => {
        listed = [here, tablet];
      },
      readings: () => readings,
    };
  };

  it('is done when its answer was lost and the device is no longer listed', async () => {
    const { leave } = await openList();
    await page.route('**/user/end_session/', (route) => {
      leave();
      return route.abort('connectionreset');
    });

    await signOut().click();

    await page.getByText('Safari on iPhone is signed out.').waitFor();
    await signOut().waitFor({ state: 'detached' });
    await page.getByText('We don’t know yet').waitFor({ state: 'detached' });
    // Pressed once more, Enter signs no other device out.
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Where you’re signed in');
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
    const { readings } = await openList();
    await signOut().waitFor();
    const before = readings();
    await page.route('**/user/end_session/', (route) => route.abort('connectionreset'));

    await signOut().click();

    await expect.poll(readings).toBeGreaterThan(before);
    await page.getByText('We don’t know yet whether it was signed out').waitFor();
    await signOut().waitFor();
  });
});
