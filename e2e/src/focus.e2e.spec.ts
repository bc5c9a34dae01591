import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { heading, manageTrend, openTrend, startSession, tabTo } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const button = (name: string | RegExp) => page.getByRole('button', { name });
const hasFocus = (wanted: Locator) => wanted.and(page.locator(':focus')).waitFor();

/** Goes there by keyboard and presses Enter. */
const press = async (wanted: Locator) => {
  await wanted.focus();
  await page.keyboard.press('Enter');
};

describe('the focus of a curator', () => {
  it('is in the first weight of the rebalance editor, and back on its button when that closes', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Climate Tech');
    await press(button('Rebalance all weights'));
    await hasFocus(page.getByRole('textbox', { name: /^% Allocation of/ }).first());

    await press(button('Nevermind'));

    await hasFocus(button('Rebalance all weights'));
  });

  it('stays on a button that is disabled while it saves, and is on the heading when a line is deleted', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/create_new_concept');
    await page.getByLabel('Name').fill('Lighthouses');
    await page.getByLabel('Description').fill('Who keeps the light.');
    await page.getByRole('button', { name: 'Create Concept' }).click();
    await manageTrend(page, 'Lighthouses');
    const form = page.getByRole('form', { name: 'Add a sub-concept' });
    await form.getByLabel('Name').fill('Lamps');
    await form.getByLabel('Description').fill('What shines.');
    await press(form.getByRole('button'));
    await page.getByRole('rowheader', { name: 'Lamps' }).waitFor();
    await form.getByRole('button', { name: 'Create New Sub Concept', disabled: false }).waitFor();
    expect(await form.getByRole('button').and(page.locator(':focus')).count()).toBe(1);

    await press(button('Delete Lamps'));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }));
    await hasFocus(button('Delete Lamps'));
    await press(button('Delete Lamps'));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));

    await hasFocus(page.getByRole('heading', { name: 'Sub-concepts' }));
  });

  it('is on the title after a link to one person’s changes', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/admin/audit');
    await press(page.getByRole('table').locator('a[href*="person="]').first());

    await page.waitForURL('**/admin/audit?person=*');
    await page.getByRole('table').waitFor();
    await hasFocus(heading(page, 'Audit'));
  });
});

describe('the focus of a visitor', () => {
  it('is on the title after choosing a trend to verify', async () => {
    await page.goto('/verify');
    await press(page.getByRole('link', { name: 'Climate Tech' }));

    await page.getByText(/^These \d+ changes are exactly what was recorded\.$/).waitFor();
    await hasFocus(heading(page, 'Verify'));
  });

  it('is on the heading above a button that leads back to today and is gone', async () => {
    await openTrend(page, 'Climate Tech');
    await page.getByLabel('As of').fill(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10));
    await press(button('Back to today'));

    await hasFocus(page.getByRole('heading', { name: "What's in this Trend?" }));
  });

  it('is on the message that takes the place of a form', async () => {
    await page.goto('/password_reset_request');
    await page.getByLabel('Email').fill('someone@example.org');
    await press(button('Send the link'));

    await hasFocus(page.getByRole('status').filter({ hasText: 'Check your email.' }));

    await press(button('Use another address'));

    await hasFocus(page.getByLabel('Email'));
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });

  it('is on the title of the screen to sign in, and of the one after it', async () => {
    await page.goto('/');
    await press(page.getByRole('banner').getByRole('link', { name: 'Log In' }));
    await hasFocus(heading(page, 'Welcome back'));

    await page.getByLabel('Email').fill(instance.signIns.customer.email);
    await page.getByLabel('Password').fill(instance.signIns.customer.password);
    await page.keyboard.press('Enter');

    await hasFocus(heading(page, 'Invest in What Matters to You'));
  });

  it('is left to someone who clicks beside what had it', async () => {
    await openTrend(page, 'Climate Tech');
    const asTable = button('Show as table');
    await tabTo(page, asTable);
    await page.getByText('Performance vs S&P 500').click();
    await page.evaluate('document.querySelector("main figure button[aria-pressed]").remove()');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');

    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });
});

describe('the focus of someone who protects their account', () => {
  it('is in the first field of what a button opens, and back on that button', async () => {
    await startSession(page, instance.signIns.customer);
    await page.goto('/security');
    for (const [opener, field] of [
      ['Set up two-step sign-in', 'Your password'],
      ['Change password', 'New password'],
    ] as const) {
      await press(button(opener));
      await hasFocus(page.getByLabel(field));
      await press(button('Not now'));
      await hasFocus(button(opener));
    }
  });
});
