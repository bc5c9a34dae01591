import { expect, it } from 'vitest';
import { heading } from '../browsing.js';
import { application, button, goOn, ssn } from './forms.js';
import { expectMarked, keptBy, mark, pathOf, patient, unhurried, valuesOf, type Walk } from './walk.js';

const fillsInTheFirstSteps = (walk: () => Walk) => {
  it('asks for every field, with fitting types, and says at each what is missing', async () => {
    const { page } = walk();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
    await heading(page, 'Your trading account').waitFor();
    await page.getByRole('heading', { name: 'About you' }).waitFor();

    await goOn(page);

    for (const name of ['First name', 'Last name', 'Phone', 'Date of birth'])
      await page
        .getByRole('alert')
        .getByRole('link', { name: `The field ${name} must be filled out to submit the form.` })
        .waitFor();
    expect(await page.getByLabel('Phone').getAttribute('type')).toBe('tel');
    expect(await page.getByLabel('Date of birth').getAttribute('type')).toBe('date');
    expect(await page.getByLabel('Email').inputValue()).toBe(walk().instance.signIns.customer.email);
  });

  it('refuses a person who is too young, then continues step by step, and back without losing anything', async () => {
    const { page } = walk();
    await application.about(page, walk().instance.signIns.customer.email);
    await page.getByLabel('Date of birth').fill('2020-01-01');
    await goOn(page);
    await page.getByRole('alert').getByText('You must be at least 18 years old').waitFor();
    await page.getByLabel('Date of birth').fill('1990-02-28');
    await goOn(page);
    await application.address(page);
    await goOn(page);
    await application.work(page);
    const options = (name: string) => valuesOf(page.getByLabel(name).locator('option'));
    expect(await options('Employment status')).toEqual(['', 'employed', 'unemployed', 'retired', 'student']);
    expect(await options('Source of funds')).toEqual([
      '',
      'employment_income',
      'business_income',
      'inheritance',
      'investments',
      'savings',
      'family',
    ]);

    await button(page, 'Back').click();
    expect(await page.getByLabel('City').inputValue()).toBe('San Mateo');
    await goOn(page);
    expect(await page.getByLabel('Employment status').inputValue()).toBe('student');
    await page.getByText('Saved. Continue any time.').waitFor();
  });
};

const goesOnInAnotherTab = (walk: () => Walk) => {
  it(
    'continues where it stopped, in another tab, and asks for the Social Security number again',
    unhurried,
    async () => {
      const { page } = walk();
      const other = await page.context().newPage();
      await other.goto('/make_alpaca_account');

      await other.getByRole('heading', { name: 'Disclosures' }).waitFor();
      await other.getByText('Your answers are still here.').waitFor();
      await application.disclosures(other);
      await goOn(other);
      const number = other.getByLabel('Social Security number', { exact: true });
      await number.fill('000-12-3456');
      await goOn(other);
      await other.getByRole('alert').getByText('This isn’t a valid Social Security number.').waitFor();
      await number.fill(ssn);
      expect(await number.getAttribute('type')).toBe('password');
      expect(await number.getAttribute('autocomplete')).toBe('off');
      expect(await number.getAttribute('inputmode')).toBe('numeric');
      await other.getByRole('button', { name: 'Show' }).click();
      expect(await number.getAttribute('type')).toBe('text');
      await other.getByText('Saved. Continue any time.').waitFor();
      const remembered = await keptBy(other);
      expect(remembered).toContain('20 N San Mateo Dr');
      expect(remembered.replaceAll('-', '')).not.toContain(ssn.replaceAll('-', ''));

      await other.reload();
      await other.getByRole('heading', { name: 'Identity and agreement' }).waitFor();
      expect(await number.inputValue()).toBe('');
      await other.close();
    },
  );
};

const agreesAndSubmits = (walk: () => Walk) => {
  it('stops with a kind message when the person disagrees, and sends nothing', async () => {
    const { page } = walk();
    await page.goto('/make_alpaca_account');
    await application.agreement(page);
    const agreement = page.getByRole('link', { name: 'Account agreement' });
    expect(await agreement.getAttribute('href')).toMatch(/^https:\/\/files\.alpaca\.markets\/.*\.pdf$/);
    expect(await agreement.getAttribute('rel')).toContain('noopener');
    await page.getByLabel('I disagree').check();

    await goOn(page);

    await page.getByText('We didn’t send it anything.').waitFor();
    await page.getByRole('alert').getByText('you need to agree to the account agreement').waitFor();
    expect(pathOf(page)).toBe('/make_alpaca_account');
  });

  it(
    'shows a review of everything, and after submitting updates on the same page until the account is open',
    unhurried,
    async () => {
      const { page } = walk();
      await page.getByLabel('I agree', { exact: true }).check();
      await goOn(page);
      await application.review(page);
      await page.getByText('Feb 28, 1990').waitFor();
      await page.getByText('•••-••-7890').waitFor();
      expect(await page.locator('main').textContent()).not.toContain(ssn);
      await mark(page);

      await button(page, 'Submit application').click();

      await page.getByRole('heading', { name: 'Your account is open' }).waitFor(patient);
      expect(pathOf(page)).toBe('/make_alpaca_account');
      await expectMarked(page);
    },
  );
};

/** From the first step of an application to an open account. */
export const opensAnAccount = (walk: () => Walk) => {
  fillsInTheFirstSteps(walk);
  goesOnInAnotherTab(walk);
  agreesAndSubmits(walk);
};
