import type { Page } from 'playwright-core';

/** One tab for all tests of a spec, each of which finds it as a new visitor would. */
export interface Tab {
  take(): Promise<Page>;
  /** After a test. Another page than the one taken is closed, and so is one that is of no more use. */
  giveBack(page: Page, isUseful: boolean): Promise<void>;
}

/** Leaves nothing of a test behind: no listener, no answer of its own, no other tab, nothing stored, no other look. */
const renew = async (page: Page): Promise<void> => {
  const context = page.context();
  for (const event of ['dialog', 'request'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  // Any address of this origin without a script.
  await page.goto('/robots.txt');
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null });
  await page.setViewportSize({ width: 1280, height: 900 });
};

/**
 * Keeps a tab from test to test: a new one costs a third of a second of processor, since its process has compiled nothing yet.
 * @param open opens a tab of a context of its own
 */
export const keepTab = (open: () => Promise<Page>): Tab => {
  let kept: Page | undefined;
  return {
    take: async () => {
      kept ??= await open();
      return kept;
    },
    giveBack: async (page, isUseful) => {
      if (page !== kept) await page.context().close();
      if (isUseful && kept) return renew(kept);
      await kept?.context().close();
      kept = undefined;
    },
  };
};
