import { describe, expect, it } from 'vitest';
import { expectFits, heading, pricesAreThere, startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const html = '<img src=x onerror="document.title=\'taken over\'">';
const sql = "'; DROP TABLE card; --";

const create = async (name: string, description: string) => {
  await page.goto('/create_new_concept');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Create Concept' }).click();
  await page.waitForURL('**/see_concepts/');
  await page.getByRole('main').getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Manage allocations' }).click();
  await heading(page, `Concept: ${name}`).waitFor();
};

const addSubConcept = async (name: string, description: string) => {
  const form = page.getByRole('form', { name: 'Add a sub-concept' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Description').fill(description);
  await form.getByRole('button', { name: 'Create New Sub Concept' }).click();
  await page.getByRole('rowheader', { name }).waitFor();
};

describe('what a curator types', () => {
  it('is shown as plain text, even when it is HTML or SQL', async () => {
    await startSession(page, instance.signIns.staff);
    await create(`${sql} A`, html);
    await addSubConcept(html, sql);
    const form = page.getByRole('form', { name: 'Add an allocation' });
    await form.getByLabel('Company').fill(html);
    await form.getByLabel('Ticker').fill('XYL');
    await form.getByLabel('% Allocation').fill('10');
    await form.getByLabel('Sub Concept').selectOption(html);
    await form.getByLabel(/^Reason/).fill(`${html} ${sql}`);
    await form.getByRole('button', { name: 'Create New Allocation' }).click();
    await page.getByText('10.00% allocated, 90.00% left').waitFor();

    await page.getByRole('link', { name: 'View public page' }).click();
    await heading(page, `${sql} A`).waitFor();
    await page.getByText(`${html} ${sql}`).waitFor();

    expect(await page.title()).not.toContain('taken over');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.goto('/see_concepts');
    await page
      .getByRole('main')
      .getByRole('link', { name: `${sql} A` })
      .waitFor();
  });

  it('fits the window, on a desk and on a phone, however long its words are', async () => {
    await startSession(page, instance.signIns.staff);
    const long = (word: string) => word.repeat(12).slice(0, 78);
    const name = long('Seaworthiness');
    await create(name, long('Unsinkability'));
    await addSubConcept(long('Lighthousekeeping'), long('Beachcombing'));
    const managed = new URL(page.url()).pathname;
    const id = managed.split('/').at(-1);
    for (const address of [
      managed,
      `/get_concept/${id}`,
      `/sign_up?concept_id=${id}`,
      `/verify?concept_id=${id}`,
      '/verify',
      '/see_concepts',
      '/admin/audit',
    ]) {
      await page.goto(address);
      await page.getByText(name).filter({ visible: true }).first().waitFor();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expectFits(page);
      }
    }
  });

  it('fits the window beside a year of prices, too', async () => {
    const name = 'Seaworthiness'.repeat(6);
    await page.route('**/api/get_concept/*', async (route) => {
      const response = await route.fetch();
      const trend = await response.json();
      await route.fulfill({ response, json: { ...trend, concept: { ...trend.concept, name } } });
    });
    await page.setViewportSize({ width: 360, height: 900 });
    await page.goto('/see_concepts');
    await page.getByRole('main').getByRole('link', { name: 'Clean Energy' }).click();
    await heading(page, name).waitFor();
    await pricesAreThere(page);

    await expectFits(page);
  });

  it('stays in the form when the broker doesn’t know the ticker, and nothing is saved', async () => {
    await startSession(page, instance.signIns.staff);
    await create('Unheard of', 'Companies that nobody knows.');
    await addSubConcept('All of them', 'There are none.');
    const form = page.getByRole('form', { name: 'Add an allocation' });
    await form.getByLabel('Company').fill('Nobody Incorporated');
    await form.getByLabel('Ticker').fill('NOBODY');
    await form.getByLabel('% Allocation').fill('10');
    await form.getByLabel('Sub Concept').selectOption('All of them');

    await form.getByRole('button', { name: 'Create New Allocation' }).click();

    await form.getByRole('alert').filter({ hasText: 'The broker doesn’t know the ticker NOBODY' }).waitFor();
    expect(await form.getByLabel('Company').inputValue()).toBe('Nobody Incorporated');
    await page.reload();
    await page.getByText('0.00% allocated, 100.00% left').waitFor();
  });
});

describe('text twice as large', () => {
  it('fits a phone, with ten million dollars', async () => {
    const sums = { pending_in: '1234567.89', pending_out: '1234567.89', available: '8765432.10' };
    await startSession(page, instance.signIns.customer);
    await page.route('**/api/get_cash_balance/', (route) =>
      route.fulfill({ json: { cash_balance: '10000000.00', ...sums, held: [], as_of: null } }),
    );
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/see_ach_methods/');
    await page.getByText('$10,000,000.00').waitFor();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");

    await expectFits(page);
  });
});

describe('an address', () => {
  it.each(['00000000-0000-4000-8000-000000000000', 'no-id', '%27%20OR%201%3D1'])(
    'that names the trend %s shows that there is no such trend',
    async (id) => {
      await page.goto(`/get_concept/${id}`);

      await page.getByText('We couldn’t find that trend').waitFor();
    },
  );
});
