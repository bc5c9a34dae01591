import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { signIn, visit } from '../browsing.js';
import { leaveChromium, sharedChromium } from '../chromium.js';
import { type Instance, startInstance } from '../instance.js';
import { type Broker, type BrokerTransfer, startBroker } from './broker.js';

/** Work that passes through workers and the broker is slow on a busy machine. */
export const patient = { timeout: 45_000 };

/** For tests that wait for several of these in sequence. */
export const unhurried = { timeout: 180_000 };

export interface Walk {
  readonly broker: Broker;
  readonly instance: Instance;
  readonly browser: Browser;
  /** The customer's page for the whole journey. */
  readonly page: Page;
}

/**
 * One instance, one broker and one signed-in customer for all tests of a file. Call the result only within tests.
 */
export const startWalk = (): (() => Walk) => {
  let walk: Walk | undefined;
  beforeAll(async () => {
    const [broker, browser] = await Promise.all([startBroker(), sharedChromium()]);
    const instance = await startInstance(broker.environment);
    walk = { broker, instance, browser, page: await visit(browser, instance) };
    await signIn(walk.page, instance.signIns.customer);
  });
  afterAll(async () => {
    await leaveChromium(walk?.browser);
    await walk?.instance.stop();
    await walk?.broker.stop();
  });
  return () => {
    if (!walk) throw new Error('The walk has not begun.');
    return walk;
  };
};

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** The newest transfer on the cash screen. */
export const newest = (page: Page): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Transfers', exact: true }) })
    .getByRole('listitem')
    .first();

/** The value next to a name in a list of facts. */
export const fact = (page: Page, name: string): Locator =>
  page
    .locator('dl div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Current values of controls or options. */
export const valuesOf = async (controls: Locator): Promise<(string | null)[]> =>
  Promise.all((await controls.all()).map((control) => control.getAttribute('value')));

export const balanceIs = async (page: Page, amount: string): Promise<void> => {
  const card = page
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'Current cash balance' }) });
  await card.last().getByText(amount, { exact: true }).waitFor(patient);
};

/** Marks the document; the mark is lost when the page is reloaded. */
export const mark = (page: Page) => page.evaluate("document.documentElement.setAttribute('data-before', '')");
export const expectMarked = async (page: Page): Promise<void> => {
  expect(await page.locator('html[data-before]').count()).toBe(1);
};

/** Everything this browser stores, and the draft on the server. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const draft = await fetch('/user/application_draft/', {
      headers: { authorization: 'Bearer ' + localStorage.getItem('token') },
    });
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, await draft.json()]);
  })()`);

/** Idempotency keys of the submissions to an address from now on. */
export const keysOf = (page: Page, end: string): (string | undefined)[] => {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(end))
      keys.push(request.headers()['idempotency-key']);
  });
  return keys;
};

/** Transfers at the broker, except canceled ones. */
export const atBroker = async (
  broker: Broker,
  direction: BrokerTransfer['direction'],
): Promise<BrokerTransfer[]> =>
  (await broker.transfers()).filter(
    (transfer) => transfer.direction === direction && transfer.status !== 'CANCELED',
  );
