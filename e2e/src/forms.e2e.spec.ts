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

  it('shows what the server has against a field beside it, and keeps what was typed', async () => {
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

  it('sends nothing after Nevermind, and asks anew', async () => {
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

describe('choices', () => {
  it('send a list under a name ending in [] as a JSON string, and true and false as booleans', async () => {
    await page.goto('/choices');
    await page.getByRole('checkbox', { name: 'Control person' }).check();
    await page.getByRole('checkbox', { name: 'Family' }).check();
    await field('Open').selectOption('No');
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ 'disclosures[]': '["control","family"]', is_open: false }]);
  });

  it('come from an address, and are sent by id', async () => {
    await page.goto('/choices');
    await page.getByRole('option', { name: 'Ben' }).waitFor({ state: 'attached' });
    await field('Owner').selectOption('Ben');
    await field('Open').selectOption('Yes');
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ is_open: true, owner: '8' }]);
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

  it('says that nobody knows when the answer is lost, and asks again under the same key', async () => {
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

    await dialog.getByRole('alert').getByText('We do not know yet whether it was deleted').waitFor();
    await dialog.getByText('what was done already is not done a second time').waitFor();
    expect(await dialog.getByText('It was not deleted').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Delete' }).click();

    await expect.poll(() => page.title()).toBe('deleted');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('says that it was not deleted when that was refused', async () => {
    harness.answers.set('/delete/', (response) => json(response, 422, { error: 'It is in use.' }));
    await page.goto('/choices');
    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

    const alert = page.getByRole('alertdialog').getByRole('alert');
    await alert.getByText('It was not deleted').waitFor();
    await alert.getByText('It is in use.').waitFor();
  });
});

describe('a file', () => {
  const picture = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('pixels') };

  it('is uploaded when it is chosen; the form waits, and sends the address of the upload', async () => {
    const { letGo } = holdBack('/upload/');
    await page.goto('/upload');
    await field('Image').setInputFiles(picture);

    await button('Waiting for File Upload...').waitFor();
    expect(await button('Waiting for File Upload...').isDisabled()).toBe(true);
    await page.evaluate("document.querySelector('form').requestSubmit()");
    letGo({ uploaded_files: [{ url: '/uploads/cover.webp' }] });
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ image_url: '/uploads/cover.webp' }]);
    const multipart = harness.posted.find(({ path }) => path === '/upload/')?.body ?? '';
    expect([...multipart.matchAll(/ name="([^"]+)"/g)].map(([, part]) => part)).toEqual([
      'files[]',
      'name',
      'bucket_name',
    ]);
    expect(multipart).toMatch(/name="bucket_name"\r\n\r\ncovers\r\n/);
    await expect.poll(() => field('Image').inputValue()).toBe('');
    expect(await page.getByText('Uploaded.').count()).toBe(0);
  });

  it('chosen in the place of one that is still uploaded is the one that counts, under a name that fits', async () => {
    const { held, letGo } = holdBack('/upload/');
    await page.goto('/upload');
    await field('Image').setInputFiles(picture);
    await held(1);
    await field('Image').setInputFiles({ ...picture, name: `${'x'.repeat(220)}.png` });
    await held(2);

    letGo({ uploaded_files: [{ url: '/uploads/second.webp' }] }, 1);
    await page.getByText('Uploaded.').waitFor();
    letGo({ uploaded_files: [{ url: '/uploads/first.webp' }] }, 0);
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ image_url: '/uploads/second.webp' }]);
    const [, second] = harness.posted.filter(({ path }) => path === '/upload/');
    expect(second?.body).toMatch(/name="name"\r\n\r\nx{196}\.png\r\n/);
  });

  it('that is not taken is logged and told, and leaves the form as it was', async () => {
    harness.answers.set('/upload/', (response) => json(response, 500, {}));
    await page.goto('/upload');
    const logged = page.waitForEvent('pageerror');
    await field('Image').setInputFiles(picture);

    await page.getByText('The file was not uploaded.').waitFor();
    expect((await logged).message).toContain('A file was not uploaded.');
    expect(await button('Save').isEnabled()).toBe(true);
  });
});

describe('a suggestion', () => {
  it('that fills in another field takes the error of that one away, too', async () => {
    await page.goto('/suggested');
    await button('Save').click();
    const links = summary().getByRole('link');
    await expect.poll(() => links.count()).toBe(3);

    await field('Ticker').fill('AA');
    await page.locator('datalist option').waitFor({ state: 'attached' });
    await field('Ticker').fill('AAPL');

    await expect.poll(() => field('Company').inputValue()).toBe('Apple Inc.');
    expect(await links.allTextContents()).toEqual(['The field Name must be filled out to submit the form. ']);
    expect(await field('Company').getAttribute('aria-invalid')).not.toBe('true');
  });
});

describe('a street address', () => {
  it('is completed with a maps key: choosing one fills in city, state and ZIP code', async () => {
    harness.mapsKey = 'good';
    await page.goto('/address');
    await field('Street address').fill('1600 Amph');
    const offered = page.locator('datalist option');
    await offered.waitFor({ state: 'attached' });

    await field('Street address').fill((await offered.getAttribute('value')) ?? '');
    await expect.poll(() => field('ZIP code').inputValue()).toBe('94043');
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([
      { street_address: '1600 Amphitheatre Parkway', city: 'Mountain View', state: 'CA', zip_code: '94043' },
    ]);
  });

  it('says Error: AuthFailure with a bad key, and can be typed all the same', async () => {
    harness.mapsKey = 'bad';
    await page.goto('/address');
    await page.getByText('Error: AuthFailure', { exact: true }).waitFor();
    await expectAccessible(page);

    await field('Street address').fill('1 Main Street');
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ street_address: '1 Main Street' }]);
    await button('Once more').click();
    await expect.poll(() => field('Street address').inputValue()).toBe('');
    await page.getByText('Error: AuthFailure', { exact: true }).waitFor();
    expect(await field('Street address').getAttribute('autocomplete')).toBe('address-line1');
  });

  it('is a plain field without a key, and loads nothing', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => request.url().includes('maps.js') && scripts.push(request.url()));
    const asked = page.waitForResponse('**/user/maps_options/');
    await page.goto('/address');
    await asked;
    await field('Street address').fill('1 Main Street');
    await field('Street address').press('Enter');

    expect(await sent('/submit/')).toEqual([{ street_address: '1 Main Street' }]);
    expect(await field('Street address').getAttribute('autocomplete')).toBe('address-line1');
    expect(scripts).toEqual([]);
    expect(await page.getByText('AuthFailure').count()).toBe(0);
  });
});
