import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { visit } from './browsing.js';
import { launchChromium } from './chromium.js';
import { type Instance, type OpenInstance, startInstance } from './instance.js';

/** What `openInstance` has opened for the spec that is running. */
export let instance: OpenInstance;
export let browser: Browser;
/** A visitor's page, new for each test. */
export let page: Page;

let own: Instance;

const open = (come: () => Promise<OpenInstance>): void => {
  beforeAll(async () => {
    [instance, browser] = await Promise.all([come(), launchChromium()]);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await visit(browser, instance);
    return () => page.context().close();
  });
};

/** Starts an instance and a browser for all tests of a spec. To be called once, at its top. */
export const openInstance = (): void => {
  open(async () => {
    own = await startInstance();
    return own;
  });
  afterAll(() => own?.stop());
};

/**
 * Opens the instance that specs share, in a browser of one's own, where an instance of one's own would take ten seconds of a
 * processor: for specs that do not mind what others add, and that change nothing of the demo and of its people.
 */
export const openSharedInstance = (): void =>
  open(async () => {
    const answer = await fetch(inject('sharedInstanceUrl'));
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as OpenInstance;
  });

/** Stops the instance that was started for this spec, and starts it again with all that it holds. A page that is open stays where it was. */
export const restartInstance = async (): Promise<void> => {
  own = await own.restart();
  instance = own;
};
