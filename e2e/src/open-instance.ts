import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { visit } from './browsing.js';
import { launchChromium } from './chromium.js';
import { type Instance, type OpenInstance, startInstance } from './instance.js';

/** Set by `openInstance` for the running spec. */
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

/** Starts an instance and a browser for all tests of a spec. Call once, at its top level. */
export const openInstance = (): void => {
  open(async () => {
    own = await startInstance();
    return own;
  });
  afterAll(() => own?.stop());
};

/**
 * Opens the instance shared by specs in a separate browser, which saves the ten CPU seconds of a separate instance.
 * For specs that tolerate what others add, and that do not change the demo and its people.
 */
export const openSharedInstance = (): void =>
  open(async () => {
    const answer = await fetch(inject('sharedInstanceUrl'));
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as OpenInstance;
  });

/** Stops this spec's instance and starts it again with all its data. Open pages stay where they are. */
export const restartInstance = async (): Promise<void> => {
  own = await own.restart();
  instance = own;
};
