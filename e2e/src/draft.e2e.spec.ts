import { beforeEach, describe, expect, it } from 'vitest';
import { heading, startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openSharedInstance();

const firstName = () => page.getByLabel('First name');
const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** The draft on the server, what was asked of it, in order, and whether saves arrive, or are refused. */
let draft: unknown;
let asked: string[];
let answers: ReturnType<typeof standstill>;
let reachable: boolean;
let refusal: { readonly code: string; readonly error: string } | undefined;

const countOf = (method: string) => asked.filter((each) => each === method).length;

beforeEach(async () => {
  [draft, asked, answers, reachable, refusal] = [null, [], standstill(), true, undefined];
  await page.route('**/user/application_draft/', async (route) => {
    const request = route.request();
    asked.push(request.method());
    if (request.method() === 'GET') return route.fulfill({ json: { draft, sent: null } });
    if (!reachable) return route.abort('internetdisconnected');
    if (refusal) return route.fulfill({ status: 422, json: refusal });
    await answers.held;
    draft = request.postDataJSON();
    await route.fulfill({ json: {} });
  });
  await startSession(page, instance.signIns.customer);
  // Without an account, the screen is the application.
  await page.route('**/api/get_trading_account/', (route) => route.fulfill({ json: { account: null } }));
  await page.goto('/see_concepts');
  await link('Account').click();
  await firstName().waitFor();
});

describe('an application that is left in the middle of typing', () => {
  it('shows what was typed when it is opened again, however long saving takes', async () => {
    await firstName().fill('Grace');
    await link('See Trends').click();
    await heading(page, 'Explore Investing Trends').waitFor();
    await expect.poll(() => countOf('POST')).toBe(1);

    await page.goBack();
    await heading(page, 'Your trading account').waitFor();
    answers.letGo();

    await firstName().waitFor();
    expect(await firstName().inputValue()).toBe('Grace');
  });

  it('saves what was typed last after what was typed before', async () => {
    await firstName().fill('Gr');
    await expect.poll(() => countOf('POST')).toBe(1);
    await firstName().fill('Grace');
    await link('See Trends').click();
    await heading(page, 'Explore Investing Trends').waitFor();
    expect(countOf('POST')).toBe(1);

    answers.letGo();

    await expect.poll(() => draft).toMatchObject({ first_name: 'Grace' });
  });
});

it('an answer that is refused is not sent again until it is changed', async () => {
  refusal = { code: 'InvalidRequest', error: 'That is too long.' };
  await firstName().fill('Grace');
  await page.getByText('Not saved. That is too long.').waitFor();
  // Longer than until a save that failed is tried again.
  await page.waitForTimeout(6_000);
  expect(countOf('POST')).toBe(1);

  refusal = undefined;
  answers.letGo();
  await firstName().fill('Gra');
  await page.getByText('Saved. Continue any time.').waitFor();
});

it('an answer typed after the application was sent elsewhere is given up, and the page can be left', async () => {
  refusal = { code: 'TradingAccountExists', error: 'You already have a trading account.' };
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    return dialog.accept();
  });
  await firstName().fill('Grace');
  await page.getByText('Saving…').waitFor();
  await page.getByText('Saving…').waitFor({ state: 'hidden' });
  await page.reload();
  await firstName().waitFor();
  expect([countOf('POST'), questions]).toEqual([1, []]);
});

describe('an application that is typed while the connection is gone', () => {
  const typeUnsaved = async () => {
    answers.letGo();
    await firstName().fill('Gr');
    await page.getByText('Saved. Continue any time.').waitFor();
    reachable = false;
    await firstName().fill('Grace');
    await page.getByText('Not saved yet.').waitFor();
  };

  it('is saved once the connection is back, also after the screen was left', async () => {
    await typeUnsaved();
    await link('See Trends').click();
    await heading(page, 'Explore Investing Trends').waitFor();
    const before = countOf('POST');
    await expect.poll(() => countOf('POST')).toBeGreaterThan(before);

    reachable = true;

    await expect.poll(() => draft).toMatchObject({ first_name: 'Grace' });
    await page.goBack();
    await firstName().waitFor();
    expect(await firstName().inputValue()).toBe('Grace');
  });

  it('asks before the page is left, and not once it is saved', async () => {
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      return dialog.accept();
    });
    await typeUnsaved();
    await page.reload();
    await firstName().waitFor();
    expect(questions).toEqual(['beforeunload']);

    reachable = true;
    await firstName().fill('Grace H');
    await page.getByText('Saved. Continue any time.').waitFor();
    await page.reload();
    await firstName().waitFor();
    expect(questions).toHaveLength(1);
  });
});

describe('an application that is reloaded in the middle of typing', () => {
  const lost = () => page.getByText('We couldn’t save what you typed last.');

  it('shows what was typed last, however slowly that arrives', async () => {
    await firstName().fill('Grace');
    await page.reload();
    await expect.poll(() => countOf('GET')).toBeGreaterThan(2);
    draft = { disclosure_agreements: [], first_name: 'Grace', email: instance.signIns.customer.email };

    await firstName().waitFor();
    expect(await firstName().inputValue()).toBe('Grace');
    expect(await lost().count()).toBe(0);
  });

  it('says so when that was not saved, and keeps no answer in the browser', async () => {
    answers.letGo();
    reachable = false;
    await firstName().fill('Grace');
    await page.reload();
    expect(
      await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state])'),
    ).not.toContain('Grace');
    reachable = true;

    await lost().waitFor();
    expect(await firstName().inputValue()).toBe('');
    await page.reload();
    await firstName().waitFor();
    expect(await lost().count()).toBe(0);
  });
});
