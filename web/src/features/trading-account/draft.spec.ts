import { describe, expect, it } from 'vitest';
import { disclosuresIn, draftOf, draftOfSent, valuesOf } from './draft.js';

const typed = {
  ...valuesOf(null, 'ann@example.org'),
  first_name: 'Ann',
  state: 'CA',
  is_control_person: 'yes',
  is_politically_exposed: 'no',
  ssn: '123456780',
  agreement: 'agree',
};

describe('a draft', () => {
  it('gives back what was typed, and which questions are still open', () => {
    const again = valuesOf(draftOf(typed), '');

    expect(again).toEqual({ ...typed, ssn: '', agreement: '' });
    expect(again.is_affiliated_exchange_or_finra).toBe('');
  });

  it('never holds the Social Security number, nor the agreement', () => {
    expect(JSON.stringify(draftOf(typed))).not.toMatch(/123456780|agree"/);
  });

  it('begins with the address one signed in with, and keeps another one that was typed', () => {
    expect(valuesOf(null, 'ann@example.org').email).toBe('ann@example.org');
    expect(valuesOf({ email: 'other@example.org' }, 'ann@example.org').email).toBe('other@example.org');
  });

  it('goes on from what was sent, with every question answered', () => {
    const sent = { first_name: 'Ann', phone: '+15556667788', disclosure_agreements: ['is_control_person'] };
    const again = valuesOf(draftOfSent(sent), '');

    expect(again).toMatchObject({
      first_name: 'Ann',
      phone: '(555) 666-7788',
      is_control_person: 'yes',
      is_politically_exposed: 'no',
      ssn: '',
    });
  });

  it('names the disclosures that are true of the person', () => {
    expect(disclosuresIn(typed)).toEqual(['is_control_person']);
  });
});
