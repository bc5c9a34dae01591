import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's Chromium without a window, which connects only to the instance. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) throw new Error('The browser tests need Chromium: set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, headless: true, args: quiet });
};

let running: Promise<Browser> | undefined;

/**
 * The browser of this test process, for all of its specs, one after the other: a new one costs a second of processor. It ends with
 * the process. Each spec opens contexts of its own, and leaves.
 */
export const sharedChromium = async (): Promise<Browser> => {
  const before = await running?.catch(() => undefined);
  if (!before?.isConnected()) running = launchChromium();
  return running as Promise<Browser>;
};

/** Milliseconds in which a browser has to close what a spec has opened. */
const patience = 15_000;

/** Ends what a spec has opened in the browser that others use after it. If it hangs, they get another one. */
export const leaveChromium = async (browser: Browser | undefined): Promise<void> => {
  const closed = Promise.all(browser?.contexts().map((context) => context.close()) ?? []).then(() => true);
  closed.catch(() => undefined);
  if (await Promise.race([closed, setTimeout(patience, false, { ref: false })])) return;
  running = undefined;
  browser?.close().catch(() => undefined);
};
