/** What calls about money answer in tests of screens alone. */
export const bank = {
  id: 'bank',
  name: 'Community Credit Union',
  account_number: '••••6789',
  account_type: 'checking',
  status: 'approved',
  reason: null,
  requested_at: '2026-11-01T15:00:00.000Z',
  withdrawable_from: null,
  owner_in_question: false,
};

export const terms = {
  fee: '0.00',
  daily_limit: '50000.00',
  left_today: '50000.00',
  available: '12345678.90',
  expected_on: '2026-12-02',
  cutoff: '2026-12-01T20:00:00.000Z',
  trading_day: '2026-12-01',
  trading_day_ends: '2026-12-02T05:00:00.000Z',
};

export const account = {
  status: 'active',
  broker_status: 'ACTIVE',
  findings: [],
  refusal: null,
  requested_at: '2026-11-01T15:00:00.000Z',
  opened_at: '2026-11-01T16:00:00.000Z',
  changed_at: '2026-11-01T16:00:00.000Z',
};

export const transfer = {
  id: 'transfer',
  direction: 'incoming',
  amount: '250.00',
  fee: '0.00',
  status: 'requested',
  reason: null,
  bank: { id: 'bank', account_type: 'checking', account_number: '••••6789' },
  requested_at: '2026-11-30T15:00:00.000Z',
  expected_on: '2026-12-02',
  held_until: null,
  in_doubt: false,
  cancelable: true,
  cancellation_requested: false,
  had_settled: false,
  steps: [{ status: 'requested', at: '2026-11-30T15:00:00.000Z', reason: null }],
  balance_after: null,
};
