import { setTimeout } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading, manageTrend, openTrend, startOwnSession, startSession, visit } from './browsing.js';
import { browser, instance, openInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openInstance();

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
    await Promise.all([manageTrend(page, 'Future of Money'), manageTrend(other, 'Future of Money')]);

    const first = page.getByRole('form', { name: 'Describe' });
    await first.getByLabel('Description').fill('What people pay with, and who earns on it.');
    await first.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('main').getByText('What people pay with, and who earns on it.').first().waitFor();
    await other.route('**/api/get_concept_allocations/**', async (route) => {
      await setTimeout(1_000);
      await route.continue();
    });
    const second = other.getByRole('form', { name: 'Rename' });
    await second.getByLabel('Name').fill('Money Tomorrow');
    await second.getByRole('button', { name: 'Rename' }).click();

    await second
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this trend in the meantime' })
      .waitFor();
    expect(await second.getByLabel('Name').inputValue()).toBe('Money Tomorrow');
    await heading(other, 'Concept: Future of Money').waitFor();
    await second.getByRole('button', { name: 'Rename' }).click();
    await heading(other, 'Concept: Money Tomorrow').waitFor();
    await other.context().close();
  });

  it('loses nothing typed, and overwrites no unseen name, when someone else renames it meanwhile', async () => {
    const other = await joinedByAnother();
    await Promise.all([manageTrend(page, 'Robots at Work'), manageTrend(other, 'Robots at Work')]);
    const typing = other.getByRole('form', { name: 'Rename' });
    await typing.getByLabel('Name').fill('Robots in Care');
    await typing.getByLabel('Reason').fill('It reads better.');

    const renaming = page.getByRole('form', { name: 'Rename' });
    await renaming.getByLabel('Name').fill('Robots at Home');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await Promise.all([page, other].map((each) => heading(each, 'Concept: Robots at Home').waitFor()));

    expect(await renaming.getByLabel('Name').inputValue()).toBe('Robots at Home');
    expect(await typing.getByLabel('Name').inputValue()).toBe('Robots in Care');
    expect(await typing.getByLabel('Reason').inputValue()).toBe('It reads better.');
    await typing.getByRole('button', { name: 'Rename' }).click();
    await typing.getByRole('alert').getByText('It’s called Robots at Home now').waitFor();
    await typing.getByRole('button', { name: 'Rename' }).click();
    await heading(other, 'Concept: Robots in Care').waitFor();
    expect(await typing.getByLabel('Reason').inputValue()).toBe('');
    await other.context().close();
  });

  it('keeps what was typed when the page cannot be loaded again after a change, and refreshes it when asked', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Blue Economy');
    const described = page.getByRole('form', { name: 'Describe' });
    await described.getByLabel('Description').fill('Half typed');
    let clicked: Promise<void> | undefined;
    await page.route('**/api/get_concept_allocations/**', async (route) => {
      // The page also tries by itself: not under the cursor.
      await clicked;
      return clicked ? route.continue() : route.fulfill(busy);
    });
    const renaming = page.getByRole('form', { name: 'Rename' });
    await renaming.getByLabel('Name').fill('Blue Oceans');
    await renaming.getByRole('button', { name: 'Rename' }).click();

    await page.getByRole('status').filter({ hasText: 'We couldn’t refresh this page.' }).waitFor();
    await renaming.getByRole('button', { name: 'Rename', disabled: false }).waitFor();
    expect(await renaming.getByLabel('Name').inputValue()).toBe('Blue Oceans');
    await renaming.getByLabel('Name').fill('Blue Ocean');
    expect(await described.getByLabel('Description').inputValue()).toBe('Half typed');
    clicked = page.getByRole('button', { name: 'Refresh' }).click();
    await clicked;

    await heading(page, 'Concept: Blue Oceans').waitFor();
    expect(await page.getByText('We couldn’t refresh this page.').count()).toBe(0);
    expect(await described.getByLabel('Description').inputValue()).toBe('Half typed');
    expect(await renaming.getByLabel('Name').inputValue()).toBe('Blue Ocean');
    await renaming.getByLabel('Name').fill('Blue Economy');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await heading(page, 'Concept: Blue Economy').waitFor();
  });

  it('sees a change by another also when the code that follows the log loads at the second try', async () => {
    const other = await joinedByAnother();
    await page.route('**/assets/live-changes-*', (route) => route.abort(), { times: 1 });
    await Promise.all([manageTrend(page, 'Water Scarcity'), manageTrend(other, 'Water Scarcity')]);

    const describing = other.getByRole('form', { name: 'Describe' });
    await describing.getByLabel('Description').fill('Who has water, and who sells it.');
    await describing.getByRole('button', { name: 'Save' }).click();

    await page
      .getByRole('main')
      .getByText('Who has water, and who sells it.')
      .first()
      .waitFor({ timeout: 30_000 });
    await other.context().close();
  });

  it('saves again while the page shows their own change late, and is told of another’s change in between', async () => {
    const other = await joinedByAnother();
    await Promise.all([manageTrend(page, 'Longer Lives'), manageTrend(other, 'Longer Lives')]);
    await page.route('**/api/get_concept_allocations/**', (route) => route.fulfill(busy));
    const renaming = page.getByRole('form', { name: 'Rename' });
    const rename = async (name: string) => {
      await renaming.getByLabel('Name').fill(name);
      await renaming.getByRole('button', { name: 'Rename' }).click();
      await heading(other, `Concept: ${name}`).waitFor();
      await renaming.getByRole('button', { name: 'Rename', disabled: false }).waitFor();
    };
    await rename('Long Lives');
    await rename('Good Lives');
    expect(await renaming.getByRole('alert').count()).toBe(0);

    const theirs = other.getByRole('form', { name: 'Describe' });
    await theirs.getByLabel('Description').fill('Who lives long, and how well.');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('main').getByText('Who lives long, and how well.').first().waitFor();
    await page.route('**/api/rename_concept/', async (route) => {
      await page.unroute('**/api/get_concept_allocations/**');
      await route.continue();
    });
    await renaming.getByLabel('Name').fill('Longer Lives');
    await renaming.getByRole('button', { name: 'Rename' }).click();

    await renaming
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this trend in the meantime' })
      .waitFor();
    await page.getByRole('main').getByText('Who lives long, and how well.').first().waitFor();
    await other.context().close();
  });

  it('overwrites no unseen weights that changed while an editor was open, though the page updates them', async () => {
    const other = await joinedByAnother();
    await Promise.all([manageTrend(page, 'Blue Economy'), manageTrend(other, 'Blue Economy')]);
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
    await manageTrend(page, 'Clean Energy');
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
    await manageTrend(page, 'Clean Energy');
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

    await openTrend(page, 'Clean Energy');
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
      await manageTrend(page, shown === '1.25%' ? 'Climate Tech' : 'Water Scarcity');
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
    await manageTrend(page, 'Cyber Defense');
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
