import { describe, expect, it } from 'vitest';
import { expectFits, heading, manageTrend, startSession } from './browsing.js';
import { account, bank, terms } from './money/mocked-answers.js';
import { instance, openSharedInstance, page } from './open-instance.js';

openSharedInstance();

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** On a phone, with text twice as large. */
const enlarge = async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
};

/** Runs in the page: names of the choices whose text is cut off, since it is higher than what is inside the padding. */
const cutOff = `[...document.querySelectorAll('select')].filter((choice) => {
  const { fontSize, paddingTop, paddingBottom } = getComputedStyle(choice);
  return choice.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) < parseFloat(fontSize);
}).map(({ name }) => name)`;

/** Runs in the page: short amounts that are broken over two lines, and read as others. */
const broken = `[...document.querySelectorAll('main dd')].filter((amount) => {
  const { fontSize } = getComputedStyle(amount);
  return amount.textContent.startsWith('$') && amount.clientHeight > 2 * parseFloat(fontSize);
}).map(({ textContent }) => textContent)`;

describe('text twice as large fits a phone', () => {
  it('where a curator edits a trend, all weights, and one', async () => {
    await startSession(page, instance.signIns.staff);
    await manageTrend(page, 'Climate Tech');
    await enlarge();
    await expectFits(page);
    expect(await page.evaluate(cutOff)).toEqual([]);

    await button('Rebalance all weights').click();
    await button('Equal weights').waitFor();
    await expectFits(page);

    await button('Nevermind').click();
    await page
      .getByRole('button', { name: /^Change the weight/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    const overflow = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role="dialog"]'))`;
    expect(await page.evaluate(overflow)).toBe(0);
  });

  it('where someone protects their account', async () => {
    await startSession(page, instance.signIns.staff);
    await page.goto('/security');
    await button('Change email address').waitFor();
    await enlarge();

    await expectFits(page);
  });

  it('where someone links a bank, and moves money', async () => {
    let links: unknown[] = [];
    await page.route('**/api/get_trading_account/', (route) => route.fulfill({ json: { account } }));
    await page.route('**/api/get_ach_methods/', (route) => route.fulfill({ json: links }));
    await page.route('**/api/get_transfer_terms/', (route) => route.fulfill({ json: terms }));
    await startSession(page, instance.signIns.customer);
    await page.goto('/add_ach_method');
    await heading(page, 'Link your bank').waitFor();
    await enlarge();
    await button('Link bank account').waitFor();
    await expectFits(page);

    links = [bank];
    await page.goto('/transfer_funds/bank');
    await button('Review').waitFor();
    await page.getByText('Available to withdraw').waitFor();
    await enlarge();
    await expectFits(page);
    expect(await page.evaluate(broken)).toEqual([]);

    await page.getByLabel('From your bank to Groundswell').check();
    await page.getByLabel('Amount in dollars').fill('50000.00');
    await button('Review').click();
    await button('Deposit $50,000.00').waitFor();
    await expectFits(page);
  });
});
