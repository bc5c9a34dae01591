import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading, startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openSharedInstance();

const cards = () => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Performance (1Y)' });
const addressOf = (link: Locator) => link.getAttribute('href');

/** The trends as the service returns them, to compare with the screens. */
const concepts = async () => {
  const answer = await fetch(new URL('/api/get_concepts/', instance.url));
  const { concepts: listed } = (await answer.json()) as {
    concepts: { id: string; name: string; performance: number | null; provenance: string | null }[];
  };
  return listed;
};

/** The same, once it has calculated a year's performance. */
const withPerformance = async () => {
  for (let turn = 0; turn < 100; turn += 1) {
    const listed = await concepts();
    const told = listed.filter(({ performance }) => performance !== null);
    if (told.length >= 10) return told;
    await page.waitForTimeout(200);
  }
  throw new Error('no performance within twenty seconds');
};

describe('the landing page', () => {
  it('has its hero, live trends, promises, three quotations, and the waitlist twice', async () => {
    const [first] = await concepts();
    await page.goto('/');
    await heading(page, 'Invest in What Matters to You').waitFor();
    await page
      .getByRole('heading', { level: 3, name: first?.name ?? '' })
      .first()
      .waitFor();

    const joins = await page.getByRole('main').getByRole('link', { name: 'Join the Waitlist' }).all();
    expect(await Promise.all(joins.map(addressOf))).toEqual(['/sign_up', '/sign_up']);
    expect(await page.getByRole('blockquote').count()).toBe(3);
    const text = (await page.getByRole('main').textContent()) ?? '';
    for (const promise of [
      'Start with as little as $5',
      'One-click investing',
      'Automatic rebalancing',
      'Portfolios are monitored and updated as trends evolve',
    ]) {
      expect(text).toContain(promise);
    }
  });
});

