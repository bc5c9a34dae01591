import { setTimeout } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heading, pricesAreThere, signIn, visit } from './browsing.js';
import { launchChromium } from './chromium.js';
import { type House, startHouse } from './house.js';

let house: House;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [house, browser] = await Promise.all([startHouse(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});
beforeEach(async () => {
  page = await visit(browser, house);
  return () => page.context().close();
});

const open = async (on: Page, name: string) => {
  await on.goto('/see_concepts');
  await on.getByRole('main').getByRole('link', { name }).click();
  await heading(on, name).waitFor();
};

const manage = async (on: Page, name: string) => {
  await open(on, name);
  await on.getByRole('link', { name: 'Manage allocations' }).click();
  await heading(on, `Concept: ${name}`).waitFor();
};

const section = (title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

const chart = (): Locator =>
  page
    .locator('figure')
    .filter({ has: page.getByRole('slider') })
    .locator('svg')
    .first();

describe('a curator', () => {
  it('sets all weights at once with one reason, and everyone reads it as one change', async () => {
    await signIn(page, house.signIns.staff);
    await manage(page, 'Clean Energy');
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    const editor = page.getByRole('form', { name: 'Rebalance' });

    await editor.getByRole('button', { name: 'Equal weights' }).click();
    await editor.getByText('100.00% allocated, 0.00% left').waitFor();
    await editor.getByLabel('Reason').fill('No company knows yet who wins.');
    await editor.getByRole('button', { name: 'Set these weights' }).click();
    await editor.waitFor({ state: 'detached' });

    await open(page, 'Clean Energy');
    const entry = section('What changed, and why')
      .getByRole('listitem')
      .filter({ hasText: 'No company knows yet' });
    await entry.getByRole('heading', { name: 'Rebalanced' }).waitFor();
  });

  it('is not let above 100%, and nothing is sent', async () => {
    await signIn(page, house.signIns.staff);
    await manage(page, 'Clean Energy');
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    const editor = page.getByRole('form', { name: 'Rebalance' });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));

    await editor
      .getByRole('textbox', { name: /% Allocation of/ })
      .first()
      .fill('99');
    await editor.getByRole('button', { name: 'Set these weights' }).click();

    await editor.getByRole('alert').filter({ hasText: 'cannot add up to more than 100%' }).waitFor();
    expect(posts).toEqual([]);
  });

  it('finds the company of a ticker filled in', async () => {
    await signIn(page, house.signIns.staff);
    await manage(page, 'Water Scarcity');
    const form = page.getByRole('form', { name: 'Add an allocation' });

    const found = page.waitForResponse('**/api/find_assets/**');
    await form.getByLabel('Ticker').fill('AAP');
    await found;
    await form.locator('datalist option[value="AAPL"]').waitFor({ state: 'attached' });
    await form.getByLabel('Ticker').fill('AAPL');

    expect(await form.getByLabel('Company').inputValue()).toContain('Apple');
  });

  it('is told when somebody else was faster: nothing is overwritten, what was typed stays', async () => {
    const other = await visit(browser, house);
    await Promise.all([signIn(page, house.signIns.staff), signIn(other, house.signIns.staff)]);
    // The second one hears of changes late, as on a bad line.
    await other.route('**/api/live', (route) => route.abort());
    await Promise.all([manage(page, 'Future of Money'), manage(other, 'Future of Money')]);

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

  it('loses nothing that was typed, and overwrites no name unseen, when somebody else renames it meanwhile', async () => {
    const other = await visit(browser, house);
    await Promise.all([signIn(page, house.signIns.staff), signIn(other, house.signIns.staff)]);
    await Promise.all([manage(page, 'Robots at Work'), manage(other, 'Robots at Work')]);
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
    await typing.getByRole('alert').getByText('It is called Robots at Home now').waitFor();
    await typing.getByRole('button', { name: 'Rename' }).click();
    await heading(other, 'Concept: Robots in Care').waitFor();
    expect(await typing.getByLabel('Reason').inputValue()).toBe('');
    await other.context().close();
  });

  it('overwrites no weights unseen that changed while an editor stood open, though the page follows them', async () => {
    const other = await visit(browser, house);
    await Promise.all([signIn(page, house.signIns.staff), signIn(other, house.signIns.staff)]);
    await Promise.all([manage(page, 'Blue Economy'), manage(other, 'Blue Economy')]);
    const editors = [page, other].map((screen) => screen.getByRole('form', { name: 'Rebalance' }));
    const [mine, theirs] = editors as [Locator, Locator];
    for (const screen of [page, other])
      await screen.getByRole('button', { name: 'Rebalance all weights' }).click();
    const before = await mine.getByRole('row').nth(1).getByRole('cell').first().textContent();

    await theirs.getByRole('button', { name: 'Equal weights' }).click();
    await theirs.getByRole('button', { name: 'Set these weights' }).click();
    await theirs.waitFor({ state: 'detached' });
    const now = () => mine.getByRole('row').nth(1).getByRole('cell').first().textContent();
    await expect.poll(now, { timeout: 15_000 }).not.toBe(before);
    await mine.getByLabel('Reason').fill('As it was.');
    await mine.getByRole('button', { name: 'Set these weights' }).click();

    await mine.getByRole('alert').filter({ hasText: 'changed while you were setting yours' }).waitFor();
    await mine.getByRole('button', { name: 'Set these weights' }).click();
    await mine.waitFor({ state: 'detached' });
    await other.context().close();
  });

  it('gives a trend an image of its own, and is told when a file is none', async () => {
    await signIn(page, house.signIns.staff);
    await manage(page, 'Longer Lives');
    const form = page.getByRole('form', { name: 'Image' });

    await form.locator('input[type=file]').setInputFiles({
      name: 'not-an-image.png',
      mimeType: 'image/png',
      buffer: Buffer.from('just words'),
    });
    await form.getByText('The file was not uploaded.').waitFor();
    await form.locator('input[type=file]').setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(6 * 1024 * 1024),
    });
    await form.getByText('It has more than 5 MB.').waitFor();

    await form.locator('input[type=file]').setInputFiles({
      name: 'sea.png',
      mimeType: 'image/png',
      buffer: await page.screenshot(),
    });
    await form.getByText('Uploaded.').waitFor();
    await form.getByRole('button', { name: 'Use this image' }).click();

    await page.getByRole('main').locator('img[src^="/uploads/"]').waitFor();
  });

  it('finds who changed what, by concept and symbol, and takes it along as a file', async () => {
    await signIn(page, house.signIns.staff);
    await page.goto('/admin/audit');
    const filters = page.getByRole('form', { name: 'Filter the audit' });
    await filters.getByLabel('Concept').selectOption('Climate Tech');
    await filters.getByLabel('Symbol').fill('TSLA');

    await filters.getByRole('button', { name: 'Filter' }).click();

    await page.waitForURL('**/admin/audit?*symbol=TSLA*');
    const rows = page.getByRole('table', { name: 'Changes, newest first' }).locator('tbody tr');
    await rows.filter({ hasText: 'TSLA' }).first().waitFor();
    expect(await rows.filter({ hasNotText: 'TSLA' }).count()).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('audit.csv');
  });
});

