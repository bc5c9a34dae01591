import { describe, expect, it } from 'vitest';
import { expectAccessible } from './browsing.js';
import { json } from './form-harness.js';
import { harness, holdBack, openForms, page, sent, takeOwnTab } from './open-forms.js';

openForms();

const field = (label: string) => page.getByLabel(label);
const button = (name: string) => page.getByRole('button', { name });
const summary = () => page.getByRole('alert');

describe('a field with an invalid value', () => {
  const message = () => page.locator('p', { hasText: 'It has nine digits.' });

  it('shows the message only at the field, and does not swallow the next click', async () => {
    await page.goto('/judged');
    await field('Routing number').fill('123');
    await page.getByText('Savings').click();

    await message().waitFor();
    expect(await page.getByRole('radio', { name: 'Savings' }).isChecked()).toBe(true);
    expect(await summary().count()).toBe(0);

    await field('Routing number').fill('1234');
    await button('Save').click();

    await summary().and(page.locator(':focus')).waitFor();
    expect(await summary().getByRole('link').allTextContents()).toEqual(['It has nine digits.']);
  });

  it('does not swallow a click on the button right after it', async () => {
    await page.goto('/judged');
    await field('Routing number').fill('123');
    await button('Save').click();

    await summary().getByRole('link', { name: 'It has nine digits.' }).waitFor();
    await summary().and(page.locator(':focus')).waitFor();
  });

  it('shows its message at once when it is left by keyboard', async () => {
    await page.goto('/judged');
    await field('Routing number').fill('123');
    await page.keyboard.press('Tab');

    await message().waitFor();
    expect(await summary().count()).toBe(0);
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

  it('are loaded from an endpoint, and are sent by id', async () => {
    await page.goto('/choices');
    await page.getByRole('option', { name: 'Ben' }).waitFor({ state: 'attached' });
    await field('Owner').selectOption('Ben');
    await field('Open').selectOption('Yes');
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ is_open: true, owner: '8' }]);
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

  it('chosen while another one is uploading replaces it, under a name that fits', async () => {
    const { held, letGo } = holdBack('/upload/');
    await page.goto('/upload');
    await field('Image').setInputFiles(picture);
    await held(1);
    await field('Image').setInputFiles({ ...picture, name: `${'x'.repeat(220)}.png` });
    await held(2);

    letGo({ uploaded_files: [{ url: '/uploads/second.webp' }] }, { turn: 1 });
    await page.getByText('Uploaded.').waitFor();
    letGo({ uploaded_files: [{ url: '/uploads/first.webp' }] }, { turn: 0 });
    await button('Save').click();

    expect(await sent('/submit/')).toEqual([{ image_url: '/uploads/second.webp' }]);
    const [, second] = harness.posted.filter(({ path }) => path === '/upload/');
    expect(second?.body).toMatch(/name="name"\r\n\r\nx{196}\.png\r\n/);
  });

  it('is given time to be sent, besides that for the answer', async () => {
    await takeOwnTab();
    await page.addInitScript(`window.limits = [];
      AbortSignal.timeout = (time) => {
        limits.push(time);
        return new AbortController().signal;
      };`);
    harness.answers.set('/upload/', (response) =>
      json(response, 200, { uploaded_files: [{ url: '/uploads/cover.png' }] }),
    );
    await page.goto('/upload');
    await field('Image').setInputFiles({ ...picture, buffer: Buffer.alloc(500_000) });

    await page.getByText('Uploaded.').waitFor();
    expect(await page.evaluate('limits')).toEqual([36_000]);
  });

  it('that did not arrive is no longer chosen, so that it can be chosen again', async () => {
    await page.route('**/upload/', (route) => route.abort('internetdisconnected'), { times: 1 });
    await page.goto('/upload');
    await field('Image').setInputFiles(picture);
    await page.getByText('We couldn’t upload the file. We can’t reach Groundswell.').waitFor();
    expect(await field('Image').inputValue()).toBe('');

    harness.answers.set('/upload/', (response) =>
      json(response, 200, { uploaded_files: [{ url: '/uploads/cover.png' }] }),
    );
    await field('Image').setInputFiles(picture);

    await page.getByText('Uploaded.').waitFor();
  });

  it('that is refused is logged and reported, and leaves the form as it was', async () => {
    harness.answers.set('/upload/', (response) => json(response, 500, {}));
    await page.goto('/upload');
    const logged = page.waitForEvent('pageerror');
    await field('Image').setInputFiles(picture);

    await page.getByText('We couldn’t upload the file.').waitFor();
    expect((await logged).message).toContain('A file was not uploaded.');
    expect(await button('Save').isEnabled()).toBe(true);
  });
});

describe('a suggestion', () => {
  it('that fills in another field also clears that field’s error', async () => {
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

  it('is not filled in late over another one that was typed since', async () => {
    harness.mapsKey = 'good';
    await page.goto('/address');
    await page.evaluate('window.detailsHeld = new Promise((letGo) => { window.letGo = letGo; }); undefined');
    await field('Street address').fill('1600 Amph');
    const offered = page.locator('datalist option');
    await offered.waitFor({ state: 'attached' });
    await field('Street address').fill((await offered.getAttribute('value')) ?? '');
    await field('Street address').fill('1 Main Street');
    await page.evaluate('window.letGo(); new Promise((soon) => setTimeout(soon, 100))');
    expect(await field('Street address').inputValue()).toBe('1 Main Street');
    expect(await field('City').inputValue()).toBe('');
  });

  it('is not filled in late over what was typed in other fields, nor once its form is gone', async () => {
    harness.mapsKey = 'good';
    await page.goto('/address');
    const offered = page.locator('datalist option');
    const chooseHeld = async () => {
      await page.evaluate(
        'window.detailsHeld = new Promise((letGo) => { window.letGo = letGo; }); undefined',
      );
      await field('Street address').fill('1600 Amph');
      await offered.waitFor({ state: 'attached' });
      await field('Street address').fill((await offered.getAttribute('value')) ?? '');
    };
    await chooseHeld();
    await field('City').fill('San Jose');
    await page.evaluate('window.letGo()');
    await expect.poll(() => field('ZIP code').inputValue()).toBe('94043');
    expect(await field('City').inputValue()).toBe('San Jose');

    await button('Once more').click();
    await chooseHeld();
    await button('Once more').click();
    await field('City').fill('Oakland');
    await page.evaluate('window.letGo(); new Promise((soon) => setTimeout(soon, 100))');
    expect(await page.title()).toBe('Oakland');
  });

  it('says Error: AuthFailure with a bad key, and can still be typed', async () => {
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
