import { setTimeout } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { heading, manageTrend, openTrend, startOwnSession, startSession, visit } from './browsing.js';
import { startMaking } from './made-trend.js';
import { browser, instance, openSharedInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openSharedInstance();

/** Trends of this spec alone, with the weights that are changed. */
beforeAll(async () => {
  const make = await startMaking(instance);
  for (const name of ['Sails and Rigging', 'Ships at Work', 'Tide Tables', 'Long Voyages']) await make(name);
  for (const name of ['Harbors', 'Rudders', 'Anchors', 'Compasses', 'Lookouts'])
    await make(name, { AAPL: 20, MSFT: 30 });
});

const busy = { status: 503, json: { code: 'Unavailable', error: 'Try again in a moment.' } };

/** Both curators have a session of their own. @returns the other one's page */
const joinedByAnother = async (): Promise<Page> => {
  const other = await visit(browser, instance);
  await startSession(page, instance.signIns.staff);
  await startOwnSession(other, instance.signIns.staff);
  return other;
};

/** The request takes effect, but its answer is lost. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

describe('one of two curators', () => {
  it('is told when someone else was faster: nothing is overwritten, and what was typed stays', async () => {
    const other = await joinedByAnother();
    // The second curator learns of changes late, as on a bad connection.
    await other.route('**/api/live', (route) => route.abort());
    await Promise.all([manageTrend(page, 'Sails and Rigging'), manageTrend(other, 'Sails and Rigging')]);

    const first = page.getByRole('form', { name: 'Describe' });
    await first.getByLabel('Description').fill('What catches the wind, and who sews it.');
    await first.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('main').getByText('What catches the wind, and who sews it.').first().waitFor();
    await other.route('**/api/get_concept_allocations/**', async (route) => {
      await setTimeout(1_000);
      await route.continue();
    });
    const second = other.getByRole('form', { name: 'Rename' });
    await second.getByLabel('Name').fill('Sails Tomorrow');
    await second.getByRole('button', { name: 'Rename' }).click();

    await second
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this trend in the meantime' })
      .waitFor();
    expect(await second.getByLabel('Name').inputValue()).toBe('Sails Tomorrow');
    await heading(other, 'Concept: Sails and Rigging').waitFor();
    await second.getByRole('button', { name: 'Rename' }).click();
    await heading(other, 'Concept: Sails Tomorrow').waitFor();
    await other.context().close();
  });

  it('loses nothing typed, and overwrites no unseen name, when someone else renames it meanwhile', async () => {
    const other = await joinedByAnother();
    await Promise.all([manageTrend(page, 'Ships at Work'), manageTrend(other, 'Ships at Work')]);
    const typing = other.getByRole('form', { name: 'Rename' });
    await typing.getByLabel('Name').fill('Ships in Care');
    await typing.getByLabel('Reason').fill('It reads better.');

    const renaming = page.getByRole('form', { name: 'Rename' });
    await renaming.getByLabel('Name').fill('Ships at Home');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await Promise.all([page, other].map((each) => heading(each, 'Concept: Ships at Home').waitFor()));

    expect(await renaming.getByLabel('Name').inputValue()).toBe('Ships at Home');
    expect(await typing.getByLabel('Name').inputValue()).toBe('Ships in Care');
    expect(await typing.getByLabel('Reason').inputValue()).toBe('It reads better.');
    await typing.getByRole('button', { name: 'Rename' }).click();
    await typing.getByRole('alert').getByText('It’s called Ships at Home now').waitFor();
    await typing.getByRole('button', { name: 'Rename' }).click();
    await heading(other, 'Concept: Ships in Care').waitFor();
    expect(await typing.getByLabel('Reason').inputValue()).toBe('');
    await other.context().close();
  });

  it('keeps what was typed when the page cannot be loaded again after a change, and refreshes it when asked', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Harbors');
    const described = page.getByRole('form', { name: 'Describe' });
    await described.getByLabel('Description').fill('Half typed');
    let clicked: Promise<void> | undefined;
    await page.route('**/api/get_concept_allocations/**', async (route) => {
      // The page also tries by itself: not under the cursor.
      await clicked;
      return clicked ? route.continue() : route.fulfill(busy);
    });
    const renaming = page.getByRole('form', { name: 'Rename' });
    await renaming.getByLabel('Name').fill('Inner Harbors');
    await renaming.getByRole('button', { name: 'Rename' }).click();

    await page.getByRole('status').filter({ hasText: 'We couldn’t refresh this page.' }).waitFor();
    await renaming.getByRole('button', { name: 'Rename', disabled: false }).waitFor();
    expect(await renaming.getByLabel('Name').inputValue()).toBe('Inner Harbors');
    await renaming.getByLabel('Name').fill('Inner Harbor');
    expect(await described.getByLabel('Description').inputValue()).toBe('Half typed');
    clicked = page.getByRole('button', { name: 'Refresh' }).click();
    await clicked;

    await heading(page, 'Concept: Inner Harbors').waitFor();
    expect(await page.getByText('We couldn’t refresh this page.').count()).toBe(0);
    expect(await described.getByLabel('Description').inputValue()).toBe('Half typed');
    expect(await renaming.getByLabel('Name').inputValue()).toBe('Inner Harbor');
    await renaming.getByLabel('Name').fill('Harbors');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await heading(page, 'Concept: Harbors').waitFor();
  });

  it('sees a change by another also when the code that follows the log loads at the second try', async () => {
    const other = await joinedByAnother();
    await page.route('**/assets/live-changes-*', (route) => route.abort(), { times: 1 });
    await Promise.all([manageTrend(page, 'Tide Tables'), manageTrend(other, 'Tide Tables')]);

    const describing = other.getByRole('form', { name: 'Describe' });
    await describing.getByLabel('Description').fill('Who has the tide, and who reads it.');
    await describing.getByRole('button', { name: 'Save' }).click();

    await page
      .getByRole('main')
      .getByText('Who has the tide, and who reads it.')
      .first()
      .waitFor({ timeout: 30_000 });
    await other.context().close();
  });

  it('saves again while the page shows their own change late, and is told of another’s change in between', async () => {
    const other = await joinedByAnother();
    await Promise.all([manageTrend(page, 'Long Voyages'), manageTrend(other, 'Long Voyages')]);
    await page.route('**/api/get_concept_allocations/**', (route) => route.fulfill(busy));
    const renaming = page.getByRole('form', { name: 'Rename' });
    const rename = async (name: string) => {
      await renaming.getByLabel('Name').fill(name);
      await renaming.getByRole('button', { name: 'Rename' }).click();
      await heading(other, `Concept: ${name}`).waitFor();
      await renaming.getByRole('button', { name: 'Rename', disabled: false }).waitFor();
    };
    await rename('Far Voyages');
    await rename('Fair Voyages');
    expect(await renaming.getByRole('alert').count()).toBe(0);

    const theirs = other.getByRole('form', { name: 'Describe' });
    await theirs.getByLabel('Description').fill('Who sails far, and how well.');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('main').getByText('Who sails far, and how well.').first().waitFor();
    await page.route('**/api/rename_concept/', async (route) => {
      await page.unroute('**/api/get_concept_allocations/**');
      await route.continue();
    });
    await renaming.getByLabel('Name').fill('Long Voyages');
    await renaming.getByRole('button', { name: 'Rename' }).click();

    await renaming
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this trend in the meantime' })
      .waitFor();
    await page.getByRole('main').getByText('Who sails far, and how well.').first().waitFor();
    await other.context().close();
  });

  it('overwrites no unseen weights that changed while an editor was open, though the page updates them', async () => {
    const other = await joinedByAnother();
    await Promise.all([manageTrend(page, 'Harbors'), manageTrend(other, 'Harbors')]);
    const editors = [page, other].map((screen) => screen.getByRole('form', { name: 'Rebalance' }));
    const [mine, theirs] = editors as [Locator, Locator];
    for (const screen of [page, other])
      await screen.getByRole('button', { name: 'Rebalance all weights' }).click();
    const before = await mine.getByRole('row').nth(1).getByRole('cell').first().textContent();

    await theirs.getByRole('button', { name: 'Equal weights' }).click();
    await theirs.getByRole('button', { name: 'Save weights' }).click();
    await theirs.waitFor({ state: 'detached' });
    const now = () => mine.getByRole('row').nth(1).getByRole('cell').first().textContent();
    await expect.poll(now, { timeout: 15_000 }).not.toBe(before);
    await mine.getByLabel('Reason').fill('As it was.');
    await mine.getByRole('button', { name: 'Save weights' }).click();

    await mine.getByRole('alert').filter({ hasText: 'changed while you were editing them' }).waitFor();
    await mine.getByRole('button', { name: 'Save weights' }).click();
    await mine.waitFor({ state: 'detached' });
    await other.context().close();
  });
});

