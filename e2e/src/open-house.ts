import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { visit } from './browsing.js';
import { launchChromium } from './chromium.js';
import { type House, startHouse } from './house.js';

/** What `openHouse` has opened for the spec that is running. */
export let house: House;
export let browser: Browser;
/** A visitor's page, anew for each test. */
export let page: Page;

/** Starts a house and a browser for all tests of a spec. To be called once, at its top. */
export const openHouse = (): void => {
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
};

/** Stops the house and starts it again with all that it holds. A page that is open stays where it was. */
export const restartHouse = async (): Promise<void> => {
  house = await house.restart();
};
