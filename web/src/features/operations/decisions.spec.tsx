import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CashDifferences } from './decisions.js';

const person = '0d4a6f3e-5b1c-4e7a-9c52-7f1f0a6b2c11';

describe('a cash difference', () => {
  it('names the person in full, as the command line asks for them, and both moments in New York', () => {
    const shown = renderToStaticMarkup(
      <CashDifferences
        differences={[
          {
            user_id: person,
            broker_cash: '1.00',
            ledger_cash: '2.00',
            found_at: '2026-11-20T17:00:00Z',
            resolved_at: '2026-11-20T18:00:00Z',
          },
        ]}
      />,
    );

    expect(shown).toContain(person);
    expect(shown.match(/\d+:\d+\s[AP]M ET/g)).toHaveLength(2);
  });
});
