import { describe, expect, it } from 'vitest';
import { openForms, page } from './open-forms.js';

openForms();

const field = (label: string) => page.getByLabel(label);
const button = (name: string) => page.getByRole('button', { name });
const summary = () => page.getByRole('alert');

describe('a field that was left with something wrong in it', () => {
  const message = () => page.locator('p', { hasText: 'It has nine digits.' });

  it('says so beside it alone, and takes no press away from what is pressed next', async () => {
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

  it('lets the press on the button through that comes straight after it', async () => {
    await page.goto('/judged');
    await field('Routing number').fill('123');
    await button('Save').click();

    await summary().getByRole('link', { name: 'It has nine digits.' }).waitFor();
    await summary().and(page.locator(':focus')).waitFor();
  });

  it('is told of at once when it is left by keyboard', async () => {
    await page.goto('/judged');
    await field('Routing number').fill('123');
    await page.keyboard.press('Tab');

    await message().waitFor();
    expect(await summary().count()).toBe(0);
  });
});
