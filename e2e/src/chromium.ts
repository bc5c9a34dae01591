import { existsSync } from 'node:fs';
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
