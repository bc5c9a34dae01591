import { describe, expect, it } from 'vitest';
import { heading, manageTrend, startSession, tabTo } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const card = (name: string) => page.getByRole('main').getByRole('link', { name });

const create = async (name: string, description: string) => {
  await page.goto('/create_new_concept');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Create Concept' }).click();
};

describe('a curator', () => {
  it('creates a concept and finds its card among the trends at once', async () => {
    await startSession(page, instance.signIns.staff);

    await create('Ocean Energy', 'Power from tides, waves and the cold of the deep.');

    await page.waitForURL('**/see_concepts/');
    await card('Ocean Energy').waitFor();
    expect(await card('Ocean Energy').textContent()).toContain('not enough history yet');
  });

  it('reads at the field that the name is taken, and keeps what was typed', async () => {
    await startSession(page, instance.signIns.staff);
    await create('Tidal Stream', 'Once.');
    await card('Tidal Stream').waitFor();

    await create('Tidal Stream', 'Twice.');

    await page.getByRole('alert').filter({ hasText: 'Another trend already has this name' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Tidal Stream');
    expect(await page.getByLabel('Description').inputValue()).toBe('Twice.');
  });

  it('is not told that the page shows another’s change when it could not load it', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Cyber Defense');
    await page.route('**/api/rename_concept/', (route) =>
      route.fulfill({ status: 409, json: { code: 'RevisionConflict', error: 'Someone else was faster.' } }),
    );
    await page.route('**/api/get_concept_allocations/**', (route) =>
      route.fulfill({ status: 503, json: { code: 'Unavailable', error: 'Groundswell is busy.' } }),
    );
    const renaming = page.getByRole('form', { name: 'Rename' });
    await renaming.getByLabel('Name').fill('Cyber Shield');
    await renaming.getByRole('button', { name: 'Rename' }).click();

    const told = renaming.getByRole('alert').filter({ hasText: 'Someone else changed this trend' });
    await told.waitFor();
    expect(await told.textContent()).toContain('Their change isn’t shown here yet.');
    expect(await told.textContent()).not.toContain('now shows');
    await page.getByRole('status').filter({ hasText: 'We couldn’t refresh this page.' }).waitFor();
    expect(await renaming.getByLabel('Name').inputValue()).toBe('Cyber Shield');
  });

  it('reads which fields are empty, in the product’s words, and nothing is sent', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/create_new_concept');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));

    await page.getByRole('button', { name: 'Create Concept' }).click();

    const summary = page.getByRole('alert');
    await summary.waitFor();
    expect(await summary.textContent()).toContain('The field Name must be filled out to submit the form. ');
    expect(await summary.textContent()).toContain(
      'The field Description must be filled out to submit the form. ',
    );
    expect(sent).not.toContain('POST');
  });

  it('creates a concept with the keyboard alone', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/');
    await heading(page, 'Invest in What Matters to You').waitFor();

    await tabTo(page, page.getByRole('link', { name: 'Create Concept' }));
    await page.keyboard.press('Enter');
    await heading(page, 'Create a concept').waitFor();
    await tabTo(page, page.getByLabel('Name'));
    await page.keyboard.type('Wave Power');
    await page.keyboard.press('Tab');
    await page.keyboard.type('What the swell carries ashore.');
    await tabTo(page, page.getByRole('button', { name: 'Create Concept' }));
    await page.keyboard.press('Enter');

    await card('Wave Power').waitFor();
  });

  it('adds a sub-concept and an allocation, sees what is left, and takes the allocation away again', async () => {
    await startSession(page, instance.signIns.staff);
    await create('Desalination', 'Fresh water from the sea.');
    await card('Desalination').click();
    await page.getByRole('link', { name: 'Manage allocations' }).click();
    await heading(page, 'Concept: Desalination').waitFor();

    const subConceptForm = page.getByRole('form', { name: 'Add a sub-concept' });
    await subConceptForm.getByLabel('Name').fill('Membranes');
    await subConceptForm.getByLabel('Description').fill('What holds the salt back.');
    await subConceptForm.getByRole('button', { name: 'Create New Sub Concept' }).click();
    await page.getByRole('rowheader', { name: 'Membranes' }).waitFor();
    expect(await subConceptForm.getByLabel('Name').inputValue()).toBe('');

    const allocationForm = page.getByRole('form', { name: 'Add an allocation' });
    await allocationForm.getByLabel('Company').fill('Xylem');
    await allocationForm.getByLabel('Ticker').fill('xyl');
    await allocationForm.getByLabel('% Allocation').fill('12.5');
    await allocationForm.getByLabel('Sub Concept').selectOption('Membranes');
    await allocationForm.getByRole('button', { name: 'Create New Allocation' }).click();
    await page.getByText('12.50% allocated, 87.50% left').waitFor();
    const columns = (name: string) =>
      page.getByRole('table', { name }).getByRole('columnheader').allTextContents();
    expect(await columns('Sub-concepts')).toEqual(['Name', 'Description', 'Delete']);
    expect(await columns('Stock allocations')).toEqual([
      'Sub Concept',
      'Stock',
      '% Allocation',
      'Change',
      'Delete',
    ]);
    const cells = page.getByRole('row', { name: /Xylem/ }).locator('th, td');
    expect((await cells.allTextContents()).slice(0, 3)).toEqual(['Membranes', 'Xylem XYL', '12.50%']);

    await page.getByRole('button', { name: /^Delete Xylem/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('0.00% allocated, 100.00% left').waitFor();
  });

  it('cannot allocate an invalid percentage, however often it is tried, and nothing changes', async () => {
    await startSession(page, instance.signIns.staff);
    await create('Refused', 'To try it out.');
    await card('Refused').click();
    await page.getByRole('link', { name: 'Manage allocations' }).click();
    const subConceptForm = page.getByRole('form', { name: 'Add a sub-concept' });
    await subConceptForm.getByLabel('Name').fill('Only one');
    await subConceptForm.getByLabel('Description').fill('Of its kind.');
    await subConceptForm.getByRole('button', { name: 'Create New Sub Concept' }).click();

    const form = page.getByRole('form', { name: 'Add an allocation' });
    await form.getByLabel('Company').fill('Xylem');
    await form.getByLabel('Ticker').fill('XYL');
    await form.getByLabel('Sub Concept').selectOption('Only one');
    const refusal = form.getByRole('alert').filter({ hasText: 'Enter a percentage above 0 and up to 100' });
    for (const percent of ['0', '-1', '100.01', '12.345', 'ten']) {
      await form.getByLabel('% Allocation').fill(percent);
      await form.getByRole('button', { name: 'Create New Allocation' }).click();

      await refusal.waitFor();
      expect(await form.getByLabel('% Allocation').inputValue()).toBe(percent);
      await page.getByText('0.00% allocated, 100.00% left').waitFor();
      // A valid value clears the refusal, so that the next one is new.
      await form.getByLabel('% Allocation').fill('12.5');
      await refusal.waitFor({ state: 'detached' });
    }
  });
});
