import { it } from 'vitest';
import { choose, heading, signIn } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

it('where the browser blocks storage, pages are shown, a theme can be chosen, and one can sign in', async () => {
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
    });`);
  await page.goto('/privacy_policy');
  await heading(page, 'Privacy Policy').waitFor();
  await choose(page, 'Dark');

  await signIn(page, instance.signIns.customer);

  await page.getByRole('link', { name: 'Cash' }).click();
  await heading(page, 'Your cash').waitFor();
});