describe('the shell', () => {
  it('has a logo and Browse Trends above, and the legal pages, the waitlist and the year below', async () => {
    await page.goto('/see_concepts');
    const banner = page.getByRole('banner');
    expect(await addressOf(banner.getByRole('link', { name: 'Groundswell' }))).toBe('/');
    expect(await addressOf(banner.getByRole('link', { name: 'Browse Trends' }))).toBe('/see_concepts');
    const footer = page.getByRole('contentinfo');
    expect(await addressOf(footer.getByRole('link', { name: 'Privacy Policy' }))).toBe('/privacy_policy');
    expect(await addressOf(footer.getByRole('link', { name: 'Terms of Service' }))).toBe('/terms_of_service');
    expect(await addressOf(footer.getByRole('link', { name: 'Join Waitlist' }))).toBe('/sign_up');
    expect(await footer.textContent()).toContain(`© ${new Date().getFullYear()}`);
  });

  it.each([
    ['/', 'Invest in What Matters to You'],
    ['/see_concepts', 'Explore Investing Trends'],
    ['/method', 'How performance is calculated'],
    ['/sign_up', "Invest in What's Trending"],
    ['/privacy_policy', 'Privacy Policy'],
    ['/terms_of_service', 'Terms of Use'],
  ])('%s is open to everyone, between header and footer', async (address, title) => {
    await page.goto(address);
    await heading(page, title).waitFor();
    await page.getByRole('banner').waitFor();
    await page.getByRole('contentinfo').waitFor();
    const least = await page.evaluate<number>(
      "parseFloat(getComputedStyle(document.querySelector('main').parentElement).minHeight)",
    );
    expect(least).toBe(900 - 105);
  });

  it('has no header or footer on the sign-in screen, and fills the window', async () => {
    await page.goto('/login');
    await heading(page, 'Welcome back').waitFor();
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    const least = await page.evaluate<number>(
      "parseFloat(getComputedStyle(document.querySelector('main').parentElement).minHeight)",
    );
    expect(least).toBe(900);
  });

  it('shows that a screen is loading, without motion when reduced motion is preferred', async () => {
    const { held, letGo } = standstill();
    await page.route('**/assets/sign-up-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/see_concepts');
    await cards().first().waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Join Waitlist' }).click();

    const bar = page.locator('[class*=pending]');
    await bar.waitFor();
    const lasting = await page.evaluate<number[]>(
      'document.getAnimations().map(({ effect }) => effect.getComputedTiming().duration).filter((length) => length > 0)',
    );
    letGo();

    expect(lasting).toEqual([]);
    await heading(page, "Invest in What's Trending").waitFor();
  });

  it('prints dark on white, whatever the theme on screen', async () => {
    await page.goto('/');
    await page.getByRole('contentinfo').locator('label').filter({ hasText: 'Dark' }).click();
    const ink = () => page.evaluate<string>('getComputedStyle(document.body).color');
    expect(await ink()).toBe('rgb(234, 241, 242)');

    await page.emulateMedia({ media: 'print' });

    expect(await ink()).toBe('rgb(16, 36, 46)');
  });

  it('shows a choice in the colors that a person has set for their device', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/');
    await page.getByRole('group', { name: 'Color theme' }).waitFor();

    const colors = await page.evaluate<string[]>(
      "[...document.querySelectorAll('footer label')].map((label) => getComputedStyle(label).backgroundColor)",
    );

    expect(new Set(colors).size).toBe(2);
  });

  it('leads home from /load_last_url when no page was requested before', async () => {
    await page.goto('/load_last_url');
    await heading(page, 'Invest in What Matters to You').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

/** Runs in the page: finds changes whose color does not match their direction. */
const strayColours = `(() => {
  const colourOf = (token) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--' + token + ')';
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  };
  const colours = { up: colourOf('up'), down: colourOf('down') };
  if (colours.up === colours.down) return ['up and down look the same'];
  return [...document.querySelectorAll('main [data-direction]')]
    .filter((change) => getComputedStyle(change).color !== colours[change.dataset.direction])
    .map((change) => change.textContent);
})()`;

describe('the cards of the trends', () => {
  it('show arrow, colour and the absolute percentage with two decimals, and lead to the trend', async () => {
    const listed = await withPerformance();
    await page.goto('/see_concepts/');
    await cards().first().waitFor();
    for (const { id, name, performance } of listed) {
      const card = cards().filter({ has: page.getByRole('heading', { name, exact: true }) });
      expect(await addressOf(card.getByRole('link'))).toBe(`/get_concept/${id}`);
      const change = card.locator('[data-direction]');
      const fraction = performance ?? 0;
      const text = `${Math.abs(fraction * 100).toFixed(2)}%`;
      expect(await change.textContent()).toBe(`${fraction < 0 ? 'down' : 'up'} ${text}`);
    }
    expect(await page.evaluate<string[]>(strayColours)).toEqual([]);
    const widths = await page.evaluate<number[]>(
      "[...document.querySelectorAll('main li a')].map((card) => card.getBoundingClientRect().width)",
    );
    expect(Math.max(...widths)).toBeLessThanOrEqual(320);
  });

  it('count a missing performance as 0, say why, and draw a cover when there is no image', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/create_new_concept');
    await page.getByLabel('Name').fill('Brand New');
    await page.getByLabel('Description').fill('Holds nothing yet.');
    await page.getByRole('button', { name: 'Create Concept' }).click();
    const card = cards().filter({ has: page.getByRole('heading', { name: 'Brand New' }) });

    await card.getByText('not enough history yet').waitFor();
    expect(await card.locator('[data-direction]').textContent()).toBe('up 0.00%');
    expect(await card.locator('svg').first().isVisible()).toBe(true);
  });

  it('are announced while they load', async () => {
    await page.route('**/api/get_concepts/', async (route) => {
      await page.getByText('Loading the trends').waitFor({ state: 'attached' });
      await route.continue();
    });
    await page.goto('/see_concepts');
    await cards().first().waitFor();
  });
});

describe('a trend', () => {
  it('says what $100 became, here and in the S&P 500, in whole dollars, and draws a year of both', async () => {
    const trend = (await withPerformance()).find(({ provenance }) => provenance === 'tracked');
    const answer = await fetch(new URL(`/api/get_concept/?concept_id=${trend?.id}`, instance.url));
    const { growth_list: list } = (await answer.json()) as {
      growth_list: { date: string; portfolio_growth: number; spy_growth: number }[];
    };
    const [start, end] = [list[0], list.at(-1)];
    await page.goto(`/get_concept/${trend?.id}`);
    await page.getByRole('heading', { name: 'Performance vs S&P 500' }).waitFor();

    const sentence = page.getByText('$100 invested a year ago is worth');
    expect(await sentence.textContent()).toBe(
      `$100 invested a year ago is worth $${Math.round(end?.portfolio_growth ?? 0)} now. ` +
        `In the S&P 500 it would be worth $${Math.round(end?.spy_growth ?? 0)}.`,
    );
    await page.getByText('before fees, taxes and trading costs').waitFor();
    await page.getByText('Past performance doesn’t guarantee future results').waitFor();
    await page.getByText('S&P 500 Growth').first().waitFor();
    await page.locator('.recharts-line').nth(1).waitFor({ state: 'attached' });
    expect([start?.portfolio_growth, start?.spy_growth]).toEqual([100, 100]);
    const days = (Date.parse(end?.date ?? '') - Date.parse(start?.date ?? '')) / 86_400_000;
    expect(days).toBeGreaterThan(358);
    expect(days).toBeLessThanOrEqual(366);
  });
});
