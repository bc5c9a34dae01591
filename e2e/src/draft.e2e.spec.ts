import { beforeEach, describe, expect, it } from 'vitest';
import { heading, startSession } from './browsing.js';
import { instance, openSharedInstance, page } from './open-instance.js';
import { standstill } from './standstill.js';

openSharedInstance();

const firstName = () => page.getByLabel('First name');
const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** The draft on the server, and what was asked of it, in order. */
let draft: unknown;
let asked: string[];
let answers: ReturnType<typeof standstill>;

const countOf = (method: string) => asked.filter((each) => each === method).length;

beforeEach(async () => {
  [draft, asked, answers] = [null, [], standstill()];
  await page.route('**/user/application_draft/', async (route) => {
    const request = route.request();
    asked.push(request.method());
    if (request.method() === 'GET') return route.fulfill({ json: { draft, sent: null } });
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
