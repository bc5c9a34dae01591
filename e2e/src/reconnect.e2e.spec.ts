import { expect, it } from 'vitest';
import { startSession } from './browsing.js';
import { instance, openSharedInstance, page, takeOwnTab } from './open-instance.js';

openSharedInstance();

it.each([
  ['/see_concepts', '/api/live'],
  ['/see_ach_methods/', '/api/live_own/'],
])('%s follows changes again as soon as the device is back online', async (screen, stream) => {
  let connections = 0;
  // Never answered, like a connection that died without a sign.
  await page.route(`**${stream}`, () => {
    connections += 1;
  });
  await startSession(page, instance.signIns.customer);
  await page.goto(screen);
  await expect.poll(() => connections).toBe(1);

  await page.context().setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  await page.context().setOffline(false);

  await expect.poll(() => connections).toBe(2);
});

it('one’s own changes are followed again when the answer has not begun after 45 seconds', async () => {
  await takeOwnTab();
  let connections = 0;
  await page.route('**/api/live_own/', () => {
    connections += 1;
  });
  await page.clock.install();
  await startSession(page, instance.signIns.customer);
  await page.goto('/see_ach_methods/');
  await expect.poll(() => connections).toBe(1);

  await page.clock.fastForward(45_000);

  await expect.poll(() => connections).toBe(2);
});
