import { applicationFields, disclosures } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { valuesOf } from './draft.js';
import { firstOpenStep, rulesOfStep, shownValue, steps } from './steps.js';

const filled = {
  ...valuesOf(null, 'ann@example.org'),
  first_name: 'Ann',
  last_name: 'Lee',
  phone: '(555) 666-7788',
  dob: '1990-02-28',
  street_address: '20 N San Mateo Dr',
  city: 'San Mateo',
  state: 'CA',
  zip_code: '94401',
  employment_status: 'student',
  funding_source: 'savings',
  ...Object.fromEntries(disclosures.map((name) => [name, 'no'])),
  ssn: '123-45-6780',
  agreement: 'agree',
};
const today = '2026-11-20';
const step = (id: string) => steps.find((candidate) => candidate.id === id) ?? raise(id);
const raise = (id: string): never => {
  throw new Error(`No step ${id}`);
};
const fields = steps.flatMap((each) => each.fields);
const idsOf = (name: string) => {
  const field = fields.find((candidate) => candidate.name === name);
  return field && 'options' in field ? field.options?.map(({ id }) => id) : undefined;
};

describe('the steps of an application', () => {
  it('ask for every field of the contract once, and every disclosure, all of them required', () => {
    const names = Object.keys(applicationFields).filter((name) => name !== 'disclosure_agreements');

    expect(fields.map(({ name }) => name).sort()).toEqual([...names, ...disclosures].sort());
    expect(fields.every(({ required }) => required)).toBe(true);
  });

  it('offer what the contract accepts', () => {
    for (const name of ['employment_status', 'funding_source'] as const)
      expect(idsOf(name)).toEqual(applicationFields[name].options);
    expect(idsOf('agreement')).toEqual(['agree', 'disagree']);
  });

  it('lead to the first one that needs something', () => {
    expect(firstOpenStep(valuesOf(null, ''), today)).toBe(0);
    expect(firstOpenStep({ ...filled, zip_code: '9440' }, today)).toBe(1);
    expect(firstOpenStep({ ...filled, is_control_person: '' }, today)).toBe(3);
    expect(firstOpenStep({ ...filled, agreement: 'disagree' }, today)).toBe(4);
    expect(firstOpenStep(filled, today)).toBe(steps.length);
  });

  it('say what is wrong with a field by the contract’s own rules', () => {
    expect(rulesOfStep(step('agreement'), today)({ ssn: '000-12-3456', agreement: 'agree' })).toEqual({
      ssn: 'This isn’t a valid Social Security number. It has nine digits, such as 123-45-6789.',
    });
  });

  it('are open to a person on the day they are old enough, and not before', () => {
    const turning18 = { ...filled, dob: '2008-11-21' };

    expect(rulesOfStep(step('about'), '2026-11-20')(turning18)).toEqual({
      dob: 'You must be at least 18 years old to open an account.',
    });
    expect(firstOpenStep(turning18, '2026-11-20')).toBe(0);
    expect(rulesOfStep(step('about'), '2026-11-21')(turning18)).toEqual({});
    expect(firstOpenStep(turning18, '2026-11-21')).toBe(steps.length);
  });

  it('show a choice by its name, and of the Social Security number the last four digits', () => {
    const shown = (name: string) =>
      fields.filter((field) => field.name === name).map((field) => shownValue(field, filled));

    expect(shown('state')).toEqual(['California']);
    expect(shown('ssn')).toEqual(['•••-••-6780']);
  });
});
