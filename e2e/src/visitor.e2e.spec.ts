import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, expectAccessible, expectFits, heading, openTrend, tabTo } from './browsing.js';
import { openSharedInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openSharedInstance();

const cards = () => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Performance (1Y)' });
const path = () => new URL(page.url()).pathname + new URL(page.url()).search;

/** Options of lists that are wider than the room their list has for text. */
const cutOff = `[...document.querySelectorAll('select')].flatMap((list) => {
  const style = getComputedStyle(list);
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...list.options].map(({ text }) => text).filter((text) => {
    const ruler = document.createElement('span');
    ruler.textContent = text;
    ruler.style.cssText = 'position: absolute; white-space: nowrap';
    for (const name of ['fontFamily', 'fontSize', 'fontVariantNumeric']) ruler.style[name] = style[name];
    document.body.append(ruler);
    const { width } = ruler.getBoundingClientRect();
    ruler.remove();
    return width > room;
  });
})`;

describe('a visitor', () => {
  it('comes from the landing page to a trend and what is in it', async () => {
    await page.goto('/');
    await heading(page, 'Invest in What Matters to You').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Browse Trends' }).click();
    await heading(page, 'Explore Investing Trends').waitFor();
    await page.getByText('Discover themes and ideas shaping the market.').waitFor();

    await page.getByRole('link', { name: 'Climate Tech' }).click();

    await heading(page, 'Climate Tech').waitFor();
    expect(path()).toMatch(/^\/get_concept\/[\w-]+$/);
    await page.getByRole('heading', { name: 'Performance vs S&P 500' }).waitFor();
    const table = page.getByRole('table', { name: /share of this trend/ });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Sector',
      'Company',
      'Allocation',
    ]);
    const sectors = await table.locator('th[scope="rowgroup"]').allTextContents();
    expect(new Set(sectors).size).toBe(sectors.length);
    expect(sectors.length).toBeGreaterThan(1);
    const allocations = await table
      .locator('tbody')
      .getByRole('cell')
      .filter({ hasText: '%' })
      .allTextContents();
    expect(allocations.length).toBeGreaterThan(sectors.length);
    expect(allocations.filter((text) => !/^\d{1,3}\.\d{2}%$/.test(text))).toEqual([]);
    expect(await table.getByRole('row').last().textContent()).toBe('Total100.00%');
  });

  it('starts at the top of a page opened by URL, and keeps the scroll position on reload', async () => {
    const scrolled = () => page.evaluate<number>('scrollY');
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto('/see_concepts');
    await page.getByRole('main').getByRole('link', { name: 'New Space Race' }).waitFor();
    await page.evaluate('scrollTo(0, 900)');
    await page.goto('/verify');
    await heading(page, 'Verify').waitFor();
    await page.getByRole('contentinfo').waitFor();
    expect(await scrolled()).toBe(0);

    await page.goto('/see_concepts');
    await page.getByRole('main').getByRole('link', { name: 'New Space Race' }).waitFor();
    await page.evaluate('scrollTo(0, 700)');
    await page.reload();
    await expect.poll(scrolled).toBeGreaterThan(600);
  });

  it.each([320, 390])('finds the way to sign in at the top of a phone %i pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 600 });
    await page.goto('/');
    const links = page.getByRole('banner').getByRole('link');
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual(['Groundswell', 'Browse Trends', 'Log In', 'Join Waitlist']);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await links.filter({ hasText: 'Log In' }).click();
    await heading(page, 'Welcome back').waitFor();
  });

  it('searches, and finds the same selection again by its URL', async () => {
    await page.goto('/see_concepts');
    await cards().first().waitFor();
    const all = await cards().count();

    await page.getByRole('searchbox').fill('climate');

    await page
      .getByRole('status')
      .filter({ hasText: /^1 trend$/ })
      .waitFor();
    await page.waitForURL('**/see_concepts?q=climate');
    expect(all).toBeGreaterThan(1);
    await page.reload();
    await page
      .getByRole('status')
      .filter({ hasText: /^1 trend$/ })
      .waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('climate');
  });

  it('is offered all trends when nothing matches', async () => {
    await page.goto('/see_concepts/?q=nothing-like-this');

    await page.getByText('No matching trends').waitFor();
    await page.getByRole('link', { name: 'Show all trends' }).click();

    await cards().nth(1).waitFor();
  });

  it('joins the waitlist for the trend on screen', async () => {
    await page.goto('/see_concepts');
    await page.getByRole('link', { name: 'Climate Tech' }).click();
    await heading(page, 'Climate Tech').waitFor();
    const id = path().split('/')[2];

    const addresses = await Promise.all(
      [
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Join Waitlist' }),
        page.getByRole('link', { name: 'Join the Waitlist' }),
        page.getByRole('link', { name: 'Invest in This Trend' }),
      ].map((link) => link.getAttribute('href')),
    );

    expect(addresses).toEqual(Array.from({ length: 3 }, () => `/sign_up?concept_id=${id}`));
  });

  it('sees a status and text at an unknown URL', async () => {
    await page.goto('/nowhere/at/all');

    await heading(page, 'Unexpected Application Error!').waitFor();
    expect(await page.getByRole('main').textContent()).toContain('404 Not Found');
  });

  it('reads what to do, without technical terms, when a page fails to load', async () => {
    await page.goto('/see_concepts');
    await cards().first().waitFor();
    await page.route('**/assets/trend-screen-*', (route) => route.abort());
    await page.getByRole('link', { name: 'Climate Tech' }).click();

    const told = page.getByRole('alert');
    await told.waitFor();
    expect((await told.textContent())?.trim()).toBe(
      'We couldn’t load this page. Check your connection and try again.',
    );
    await page.unroute('**/assets/trend-screen-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Climate Tech').waitFor();
  });

  it('is told that a trend does not exist', async () => {
    await page.goto('/get_concept/00000000-0000-4000-8000-000000000000');

    await heading(page, 'We couldn’t find that trend').waitFor();
    expect(await page.title()).toBe('We couldn’t find that trend · Groundswell');
  });

  it('is told in the heading and the title of the page that a trend did not load, and tries again', async () => {
    await openTrend(page, 'Climate Tech');
    await page.route('**/api/get_concept/**', (route) => route.abort());
    await page.reload();

    await heading(page, 'We couldn’t load this trend').waitFor();
    expect(await page.title()).toBe('We couldn’t load this trend · Groundswell');
    await page.getByRole('alert').getByText('We can’t reach Groundswell.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/get_concept/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Climate Tech').waitFor();
  });

  it('reaches a trend with the keyboard alone, with focus on its heading, also when its data comes late', async () => {
    await page.goto('/see_concepts');
    await cards().first().waitFor();
    await page.route('**/api/get_concept/?*', async (route) => {
      await page.locator('h1:focus').waitFor();
      await route.continue();
    });

    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Climate Tech' }));
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Performance vs S&P 500' }).waitFor();
    await heading(page, 'Climate Tech').and(page.locator(':focus')).waitFor();
  });

  it('chooses a theme, and keeps it', async () => {
    await page.goto('/see_concepts');
    // The trends move what is below them.
    await cards().first().waitFor();
    await choose(page, 'Dark');
    await page.reload();

    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  });

  it('sees that a day is awaited, when that takes long, by going there and by going back', async () => {
    const awaited = page.getByRole('status').filter({ hasText: 'Loading…' });
    const bar = page.locator('[class*=pending]');
    const delay = async () => {
      const { held, letGo } = standstill();
      const waitAndGo = async (route: Route) => {
        await held;
        await route.continue();
      };
      await page.route('**/api/get_concept/**', waitAndGo, { times: 1 });
      return letGo;
    };
    await openTrend(page, 'Climate Tech');
    const letGo = await delay();
    await page.getByLabel('As of').fill(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10));
    await Promise.all([awaited.waitFor(), bar.waitFor()]);
    letGo();
    await page.getByText(/^Holdings on /).waitFor();
    expect(await bar.count()).toBe(0);

    const letGoAgain = await delay();
    await page.goBack();
    await Promise.all([awaited.waitFor(), bar.waitFor()]);
    letGoAgain();
    await page.getByText('Showing today’s holdings.').waitFor();
  });

  it('is told which dates there are after another one, and sees what is shown', async () => {
    await openTrend(page, 'Climate Tech');
    await page.getByLabel('As of').fill('1999-12-31');
    await page.getByLabel('As of').blur();

    const dates = /^Pick a date from \w+ \d+, \d{4} to \w+ \d+, \d{4}\. Showing today’s holdings\./;
    await page.getByRole('status').filter({ hasText: dates }).waitFor();
    await page.getByLabel('As of').fill(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10));
    await page.getByLabel('As of').blur();
    await page.getByText(/^Holdings on /).waitFor();
  });

  it('reads why the trends are missing while the services are down, and tries again', async () => {
    await page.route('**/api/get_concepts/', (route) => route.abort());
    await page.goto('/see_concepts');
    await page.getByRole('alert').filter({ hasText: 'We can’t reach Groundswell' }).waitFor();

    await page.unroute('**/api/get_concepts/');
    const { held, letGo } = standstill();
    await page.route('**/api/get_concepts/', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Trying again…', disabled: true }).waitFor();
    letGo();

    await cards().first().waitFor();
  });

  it('reads all of a trend but the chart when the chart does not load, and has it by trying again', async () => {
    await page.route('**/assets/growth-chart-*', (route) => route.abort());
    await openTrend(page, 'Climate Tech');
    const told = page.getByRole('alert').filter({ hasText: 'We couldn’t load the chart' });
    await told.waitFor();
    await page.getByRole('heading', { name: "What's in this Trend?" }).waitFor();

    await page.unroute('**/assets/growth-chart-*');
    await told.getByRole('button', { name: 'Try again' }).click();

    await page.getByRole('slider', { name: 'Day on the chart' }).waitFor();
  });

  it.each([320, 360, 390])('reads whole how trends are sorted on a phone of %d pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    // From a page with fields, whose styles come first then.
    await page.goto('/login');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Groundswell' }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Browse Trends' }).click();
    await page.getByLabel('Sort by').waitFor();
    expect(await page.evaluate(cutOff)).toEqual([]);
  });

  it('has no sideways scrolling on a narrow phone', async () => {
    await page.setViewportSize({ width: 320, height: 900 });
    for (const address of ['/', '/see_concepts', '/login']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectFits(page);
    }
  });
});
