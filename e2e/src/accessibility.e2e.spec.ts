import { describe, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  heading,
  pricesAreThere,
  startSession,
} from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const openTrend = async () => {
  await page.goto('/see_concepts');
  await page.getByRole('link', { name: 'Climate Tech' }).click();
  await heading(page, 'Climate Tech').waitFor();
};

describe('in both themes, at 1280 and at 390 pixels', () => {
  it.each([
    ['/', 'Invest in What Matters to You'],
    ['/see_concepts', 'Explore Investing Trends'],
    ['/method', 'How performance is calculated'],
    ['/sign_up', "Invest in What's Trending"],
    ['/password_reset_request', 'Reset your password'],
    ['/login', 'Welcome back'],
    ['/nowhere', 'Unexpected Application Error!'],
  ])('%s has no violations', async (address, title) => {
    await page.goto(address);
    await heading(page, title).waitFor();
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    await expectAccessibleInBothThemes(page);
  });

  it('a trend has no violations', async () => {
    await openTrend();
    await pricesAreThere(page);
    await page.getByText('How is this calculated?').click();
    await page.getByText('Weights over time').waitFor();
    await expectAccessibleInBothThemes(page);

    await page.getByRole('button', { name: 'Show as table' }).click();
    await expectAccessibleInBothThemes(page);
  });

  it('the form for a new concept has no violations, errors included', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/create_new_concept');
    await page.getByRole('button', { name: 'Create Concept' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessibleInBothThemes(page);
  });

  it('the editors of a trend have no violations, dialogs included', async () => {
    await startSession(page, instance.signIns.staff);
    await openTrend();
    await page.getByRole('link', { name: 'Manage allocations' }).click();
    await heading(page, 'Concept: Climate Tech').waitFor();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Nevermind' }).click();

    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessibleInBothThemes(page);
  });

  it('the audit has no violations', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/admin/audit');
    const table = page.getByRole('table', { name: 'Changes, newest first' });
    await table.waitFor();
    await expectAccessible(page);

    // The same with a few rows: a page full of them takes seconds in each look.
    await page.goto('/admin/audit?symbol=FSLR');
    await table.getByRole('row').nth(1).waitFor();
    await expectAccessibleInBothThemes(page);
  });
});
