import type { Locator, Page } from 'playwright-core';
import { heading } from '../browsing.js';

/** A valid number, not assigned to anyone here. */
export const ssn = '412-56-7890';
export const bankAccountNumber = '000123456789';

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name }).waitFor();

/** The steps of an application, each filled in as a person does, without continuing. */
export const application = {
  about: async (page: Page, email: string) => {
    await page.getByLabel('First name').fill('Ann');
    await page.getByLabel('Last name').fill('Lee');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Phone').fill('(555) 666-7788');
    await page.getByLabel('Date of birth').fill('1990-02-28');
  },
  address: async (page: Page) => {
    await step(page, 'Where you live');
    await page.getByLabel('Street address').fill('20 N San Mateo Dr');
    await page.getByLabel('City').fill('San Mateo');
    await page.getByLabel('State').selectOption({ label: 'California' });
    await page.getByLabel('ZIP code').fill('94401');
  },
  work: async (page: Page) => {
    await step(page, 'Work and money');
    await page.getByLabel('Employment status').selectOption('student');
    await page.getByLabel('Source of funds').selectOption('savings');
  },
  disclosures: async (page: Page) => {
    await step(page, 'Disclosures');
    for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all()) await no.check();
  },
  agreement: async (page: Page) => {
    await step(page, 'Identity and agreement');
    await page.getByLabel('Social Security number', { exact: true }).fill(ssn);
    await page.getByLabel('I agree', { exact: true }).check();
  },
  review: (page: Page) => step(page, 'Review and submit'),
} as const;

export const goOn = (page: Page): Promise<void> => button(page, 'Continue').click();

/** Fills in the four fields of a bank account. */
export const fillBank = async (page: Page) => {
  await heading(page, 'Link your bank').waitFor();
  await page.getByLabel('Account owner’s name').fill('Ann Lee');
  await page.getByLabel('Routing number', { exact: true }).fill('121000358');
  await page.getByLabel('Account number', { exact: true }).fill(bankAccountNumber);
  await page.getByLabel('Checking').check();
};

/** Fills in amount and direction, up to the review. */
export const fillTransfer = async (page: Page, direction: string, amount: string) => {
  await page.getByLabel(direction).check();
  await page.getByLabel('Amount in dollars').fill(amount);
  await button(page, 'Review').click();
  await page.getByRole('heading', { name: 'Review transfer' }).waitFor();
};
export const deposit = 'From your bank to Groundswell';
export const withdrawal = 'From Groundswell to your bank';
