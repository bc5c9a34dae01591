import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { choose, heading, manageTrend, openTrend, pricesAreThere, startSession, visit } from './browsing.js';
import { startMaking } from './made-trend.js';
import { browser, instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

/** Of this spec alone: it changes it. */
const own = 'Lanterns and Signals';
beforeAll(async () => {
  const make = await startMaking(instance);
  await make(own, { AAPL: 20, MSFT: 30 });
});

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
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, own);
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    const editor = page.getByRole('form', { name: 'Rebalance' });

    await editor.getByRole('button', { name: 'Equal weights' }).click();
    await editor.getByText('100.00% allocated, 0.00% left').waitFor();
    await editor.getByLabel('Reason').fill('No company knows yet who wins.');
    await editor.getByRole('button', { name: 'Save weights' }).click();
    await editor.waitFor({ state: 'detached' });

    await openTrend(page, own);
    const entry = section('Change history').getByRole('listitem').filter({ hasText: 'No company knows yet' });
    await entry.getByRole('heading', { name: 'Rebalanced' }).waitFor();
  });

  it('cannot exceed 100%, and nothing is sent', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, own);
    await page.getByRole('button', { name: 'Rebalance all weights' }).click();
    const editor = page.getByRole('form', { name: 'Rebalance' });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));

    await editor
      .getByRole('textbox', { name: /% Allocation of/ })
      .first()
      .fill('99');
    await editor.getByRole('button', { name: 'Save weights' }).click();

    await editor.getByRole('alert').filter({ hasText: 'can’t add up to more than 100%' }).waitFor();
    expect(posts).toEqual([]);
  });

  it('sees a ticker’s company filled in', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Water Scarcity');
    const form = page.getByRole('form', { name: 'Add an allocation' });

    const found = page.waitForResponse('**/api/find_assets/**');
    await form.getByLabel('Ticker').fill('AAP');
    await found;
    await form.locator('datalist option[value="AAPL"]').waitFor({ state: 'attached' });
    await form.getByLabel('Ticker').fill('AAPL');

    expect(await form.getByLabel('Company').inputValue()).toContain('Apple');
  });

  it('uploads an image for a trend, and is told when a file is not an image', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, own);
    const form = page.getByRole('form', { name: 'Image' });

    await form.locator('input[type=file]').setInputFiles({
      name: 'not-an-image.png',
      mimeType: 'image/png',
      buffer: Buffer.from('just words'),
    });
    await form.getByText('We couldn’t upload the file.').waitFor();
    await form.locator('input[type=file]').setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(6 * 1024 * 1024),
    });
    await form.getByText('It’s larger than 5 MB.').waitFor();

    await form.locator('input[type=file]').setInputFiles({
      name: 'sea.png',
      mimeType: 'image/png',
      buffer: await page.screenshot(),
    });
    await form.getByText('Uploaded.').waitFor();
    await form.getByRole('button', { name: 'Use this image' }).click();

    await page.getByRole('main').locator('img[src^="/uploads/"]').waitFor();
  });

  it('finds who changed what, by concept and symbol, and downloads it as a file', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/admin/audit');
    const filters = page.getByRole('form', { name: 'Filter the audit' });
    await filters.getByLabel('Concept').selectOption('Climate Tech');
    await filters.getByLabel('Symbol').fill('TSLA');

    await filters.getByRole('button', { name: 'Filter' }).click();

    await page.waitForURL('**/admin/audit?*symbol=TSLA*');
    const rows = page.getByRole('table', { name: 'Changes, newest first' }).locator('tbody tr');
    // The address changes just before the rows, and the unfiltered rows already contain this symbol.
    const found = async () => (await rows.allTextContents()).map((text) => text.includes('TSLA'));
    await expect.poll(async () => [...new Set(await found())]).toEqual([true]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('audit.csv');
  });

  it('keeps the focus among the filters, and can clear them', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/admin/audit');
    const rows = page.getByRole('table', { name: 'Changes, newest first' }).locator('tbody tr');
    const filters = page.getByRole('form', { name: 'Filter the audit' });
    const symbol = filters.getByLabel('Symbol');
    await rows.first().waitFor();
    await symbol.fill('never sent');
    await filters.getByRole('link', { name: 'Clear' }).click();
    await expect.poll(() => symbol.inputValue()).toBe('');

    await symbol.fill('TSLA');
    await symbol.press('Enter');

    await page.waitForURL('**/admin/audit?symbol=TSLA');
    await rows.filter({ hasText: 'TSLA' }).first().waitFor();
    expect(await symbol.and(page.locator(':focus')).count()).toBe(1);
    await page.goBack();
    await expect.poll(() => symbol.inputValue()).toBe('');
  });

  it('keeps reading where an older page begins', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/admin/audit');
    await page.getByRole('button', { name: 'Older' }).press('Enter');

    await page.waitForURL('**/admin/audit?before=*');
    await page.getByRole('status').filter({ hasText: 'on this page' }).and(page.locator(':focus')).waitFor();
  });

  it('finds every filter within the page on a phone, without overlap', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await startSession(page, instance.signIns.staff);
    await page.goto('/admin/audit');
    const filters = page.getByRole('form', { name: 'Filter the audit' });
    const { x: left = 0, width = 0 } = (await filters.boundingBox()) ?? {};
    for (const field of await filters.locator('label:has(input)').all()) {
      const [frame, control] = await Promise.all([field.boundingBox(), field.locator('input').boundingBox()]);
      expect(control?.width).toBeLessThanOrEqual(frame?.width ?? 0);
      expect((control?.x ?? 0) + (control?.width ?? 0)).toBeLessThanOrEqual(left + width);
    }
  });

  it('sees the message about a failed download until one succeeds', async () => {
    await startSession(page, instance.signIns.staff);
    await page.route('**/api/get_audit_csv/**', (route) => route.abort(), { times: 1 });
    await page.goto('/admin/audit');
    const download = page.getByRole('button', { name: 'Download CSV' });
    await download.click();
    await page.getByRole('alert').getByText('We couldn’t create the file').waitFor();

    await Promise.all([page.waitForEvent('download'), download.click()]);

    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

describe('a visitor', () => {
  it('sees a trend as it was on a day, and what changed since', async () => {
    await openTrend(page, 'New Space Race');
    const table = page.getByRole('table', { name: /share of this trend/ });
    await table.getByText('VSAT').waitFor();
    const changed = await section('Change history')
      .getByText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
      .first()
      .textContent();
    const before = new Date(`${changed} 12:00 UTC`);
    before.setUTCDate(before.getUTCDate() - 1);

    await page.getByLabel('As of').fill(before.toISOString().slice(0, 10));

    await page.getByRole('heading', { name: 'Changes since then' }).waitFor();
    expect(new URL(page.url()).searchParams.get('as_of')).toBe(before.toISOString().slice(0, 10));
    await table.getByText('GSAT').waitFor();
    expect(await table.getByText('VSAT').count()).toBe(0);
    const since = page.getByRole('table', { name: 'Holdings that changed' });
    expect(await since.getByRole('row', { name: /VSAT/ }).textContent()).toContain('not held');
    await page.getByRole('button', { name: 'Back to today' }).click();
    await table.getByText('VSAT').waitFor();
  });

  it('comes from a link to a day before the trend began to the trend as it is', async () => {
    await openTrend(page, 'Climate Tech');
    await page.goto(`${new URL(page.url()).pathname}?as_of=1999-12-31`);
    await heading(page, 'We couldn’t show that day').waitFor();
    await page.getByRole('link', { name: 'See the trend today' }).click();
    await heading(page, 'Climate Tech').waitFor();
  });

  it('moves the date with the arrow keys, and stays in the field', async () => {
    await openTrend(page, 'Climate Tech');
    const day = page.getByLabel('As of');
    const asOf = () => new URL(page.url()).searchParams.get('as_of');
    await day.fill(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10));
    await page.getByText(/^Holdings on /).waitFor();
    await day.focus();

    for (const _press of [1, 2]) {
      const before = asOf();
      const answer = page.waitForResponse(/get_concept\/\?.*as_of/);
      await page.keyboard.press('ArrowDown');
      await answer;
      expect(asOf()).not.toBe(before);
      expect(await day.inputValue()).toBe(asOf());
      await day.and(page.locator(':focus')).waitFor();
    }
  });

  it('reads the chart in words, as a table and by key; the address keeps the range', async () => {
    await openTrend(page, 'Climate Tech');
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

    await choose(page, 'Three months');
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
    await openTrend(page, 'Climate Tech');
    await pricesAreThere(page);

    await page.getByText('How is this calculated?').click();

    await page.getByText('Weights over time').waitFor();
  });

  it('sees a change that staff make as it happens', async () => {
    const staff = await visit(browser, instance);
    await startSession(staff, instance.signIns.staff);
    await manageTrend(staff, own);
    await openTrend(page, own);
    await page.getByRole('heading', { name: 'Performance vs S&P 500' }).waitFor();

    const form = staff.getByRole('form', { name: 'Describe' });
    await form.getByLabel('Description').fill('Locks for a house without walls.');
    await form.getByRole('button', { name: 'Save' }).click();

    await page.getByText('Locks for a house without walls.', { exact: true }).waitFor();
    await staff.context().close();
  });
});
