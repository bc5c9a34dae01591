import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { visit } from './browsing.js';
import { leaveChromium, sharedChromium } from './chromium.js';
import { type Environment, type Instance, type OpenInstance, startInstance } from './instance.js';
import { keepTab } from './tab.js';

/** Set by `openInstance` for the running spec. */
export let instance: OpenInstance;
export let browser: Browser;
/** A new visitor's page in each test. */
export let page: Page;

/** For a test that changes its tab for good, by a script or a clock. */
export const takeOwnTab = async (): Promise<void> => {
  page = await visit(browser, instance);
};

let own: Instance;

/** Milliseconds that a page may take to run a script or draw a frame, when a test failed. */
const patience = 5_000;

/** Whether a failed test's page still runs scripts and draws: Playwright says the same of a blocked script and of a missing frame. */
const responseOf = async (failed: Page): Promise<string> => {
  const within = (script: string): Promise<string> => {
    const began = performance.now();
    return Promise.race([
      failed.evaluate(script).then(
        () => `within ${Math.round(performance.now() - began)} ms`,
        (error) => `not (${error})`,
      ),
      setTimeout(patience, `not within ${patience} ms`),
    ]);
  };
  return `a script ended ${await within('1')}; a frame came ${await within('new Promise(requestAnimationFrame)')}`;
};

const open = (come: () => Promise<OpenInstance>): void => {
  beforeAll(async () => {
    [instance, browser] = await Promise.all([come(), sharedChromium()]);
  });
  afterAll(() => leaveChromium(browser));
  const tab = keepTab(() => visit(browser, instance));
  beforeEach(async ({ task }) => {
    page = await tab.take();
    return async () => {
      const failed = task.result?.state === 'fail';
      if (failed) console.error(`${task.name}: ${await responseOf(page)}`);
      await tab.giveBack(page, !failed);
    };
  });
};

/**
 * Starts an instance for all tests of a spec. Call once, at its top level.
 * @param prepare starts what it needs, and gives the variables that name it
 */
export const openInstance = (prepare: () => Promise<Environment>): void => {
  open(async () => {
    own = await startInstance(await prepare());
    return own;
  });
  afterAll(() => own?.stop());
};

/**
 * Opens the instance that specs share, which saves the ten CPU seconds of a separate one.
 * For specs that tolerate what others add, and that do not change the demo and its people.
 */
export const openSharedInstance = (): void =>
  open(async () => {
    const answer = await fetch(inject('sharedInstanceUrl'));
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as OpenInstance;
  });
