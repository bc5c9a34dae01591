import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sampleOfCommit } from '@groundswell/testing';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenInstance, SignIn } from './instance.js';

type Theme = 'light' | 'dark';

interface Looks {
  readonly theme?: Theme;
  readonly width?: number;
}

/** A person with a separate browser context, with nothing stored in it. */
export const visit = async (
  browser: Browser,
  instance: OpenInstance,
  { theme = 'light', width = 1280 }: Looks = {},
): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({
    baseURL: instance.url,
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  });
  context.setDefaultTimeout(15_000);
  return context.newPage();
};

/** Signs in through the form, as a person does. */
export const signIn = async (page: Page, { email, password }: SignIn): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Logout' }).waitFor();
};

/** What the browser keeps of a session, under the spec's names. */
interface KeptSession {
  readonly token: string;
  readonly refresh_token: string;
  readonly token_time: string;
}

const givenSession = async (page: Page, { email, password }: SignIn): Promise<KeptSession> => {
  const answer = await page.request.post('/user/token/', { data: { email, password } });
  const { access, refresh } = await answer.json();
  expect([access, refresh]).toEqual([expect.any(String), expect.any(String)]);
  return { token: access, refresh_token: refresh, token_time: String(Date.now()) };
};

/** Any address of this origin without a script, where its storage can be filled. */
const openStorage = async (page: Page): Promise<void> => {
  if (!page.url().endsWith('/robots.txt')) await page.goto('/robots.txt');
};

const store = (page: Page, session: KeptSession): Promise<unknown> =>
  page.evaluate(`Object.assign(localStorage, ${JSON.stringify(session)})`);

/** A session of its own, for a test that ends it or lets it run out. Nothing is open yet: go to a screen next. */
export const startOwnSession = async (page: Page, person: SignIn): Promise<void> => {
  await openStorage(page);
  await store(page, await givenSession(page, person));
};

/** The sessions of people at an instance that tests share. */
const shared = new Map<string, KeptSession>();
/** Milliseconds that a session is shared: half of the time for which it needs no refresh. */
const sharedFor = 300_000;

/**
 * Has a session, without the half second of processor that the form takes and the tenth that a password takes. Other tests have
 * the same one: never end it. Nothing is open yet: go to a screen next.
 */
export const startSession = async (page: Page, person: SignIn): Promise<void> => {
  await openStorage(page);
  const key = `${page.url()} ${person.email}`;
  const before = shared.get(key);
  const session =
    before && Date.now() - Number(before.token_time) < sharedFor ? before : await givenSession(page, person);
  shared.set(key, session);
  await store(page, session);
};

/** The token, the one that refreshes it, and its time, as the browser keeps them; null for what it does not. */
export const keptSession = (page: Page): Promise<(string | null)[]> =>
  page.evaluate("['token', 'refresh_token', 'token_time'].map((key) => localStorage.getItem(key))");

/** By the link in the header, which reloads the page. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Logout' }).click();
  await heading(page, 'Welcome back').waitFor();
};

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Chooses a radio button by its label, as a person does. Nothing is forced, so the page may still be moving. */
export const choose = async (page: Page, name: string): Promise<void> => {
  const choice = page.getByRole('radio', { name });
  await page.locator('label').filter({ has: choice }).click();
  await expect.poll(() => choice.isChecked()).toBe(true);
};

/** Presses Tab until an element has the focus. Fails when it cannot be reached by keyboard. */
export const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  const focused = wanted.and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} was not reached in 60 presses of Tab`);
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const expectNoViolation = async (page: Page, runOnly: NonNullable<RunOptions['runOnly']>): Promise<void> => {
  // Half a megabyte of script: once in a document is enough.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const options: RunOptions = { resultTypes: ['violations'], runOnly };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    page.url(),
  ).toEqual([]);
};

/** Nothing is wider than the window. */
export const expectFits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    `${page.url()} scrolls sideways`,
  ).toBe(true);

/** No machine-detectable violation of WCAG 2.2 A and AA, and nothing wider than the window. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await expectFits(page);
  await expectNoViolation(page, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
};

/** Accessible in both themes, at 1280 and at 390 pixels; the commit says which theme at which. It is light and wide afterwards. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
  const show = async (colorScheme: Theme, width: number): Promise<void> => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // The layout has followed the window's width after two frames.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  };
  const [wide = 'light', narrow = 'dark'] = sampleOfCommit<Theme>(['light', 'dark'], 2, String);
  await show(wide, 1280);
  await expectAccessible(page);
  await show(narrow, 390);
  await expectAccessible(page);
  await show('light', 1280);
};

/** A new instance collects a year of prices after it is ready; the chart then appears without a reload. */
export const pricesAreThere = (page: Page): Promise<void> =>
  page.getByRole('slider', { name: 'Day on the chart' }).waitFor({ timeout: 45_000 });

/** From the list to one trend. */
export const openTrend = async (on: Page, name: string) => {
  await on.goto('/see_concepts');
  await on.getByRole('main').getByRole('link', { name }).click();
  await heading(on, name).waitFor();
};

/** The screen where staff edit a trend. A trend that was just renamed or created is listed a moment later. */
export const manageTrend = async (on: Page, name: string) => {
  const idOf = async (): Promise<string | undefined> => {
    const answer = await on.request.get('/api/get_concepts/');
    const { concepts }: { concepts: { id: string; name: string }[] } = await answer.json();
    return concepts.find((concept) => concept.name === name)?.id;
  };
  await expect.poll(idOf, { message: name }).toBeDefined();
  await on.goto(`/manage_stock_allocations/${await idOf()}`);
  await heading(on, `Concept: ${name}`).waitFor();
};
