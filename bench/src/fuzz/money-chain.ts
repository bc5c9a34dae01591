import type { Person } from '@groundswell/e2e';
import { once, proofFor, type Walk } from './walk.js';

const application = (number: number, email: string) => ({
  first_name: 'Ada',
  last_name: 'Byron',
  email,
  phone: '+15556667788',
  street_address: '20 N San Mateo Dr',
  city: 'San Mateo',
  state: 'CA',
  zip_code: '94401',
  dob: '1990-01-01',
  ssn: `520-${String(10 + (number % 80)).padStart(2, '0')}-${String(1 + (number % 9_000)).padStart(4, '0')}`,
  employment_status: 'employed',
  funding_source: 'employment_income',
  disclosure_agreements: [],
  agreement: 'agree',
});

const bank = (number: number) => ({
  account_owner_name: 'Ada Byron',
  bank_account_number: String(100_000_000 + number),
  bank_routing_number: '121000358',
  bank_account_type: 'checking',
});

interface Listed {
  readonly id: string;
  readonly status: string;
}

/** From the application to money that has moved, and what must not work on the way: ten requests, as many as a minute has. */
export const moneyChain = async (
  walk: Walk,
  other: Walk,
  number: number,
  { email, password }: Person,
): Promise<void> => {
  await walk.ask('saveApplicationDraft', { body: { first_name: 'Ada', city: 'San Mateo' } });
  await walk.ask('getApplicationDraft');
  await walk.ask('createAlpacaAccount', { body: application(number, email) });
  await walk.until('getTradingAccount', {}, ({ account }) => (account as Listed | null)?.status === 'active');

  const link = String((await walk.ask('createAchMethod', { body: bank(number) })).json.id);
  const approved = (id: string) =>
    walk.until(
      'getAchMethods',
      {},
      (links) => (links as unknown as Listed[]).find((each) => each.id === id)?.status === 'approved',
    );
  await approved(link);
  await other.ask('removeAchMethod', { body: { id: link }, right: [404, 429] });

  const deposit = { amount: '50.00', direction: 'incoming', ach_relationship_id: link };
  await other.ask('createAchTransfer', { body: deposit, right: [404, 422, 429] });
  const key = once();
  const taken = await walk.ask('createAchTransfer', { body: deposit, headers: key });
  const id = String(taken.json.id);
  await walk.ask('cancelAchTransfer', { body: { id }, right: [200, 422, 409] });
  const again = await walk.ask('createAchTransfer', { body: deposit, headers: key });
  if (again.json.id !== id) throw new Error('the same key made another transfer');
  await walk.ask('createAchTransfer', { body: { ...deposit, amount: '51.00' }, headers: key, right: [422] });
  await other.ask('getAchTransfer', { query: { transfer_id: id }, right: [404] });
  await other.ask('cancelAchTransfer', { body: { id }, right: [404, 429] });
  const ended = await walk.until(
    'getAchTransfer',
    { query: { transfer_id: id }, headers: [['read-after', String(taken.json.position)]] },
    ({ status }) => /^(settled|available|canceled|returned|refused)$/.test(String(status)),
  );
  // What is canceled already is canceled once more without a fault; what has settled is not.
  await walk.ask('cancelAchTransfer', {
    body: { id },
    right: [ended.json.status === 'canceled' ? 200 : 422],
  });
  for (const name of [
    'getAchTransfers',
    'getCashBalance',
    'getCashActivity',
    'getCashActivityCsv',
    'getTransferTerms',
  ])
    await walk.ask(name);
  const replacement = { ...bank(number), id: link };
  await walk.ask('createAchMethod', { body: replacement, right: [403] });
  const headers = await proofFor(walk, '/api/create_ach_method/', password);
  const newer = String((await walk.ask('createAchMethod', { body: replacement, headers })).json.id);
  await approved(newer);
  // What was replaced is as good as removed.
  await walk.ask('removeAchMethod', { body: { id: link }, right: [200, 404, 422] });
  const shown = await proofFor(walk, '/api/remove_ach_method/', password);
  await walk.ask('removeAchMethod', { body: { id: newer }, headers: shown });
};