describe('a curator who changes one weight', () => {
  it('stays on the page until the result is known', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Rudders');
    const { held, letGo } = standstill();
    await page.route('**/api/change_stock_allocation/', async (route) => {
      await held;
      await route.fulfill(busy);
    });
    await page
      .getByRole('button', { name: /^Change the weight of/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('% Allocation').fill('1.75');
    await dialog.getByRole('button', { name: 'Change' }).click();

    await dialog.getByRole('button', { name: 'Close', disabled: true }).click({ force: true });
    await page.keyboard.press('Escape');
    letGo();

    await dialog.getByRole('alert').getByText('Try again in a moment.').waitFor();
    expect(await dialog.getByLabel('% Allocation').inputValue()).toBe('1.75');
    await dialog.getByRole('button', { name: 'Close', disabled: false }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('a curator whose answer was lost', () => {
  it('is told that the outcome is unknown, and sets the weights once by pressing again', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Rudders');
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    const editor = page.getByRole('form', { name: 'Rebalance' });
    const now = () => editor.getByRole('row').nth(1).getByRole('cell').first().textContent();
    const before = await now();
    await page.route('**/api/rebalance_concept/', loseAnswer, { times: 1 });

    await editor.getByRole('button', { name: 'Equal weights' }).click();
    await editor.getByLabel('Reason').fill('Said once.');
    await editor.getByRole('button', { name: 'Save weights' }).click();

    await editor.getByRole('alert').getByText('We don’t know yet whether the weights were changed').waitFor();
    // It was executed: the page follows the log.
    await expect.poll(now, { timeout: 15_000 }).not.toBe(before);
    await editor.getByRole('button', { name: 'Save weights' }).click();
    await editor.waitFor({ state: 'detached' });

    await openTrend(page, 'Rudders');
    const said = page.getByRole('listitem').filter({ hasText: 'Said once.' });
    await said.getByRole('heading', { name: 'Rebalanced' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Rebalanced' }).count()).toBe(1);
  });

  it.each([
    ['by pressing again', '1.25', '1.25%'],
    ['on the way to another one', '1.50', '1.50%'],
  ])(
    'is not told that someone else was faster when the weight is their own, %s',
    async (_how, next, shown) => {
      await startSession(page, instance.signIns.staff);
      await manageTrend(page, shown === '1.25%' ? 'Anchors' : 'Compasses');
      // While the dialog is open, elements behind it have no accessible role.
      const table = page.getByRole('table', { name: 'Stock allocations', includeHidden: true });
      const row = table.locator('tbody tr').first();
      const now = () => row.locator('[data-figure]').textContent();
      await page.route('**/api/change_stock_allocation/', loseAnswer, { times: 1 });
      await row.getByRole('button', { name: 'Change' }).click();
      const dialog = page.getByRole('dialog');
      const send = () => dialog.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog.getByLabel('% Allocation').fill('1.25');
      await send();
      await dialog.getByRole('alert').getByText('We can’t reach Groundswell.').waitFor();
      await expect.poll(now, { timeout: 15_000 }).toBe('1.25%');

      await dialog.getByLabel('% Allocation').fill(next);
      await send();

      await dialog.waitFor({ state: 'detached' });
      await expect.poll(now, { timeout: 15_000 }).toBe(shown);
    },
  );

  it('finds that a lost rebalancing was done, and continues without being told that others were faster', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Lookouts');
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    const editor = page.getByRole('form', { name: 'Rebalance' });
    const weights = editor.getByRole('textbox', { name: /^% Allocation of/ });
    await page.route('**/api/rebalance_concept/', loseAnswer, { times: 1 });
    await weights.first().fill('1.25');
    await editor.getByRole('button', { name: 'Save weights' }).click();
    await editor.getByRole('alert').getByText('We don’t know yet').waitFor();
    const now = () => editor.getByRole('row').nth(1).getByRole('cell').first().textContent();
    await expect.poll(now, { timeout: 15_000 }).toBe('1.25%');

    await weights.first().fill('1.50');
    await editor.getByRole('button', { name: 'Save weights' }).click();

    await editor.waitFor({ state: 'detached' });
  });
});
