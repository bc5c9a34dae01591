import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleInBothThemes, heading, startSession } from '../browsing.js';
import { instance, page } from '../open-instance.js';
import { operate } from '../operate.js';

const join = async (email: string, trend?: string): Promise<void> => {
  const listed = await fetch(`${instance.url}/api/get_concepts/`);
  const { concepts }: { concepts: { id: string; name: string }[] } = JSON.parse(await listed.text());
  const concept = concepts.find(({ name }) => name === trend);
  const answer = await fetch(`${instance.url}/user/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, concept_id: concept?.id ?? null }),
  });
  expect(answer.status).toBe(200);
};

/** The table's cells by trend, once the counts have reached the given number. */
const trends = async (waiting: number) => {
  await expect
    .poll(
      async () => {
        await page.goto('/admin/demand');
        await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
        return page
          .locator('dd')
          .first()
          .textContent({ timeout: 2_000 })
          .catch(() => 'none');
      },
      { timeout: 20_000 },
    )
    .toBe(String(waiting));
  const rows = page.getByRole('table', { name: 'Waitlist by trend' }).locator('tbody tr');
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allTextContents()));
};

const beginAsStaff = () => beforeEach(() => startSession(page, instance.signIns.staff));

/** On an instance whose waitlist is empty at first. */
export const countsDemand = () => {
  beginAsStaff();

  it('is reached from the staff area, and says so while the waitlist is empty', async () => {
    await page.goto('/');
    const admin = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
    await admin.click();
    await heading(page, 'Operations').waitFor();
    const area = page.getByRole('navigation', { name: 'Staff area' });
    await area.getByRole('link', { name: 'Waitlist demand' }).click();

    await heading(page, 'Waitlist demand').waitFor();
    await page.getByText('No one has joined the waitlist yet.').waitFor();
    expect(await admin.getAttribute('aria-current')).toBe('page');
    await expectAccessible(page);
  });

  it('counts people once, and each trend they named; trend by trend and day by day', async () => {
    await join('ann@example.org', 'Climate Tech');
    await join('ben@example.org', 'Climate Tech');
    await join('cleo@example.org');

    expect(await trends(3)).toEqual([
      ['Climate Tech', '2', '0'],
      ['No trend chosen', '1', '0'],
    ]);
    await page.getByText(/^3 joined in the last 30 days, most on .*: 3\.$/).waitFor();

    await page.getByLabel('Trend').selectOption('Climate Tech');
    await page.getByText(/^2 joined in the last 30 days/).waitFor();
    await page.getByText('Show as table').click();
    const day = page.getByRole('table', { name: 'By day, newest first' }).locator('tbody tr');
    expect(await day.locator('td').allTextContents()).toEqual(['2', '0', '0']);
  });

  it('has no accessibility violation in either theme at 1280 and at 390 pixels, and fits', async () => {
    await trends(3);
    await page.getByText('Show as table').click();
    await expectAccessibleInBothThemes(page);
  });
};

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
const open = async () => {
  await page.goto('/admin');
  await heading(page, 'Operations').waitFor();
  await row('trend list').waitFor();
};

/** On an instance that has replayed nothing before, and on which all is well. */
export const showsOperations = () => {
  beginAsStaff();

  it.each([390, 768, 1280])(
    'is marked in the header, whose links are all visible at %i pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await open();
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      expect(await links.allTextContents()).toEqual([
        'See Trends',
        'Cash',
        'Account',
        'Create Concept',
        'Admin',
        'Security',
        'Logout',
      ]);
      for (const link of await links.all()) {
        const { x = -1, width: wide = 0 } = (await link.boundingBox()) ?? {};
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
      }
      expect(await links.filter({ hasText: 'Admin' }).getAttribute('aria-current')).toBe('page');
    },
  );

  it('shows each read model up to date, and that all is well', async () => {
    await open();

    await page.getByText('All is well.').waitFor();
    await row('trend list').getByText('live').waitFor();
    await row('log chain').getByText('live').waitFor();
    await page.getByText('No jobs are waiting for a decision.').waitFor();
    await page.getByText('Ledger and broker agree on every account.').waitFor();
  });

  it('reports what is wrong also when answers take longer than the polling interval', async () => {
    await open();
    await page.getByText('All is well.').waitFor();
    await page.route('**/api/get_status/**', async (route) => {
      const answer = await route.fetch();
      await setTimeout(3_000);
      await route.fulfill({ json: { ...(await answer.json()), head: null, out_of_reach: ['event store'] } });
    });
    await page.getByText('The event store isn’t answering.').waitFor();
    await page.unroute('**/api/get_status/**');
    await page.getByText('All is well.').waitFor();
  });

  it('shows a replay that was started elsewhere, without a reload', async () => {
    await open();
    await page.getByText('None yet.').waitFor();

    await operate(instance, 'replay', 'trendList');

    await page.getByText('Replay of trend list').waitFor();
    await page.getByText('done and live').waitFor();
  });

  it('has no accessibility violation in either theme at 1280 and at 390 pixels, and fits', async () => {
    await open();
    await expectAccessibleInBothThemes(page);
  });
};
