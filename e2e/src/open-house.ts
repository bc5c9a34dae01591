import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { visit } from './browsing.js';
import { launchChromium } from './chromium.js';
import { type House, type OpenHouse, startHouse } from './house.js';

/** What `openHouse` has opened for the spec that is running. */
export let house: OpenHouse;
export let browser: Browser;
/** A visitor's page, anew for each test. */
export let page: Page;

let own: House;

const open = (come: () => Promise<OpenHouse>): void => {
  beforeAll(async () => {
    [house, browser] = await Promise.all([come(), launchChromium()]);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await visit(browser, house);
    return () => page.context().close();
  });
};

/** Starts a house and a browser for all tests of a spec. To be called once, at its top. */
export const openHouse = (): void => {
  open(async () => {
    own = await startHouse();
    return own;
  });
  afterAll(() => own?.stop());
};

/**
 * Opens the house that specs share, in a browser of one's own, where a house of one's own would take ten seconds of a
 * processor: for specs that do not mind what others add, and that change nothing of the demo and of its people.
 */
export const openSharedHouse = (): void =>
  open(async () => {
    const answer = await fetch(inject('sharedHouseUrl'));
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as OpenHouse;
  });

/** Stops the house that was started for this spec, and starts it again with all that it holds. A page that is open stays where it was. */
export const restartHouse = async (): Promise<void> => {
  own = await own.restart();
  house = own;
};
