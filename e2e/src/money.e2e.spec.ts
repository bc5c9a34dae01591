import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleInBothThemes, heading, startSession, visit } from './browsing.js';
import {
  application,
  bankAccountNumber,
  button,
  deposit,
  fillBank,
  fillTransfer,
  goOn,
} from './money/forms.js';
import { movesCash } from './money/moving.js';
import { opensAnAccount } from './money/opening.js';
import { balanceIs, newest, pathOf, patient, startWalk, unhurried, valuesOf } from './money/walk.js';
import { standstill } from './standstill.js';

// One person's whole journey: each part continues where the previous one ended.
const walk = startWalk();

describe('opening an account', () => opensAnAccount(walk));

describe('linking a bank', () => {
  it(
    'checks the four fields, goes to the list, and shows the link with its last four digits',
    unhurried,
    async () => {
      const { page } = walk();
      await page.getByRole('link', { name: 'Link your bank' }).click();
      await button(page, 'Link bank account').click();
      for (const name of ['Account owner’s name', 'Routing number', 'Account number', 'Account type'])
        await page
          .getByRole('alert')
          .getByRole('link', { name: `The field ${name} must be filled out to submit the form.` })
          .waitFor();
      await fillBank(page);
      await page.getByLabel('Routing number', { exact: true }).fill('121000359');
      await button(page, 'Link bank account').click();
      await page.getByRole('alert').getByText('This isn’t a US bank routing number.').waitFor();
      const kinds = page.getByRole('group', { name: 'Account type' }).getByRole('radio');
      expect(await valuesOf(kinds)).toEqual(['checking', 'savings']);
      await page.getByLabel('Routing number', { exact: true }).fill('121000358');
      await button(page, 'Link bank account').click();

      await heading(page, 'Your cash').waitFor();
      await balanceIs(page, '$0.00');
      expect(pathOf(page)).toBe('/see_ach_methods/');
      const table = page.getByRole('table', { name: 'Your linked bank account' });
      await table.getByText('Linked', { exact: true }).waitFor(patient);
      expect(await table.getByRole('columnheader').allTextContents()).toEqual([
        'ACH Method Name',
        'Account Number',
        'Status',
        'Edit',
        'Transfer Funds',
      ]);
      await table.getByText('••••6789').waitFor();
      expect(await page.content()).not.toContain(bankAccountNumber);
      expect(await table.getByRole('link', { name: 'Edit' }).getAttribute('href')).toMatch(
        /^\/add_ach_method\/./,
      );
    },
  );

  it('accepts another one only as a replacement, and says so', async () => {
    const { page } = walk();
    await page.getByRole('link', { name: 'Add ACH Method' }).click();

    await page.getByText('You already have a linked bank account.').waitFor();
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    expect(await here.allTextContents()).toEqual(['Cash']);
    await page.getByRole('link', { name: 'Replace it' }).click();
    await page.getByText('This replaces Checking account ••••6789.').waitFor();
    await page.getByRole('button', { name: 'Remove this bank account' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('link', { name: 'This isn’t your password.' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.goBack();
  });
});

describe('moving cash', () => movesCash(walk));

describe('the record of transfers', () => {
  it('is a list with a running balance, and can be downloaded', async () => {
    const { page } = walk();
    const rows = page.getByRole('table', { name: 'Cash activity, newest first' }).locator('tbody tr');
    const figures = async () =>
      Promise.all((await rows.all()).map((row) => row.locator('[data-figure]').allTextContents()));
    await expect.poll(figures, patient).toEqual([
      ['−$250.00', '−$100.00'],
      ['−$100.00', '$150.00'],
      ['+$250.00', '$250.00'],
    ]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download CSV').click(),
    ]);
    expect(download.suggestedFilename()).toBe('cash-activity.csv');
  });

  it('has a receipt for each transfer, which prints without buttons and only its owner can open', async () => {
    const { page } = walk();
    await newest(page).getByRole('link').click();
    await page.getByText('Reference').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await button(page, 'Print receipt').isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    const receipt = pathOf(page);

    const stranger = await visit(walk().browser, walk().instance);
    await startSession(stranger, walk().instance.signIns.staff);
    await stranger.goto(receipt);
    await heading(stranger, 'We couldn’t find that transfer').waitFor();
    expect(await stranger.locator('main').textContent()).not.toContain('100.00');
    await stranger.context().close();
  });
});

/** A browser that sees the account in a given status from the next load on. */
const withAccount = async (look: Page, status: string) => {
  const account = {
    status,
    broker_status: null,
    findings: [],
    refusal: null,
    requested_at: '2026-01-05T15:00:00Z',
    opened_at: '2026-01-05T15:05:00Z',
    changed_at: '2026-01-06T15:00:00Z',
  };
  await look.route('**/api/get_trading_account/', (route) => route.fulfill({ json: { account } }));
};

describe('an account that is closed', () => {
  it('is not asked for a bank', async () => {
    const { browser, instance } = walk();
    const look = await visit(browser, instance);
    await startSession(look, instance.signIns.staff);
    await look.goto('/see_ach_methods');
    await look.getByRole('link', { name: 'Add ACH Method' }).waitFor();
    await withAccount(look, 'closed');
    await look.reload();

    await look.getByText('Your trading account is closed.').waitFor();
    await look.getByText('No bank is linked.', { exact: true }).waitFor();
    expect(await look.getByRole('link', { name: 'Add ACH Method' }).count()).toBe(0);
    await look.context().close();
  });
});

describe('an account that the broker reviews', () => {
  it('offers no transfer that would be refused, and says why', async () => {
    const { browser, instance } = walk();
    const look = await visit(browser, instance);
    await startSession(look, instance.signIns.customer);
    await look.goto('/see_ach_methods');
    const transfer = look.getByRole('link', { name: 'Transfer funds' });
    const address = await transfer.getAttribute('href');
    await withAccount(look, 'under_review');
    await look.reload();

    const table = look.getByRole('table', { name: 'Your linked bank account' });
    await table.getByText('No transfers during the review').waitFor();
    expect(await transfer.count()).toBe(0);
    await look.goto(address ?? '');
    await look.getByText('The broker is reviewing your account.').waitFor();
    expect(await look.getByRole('button', { name: 'Review' }).count()).toBe(0);
    await look.context().close();
  });
});

describe('in both themes, on a desk and on a phone', () => {
  it('the screens of money have no violations', unhurried, async () => {
    const { page } = walk();
    const inspect = async (address: string, title: string) => {
      await page.goto(address);
      await heading(page, title).waitFor();
      await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
      await expectAccessibleInBothThemes(page);
    };
    await inspect('/make_alpaca_account', 'Your trading account');
    await inspect('/see_ach_methods/', 'Your cash');
    const [edit, transfer, receipt] = await Promise.all(
      [
        page.getByRole('link', { name: 'Edit' }),
        page.getByRole('link', { name: 'Transfer funds' }),
        newest(page).getByRole('link'),
      ].map((link) => link.getAttribute('href')),
    );
    await inspect(edit ?? '', 'Replace your bank account');
    await inspect(transfer ?? '', 'Transfer funds');
    await fillTransfer(page, deposit, '20');
    await expectAccessibleInBothThemes(page);
    await inspect(receipt ?? '', '$100.00 from Groundswell to your bank');
  });

  it(
    'the steps of an application have no violations, and one that the broker refused is corrected and sent again',
    unhurried,
    async () => {
      const { browser, instance } = walk();
      const look = await visit(browser, instance);
      await startSession(look, instance.signIns.staff);
      await look.goto('/make_alpaca_account?step=about');
      await look.getByRole('heading', { name: 'About you' }).waitFor();
      await goOn(look);
      await look.getByRole('alert').waitFor();
      await expectAccessibleInBothThemes(look);
      // Left in the middle of typing.
      await look.getByLabel('First name').fill('Grace');
      // What is saved while a page is left may arrive after the next page has asked for it.
      const firstName = async (): Promise<string> => {
        await look.goto('/make_alpaca_account?step=about');
        return look.getByLabel('First name').inputValue();
      };
      await expect.poll(firstName).toBe('Grace');
      // The broker already has an account with this address.
      await application.about(look, instance.signIns.customer.email);
      await goOn(look);
      const { address, work, disclosures, agreement } = application;
      for (const fill of [address, work, disclosures, agreement]) {
        await fill(look);
        await expectAccessibleInBothThemes(look);
        await goOn(look);
      }
      await application.review(look);
      await expectAccessibleInBothThemes(look);
      await button(look, 'Submit application').click();
      await look.getByText('The broker already has an account with this email address.').waitFor(patient);
      await expectAccessibleInBothThemes(look);

      await button(look, 'Correct and send again').click();
      await look.getByLabel('Email').fill(instance.signIns.staff.email);
      for (const title of ['Where you live', 'Work and money', 'Disclosures', 'Identity and agreement']) {
        await goOn(look);
        await look.getByRole('heading', { name: title }).waitFor();
      }
      await agreement(look);
      await goOn(look);
      const { held, letGo } = standstill();
      await look.route('**/api/get_trading_account/', async (route) => {
        await held;
        await route.continue();
      });
      await button(look, 'Submit application').click();
      await look.getByText('We already have your application.').waitFor();
      expect(await button(look, 'Submit application').count()).toBe(0);
      letGo();

      await look.getByRole('heading', { name: 'Your account is open' }).waitFor(patient);
      await look.context().close();
    },
  );
});