describe('a visitor', () => {
  it('sees a trend as it was on a day, and what changed since', async () => {
    await open(page, 'New Space Race');
    const table = page.getByRole('table', { name: /share of this trend/ });
    await table.getByText('VSAT').waitFor();
    const changed = await section('What changed, and why')
      .getByText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
      .first()
      .textContent();
    const before = new Date(`${changed} 12:00 UTC`);
    before.setUTCDate(before.getUTCDate() - 1);

    await page.getByLabel('As of').fill(before.toISOString().slice(0, 10));

    await page.getByRole('heading', { name: 'Since then' }).waitFor();
    expect(new URL(page.url()).searchParams.get('as_of')).toBe(before.toISOString().slice(0, 10));
    await table.getByText('GSAT').waitFor();
    expect(await table.getByText('VSAT').count()).toBe(0);
    const since = page.getByRole('table', { name: 'What is held differently today' });
    expect(await since.getByRole('row', { name: /VSAT/ }).textContent()).toContain('not held');
    await page.getByRole('button', { name: 'Back to today' }).click();
    await table.getByText('VSAT').waitFor();
  });

  it('reads the chart in words, as a table and by key; the address keeps the range', async () => {
    await open(page, 'Climate Tech');
    await pricesAreThere(page);
    await page.getByText(/^\$100 invested a year ago is worth \$\d+ now/).waitFor();
    const day = page.getByRole('slider', { name: 'Day on the chart' });
    await day.waitFor();
    const last = await day.getAttribute('aria-valuetext');

    await day.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => day.getAttribute('aria-valuetext')).not.toBe(last);
    const chosen = await day.getAttribute('aria-valuetext');
    await chart().hover();
    await expect.poll(() => day.getAttribute('aria-valuetext')).not.toBe(chosen);
    await heading(page, 'Climate Tech').hover();
    await expect.poll(() => day.getAttribute('aria-valuetext')).toBe(chosen);
    expect(await day.getAttribute('aria-valuetext')).toMatch(
      /^\w+ \d+, \d{4}: Climate Tech \$[\d.]+, S&P 500 \$[\d.]+, difference/,
    );

    await page.getByRole('radio', { name: 'Three months' }).check({ force: true });
    await page.waitForURL((address) => address.searchParams.get('range') === '3M');
    await page.getByRole('button', { name: 'Show as table' }).click();
    const rows = page.getByRole('table', { name: /Growth of \$100/ }).locator('tbody tr');
    await page.getByRole('button', { name: /^Show all \d+ sessions$/ }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(55);
    await expect.poll(() => rows.last().textContent()).toContain('$100.00$100.00$0.00');
    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: 'Three months' }).isChecked()).toBe(true);
  });

  it('sees the inputs of the number', async () => {
    await open(page, 'Climate Tech');
    await pricesAreThere(page);

    await page.getByText('How was this number computed?').click();

    await page.getByText('The weights that were in force, and since when').waitFor();
  });

  it('sees a change that staff make as it happens', async () => {
    const staff = await visit(browser, house);
    await signIn(staff, house.signIns.staff);
    await manage(staff, 'Cyber Defense');
    await open(page, 'Cyber Defense');
    await page.getByRole('heading', { name: 'Performance vs S&P 500' }).waitFor();

    const form = staff.getByRole('form', { name: 'Describe' });
    await form.getByLabel('Description').fill('Locks for a house without walls.');
    await form.getByRole('button', { name: 'Save' }).click();

    await page.getByText('Locks for a house without walls.', { exact: true }).waitFor();
    await staff.context().close();
  });
});
