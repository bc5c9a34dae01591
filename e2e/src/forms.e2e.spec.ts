import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './browsing.js';
import { json } from './form-harness.js';
import { harness, holdBack, openForms, page, sent } from './open-forms.js';

openForms();

const field = (label: string) => page.getByLabel(label);
const button = (name: string) => page.getByRole('button', { name });
const summary = () => page.getByRole('alert');

describe('a form', () => {
  it('has a button Save, sends what was typed, and clears to its defaults after success', async () => {
    await page.goto('/plain');
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await field('Note').fill('Changed');

    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ name: 'Ann', alias: 'A', note: 'Changed' }]);
    await expect.poll(() => field('Name').inputValue()).toBe('');
    expect(await field('Note').inputValue()).toBe('By default');
  });

  it('keeps what is typed while it is saved', async () => {
    const { held, letGo } = holdBack('/submit/');
    await page.goto('/plain');
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await button('Save').click();
    await held(1);

    await field('alias').fill('Annie');
    letGo({});

    await expect.poll(() => field('Name').inputValue()).toBe('');
    expect(await field('alias').inputValue()).toBe('Annie');
  });

  it('names each required field that is empty, by its label or its name; sends nothing', async () => {
    await page.goto('/plain');

    await button('Save').click();

    await summary().waitFor();
    expect(await summary().getByRole('link').allTextContents()).toEqual([
      'The field Name must be filled out to submit the form. ',
      'The field alias must be filled out to submit the form. ',
    ]);
    await summary().and(page.locator(':focus')).waitFor();
    expect(await field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(harness.posted).toEqual([]);
    await expectAccessible(page);

    await summary().getByRole('link').last().click();
    await field('alias').and(page.locator(':focus')).waitFor();

    await field('alias').fill('A');
    await expect.poll(() => summary().getByRole('link').count()).toBe(1);
  });

  it('shows the server’s message at the field, and keeps what was typed', async () => {
    harness.answers.set('/submit/', (response) =>
      json(response, 422, { error: 'Not saved.', fields: { name: 'This name is taken.' } }),
    );
    await page.goto('/plain');
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await button('Save').click();

    await summary().getByRole('link', { name: 'This name is taken.' }).waitFor();
    expect(await page.locator('p', { hasText: 'This name is taken.' }).count()).toBe(1);
    expect(await field('Name').inputValue()).toBe('Ann');
  });

  it('is disabled while it is saved, and idle again after a failure', async () => {
    const { letGo } = holdBack('/submit/');
    await page.goto('/plain');
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await button('Save').click();

    await button('Saving…').waitFor();
    expect(await button('Saving…').isDisabled()).toBe(true);
    await page.evaluate("document.querySelector('form').requestSubmit()");
    letGo({});

    await button('Save').waitFor();
    expect(await button('Save').isEnabled()).toBe(true);
    expect(await sent('/submit/')).toHaveLength(1);
    harness.answers.set('/submit/', (response) => json(response, 400, {}));
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await button('Save').click();

    await summary().filter({ hasText: 'Bad Request' }).waitFor();
    expect(await button('Save').isEnabled()).toBe(true);
  });

  it('is sent under the same key while its values are the same, even after a change that was undone', async () => {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/submit/')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route('**/submit/', (route) => route.abort(), { times: 2 });
    await page.goto('/plain');
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await button('Save').click();
    await summary().filter({ hasText: 'We can’t reach Groundswell.' }).waitFor();

    await field('Name').fill('Anna');
    await field('Name').fill('Ann');
    await button('Save').click();
    await expect.poll(() => keys.length).toBe(2);
    await button('Save').waitFor();
    await field('Name').fill('Anna');
    await button('Save').click();

    expect(await sent('/submit/')).toMatchObject([{ name: 'Anna' }]);
    const [first, again, other] = keys;
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('Enter', () => {
  it('submits from a line, and makes a new line in a text area', async () => {
    await page.goto('/plain');
    await field('Name').fill('Ann');
    await field('alias').fill('A');
    await field('Note').press('Enter');
    await field('alias').press('Enter');

    const [state] = await sent('/submit/');
    expect(state).toMatchObject({ name: 'Ann', note: expect.stringContaining('\n') });
  });

  it('does not submit where submit_on_enter is false; the button does', async () => {
    await page.goto('/calm');
    await field('Name').fill('Ann');
    await field('Name').press('Enter');
    await field('Name').fill('Ben');
    await button('Send it').click();

    expect(await sent('/submit/')).toEqual([{ name: 'Ben' }]);
  });
});

describe('a protected form', () => {
  const doubt = () => summary().filter({ hasText: 'This form is protected, please double check your work.' });

  it('asks to double check before it sends', async () => {
    await page.goto('/guarded');
    await field('Name').fill('Ann');
    await button('Save').click();

    await doubt().waitFor();
    expect(harness.posted).toEqual([]);
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ name: 'Ann' }]);
    await doubt().waitFor({ state: 'detached' });
  });

  it('sends nothing after Nevermind, and asks again', async () => {
    await page.goto('/guarded');
    await field('Name').fill('Ann');
    await button('Save').click();
    await button('Nevermind').click();
    await doubt().waitFor({ state: 'detached' });

    await field('Name').press('Enter');

    await doubt().waitFor();
    expect(harness.posted).toEqual([]);
  });
});

describe('the delete button', () => {
  it('posts an empty object once it is confirmed', async () => {
    await page.goto('/choices');
    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(harness.posted).toEqual([]);

    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

    expect(await sent('/delete/')).toEqual([{}]);
    await expect.poll(() => page.title()).toBe('deleted');
  });

  it('says that the outcome is unknown when the answer is lost, and retries under the same key', async () => {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/delete/')) keys.push(request.headers()['idempotency-key']);
    });
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/delete/', loseAnswer, { times: 1 });
    await page.goto('/choices');
    await button('Delete').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();

    await dialog.getByRole('alert').getByText('We don’t know yet whether it was deleted').waitFor();
    await dialog.getByText('it won’t happen twice').waitFor();
    expect(await dialog.getByText('It wasn’t deleted').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Delete' }).click();

    await expect.poll(() => page.title()).toBe('deleted');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('stays visible while the request is in progress, to report the result', async () => {
    const { held, letGo } = holdBack('/delete/');
    await page.goto('/choices');
    await button('Delete').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();

    const keep = dialog.getByRole('button', { name: 'Keep it', disabled: true });
    await keep.click({ force: true });
    await page.keyboard.press('Escape');
    await held(1);
    letGo({ error: 'It is in use.' }, { status: 422 });

    await dialog.getByRole('alert').getByText('It is in use.').waitFor();
    await dialog.getByRole('button', { name: 'Keep it', disabled: false }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('says that nothing was deleted when that was refused', async () => {
    harness.answers.set('/delete/', (response) => json(response, 422, { error: 'It is in use.' }));
    await page.goto('/choices');
    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

    const alert = page.getByRole('alertdialog').getByRole('alert');
    await alert.getByText('It wasn’t deleted').waitFor();
    await alert.getByText('It is in use.').waitFor();
  });
});
