import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import {
  expectAccessible,
  expectLegible,
  heading,
  pricesAreThere,
  signIn,
  type Theme,
  visit,
} from './browsing.js';
import { browser, house, openHouse } from './open-house.js';

openHouse();

const inspect = async (theme: Theme, width: number, look: (page: Page) => Promise<void>) => {
  const page = await visit(browser, house, { theme, width });
  await look(page);
  await page.context().close();
};

const openTrend = async (page: Page) => {
  await page.goto('/see_concepts');
  await page.getByRole('link', { name: 'Climate Tech' }).click();
  await heading(page, 'Climate Tech').waitFor();
};

/** Markup is looked at once for each width; the other theme can change no more of it than what is legible. */
describe.each([
  ['light', 1280, expectAccessible],
  ['dark', 1280, expectLegible],
  ['light', 390, expectLegible],
  ['dark', 390, expectAccessible],
] as const)('in the %s theme at %i pixels', (theme, width, expectNoViolations) => {
  it('the public screens have no violations', () =>
    inspect(theme, width, async (page) => {
      for (const [address, title] of [
        ['/', 'Invest in What Matters to You'],
        ['/see_concepts', 'Explore Investing Trends'],
        ['/sign_up', "Invest in What's Trending"],
        ['/password_reset_request', 'Reset your password'],
        ['/login', 'Welcome back'],
        ['/nowhere', 'Unexpected Application Error!'],
      ] as const) {
        await page.goto(address);
        await heading(page, title).waitFor();
        await page.locator('[aria-busy]').waitFor({ state: 'detached' });
        await expectNoViolations(page);
      }
    }));

  it('a trend has no violations', () =>
    inspect(theme, width, async (page) => {
      await openTrend(page);
      await pricesAreThere(page);
      await page.getByText('How was this number computed?').click();
      await page.getByText('The weights that were in force').waitFor();
      await expectNoViolations(page);

      await page.getByRole('button', { name: 'Show as table' }).click();
      await expectNoViolations(page);
    }));

  it('the staff screens have no violations, errors and dialogs included', () =>
    inspect(theme, width, async (page) => {
      await signIn(page, house.signIns.staff);
      await page.goto('/create_new_concept');
      await page.getByRole('button', { name: 'Create Concept' }).click();
      await page.getByRole('alert').waitFor();
      await expectNoViolations(page);

      await openTrend(page);
      await page.getByRole('link', { name: 'Manage allocations' }).click();
      await heading(page, 'Concept: Climate Tech').waitFor();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Rebalance all weights' }).click();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Nevermind' }).click();

      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
      await expectNoViolations(page);

      await page.goto('/admin/audit');
      await page.getByRole('table', { name: 'Changes, newest first' }).waitFor();
      await expectNoViolations(page);
    }));
});
