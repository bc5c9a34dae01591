import type { ServerResponse } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { leaveChromium, sharedChromium } from './chromium.js';
import { type Harness, json, startHarness } from './form-harness.js';
import { keepTab } from './tab.js';

/** Set by `openForms` for the running spec. */
export let harness: Harness;
/** A page without a form, a new visitor's in each test. */
export let page: Page;

let browser: Browser;

const openTab = async (): Promise<Page> => {
  const viewport = { width: 1280, height: 900 };
  const context = await browser.newContext({ baseURL: harness.url, colorScheme: 'light', viewport });
  context.setDefaultTimeout(10_000);
  return context.newPage();
};

/** For a test that changes its tab for good, by a script. */
export const takeOwnTab = async (): Promise<void> => {
  page = await openTab();
};

/** Builds the page of forms for all tests of a spec. Call once, at its top level. */
export const openForms = (): void => {
  const tab = keepTab(openTab);
  beforeAll(async () => {
    [harness, browser] = await Promise.all([startHarness(), sharedChromium()]);
  });
  afterAll(async () => {
    await leaveChromium(browser);
    await harness?.stop();
  });
  beforeEach(async ({ task }) => {
    harness.posted.length = 0;
    harness.answers.clear();
    harness.mapsKey = null;
    page = await tab.take();
    return () => tab.giveBack(page, task.result?.state !== 'fail');
  });
};

/** What was posted to a path, once it arrives. */
export const sent = async (path: string, count = 1): Promise<unknown[]> => {
  const bodies = () =>
    harness.posted.filter((post) => post.path === path).map(({ body }) => JSON.parse(body));
  await expect.poll(() => bodies().length, { timeout: 10_000 }).toBe(count);
  return bodies();
};

/** Holds back the responses to a path until they are released: all with one body, or only that of one turn. */
export const holdBack = (path: string) => {
  const waiting: ServerResponse[] = [];
  harness.answers.set(path, (response) => void waiting.push(response));
  return {
    /** Waits until a number of requests are waiting. */
    held: (count: number) => expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(count),
    letGo: (body: unknown, { turn, status = 200 }: { turn?: number; status?: number } = {}) => {
      for (const response of turn === undefined ? waiting : waiting.slice(turn, turn + 1))
        json(response, status, body);
    },
  };
};
