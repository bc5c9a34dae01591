import { describe, expect, it } from 'vitest';
import type { FormField } from './form-field.js';
import { cleanedState, initialValues, missingFields, submitsOnEnter } from './form-rules.js';

const fields: readonly FormField[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'textarea', name: 'description', required: true },
  { kind: 'text', name: 'note' },
  { kind: 'select', name: 'is_open', options: [{ id: 'true', name: 'Yes' }] },
  { kind: 'checklist', name: 'agreements[]', required: true, options: [] },
  { kind: 'checklist', name: 'tags', options: [] },
];
const filled = {
  name: 'Ocean Energy',
  description: 'Power from tides.',
  note: '',
  is_open: 'true',
  'agreements[]': ['a', 'b'],
  tags: ['x'],
};

describe('required fields', () => {
  it('lets a form pass whose required fields are all filled', () => {
    expect(missingFields(fields, filled)).toEqual({});
  });

  it('names each empty one by its label, or by its name when it has none', () => {
    expect(missingFields(fields, initialValues(fields))).toEqual({
      name: 'The field Name must be filled out to submit the form. ',
      description: 'The field description must be filled out to submit the form. ',
      'agreements[]': 'The field agreements[] must be filled out to submit the form. ',
    });
  });

  it('treats blanks as empty', () => {
    expect(missingFields(fields, { ...filled, name: '  ' })).toHaveProperty('name');
  });
});

describe('a choice', () => {
  const offering = (...ids: (string | number)[]): readonly FormField[] => [
    {
      kind: 'select',
      name: 'sub_concept',
      label: 'Sub Concept',
      required: true,
      options: ids.map((id) => ({ id, name: `Number ${id}` })),
    },
  ];

  it('that is no longer offered counts as empty: it is missing, and is not sent', () => {
    const chosen = { sub_concept: '7' };

    expect(missingFields(offering('8'), chosen)).toEqual({
      sub_concept: 'The field Sub Concept must be filled out to submit the form. ',
    });
    expect(cleanedState(offering('8'), chosen)).toEqual({ sub_concept: '' });
  });

  it('that is offered stands, whether its id is a text or a number', () => {
    expect(cleanedState(offering(7, 8), { sub_concept: '7' })).toEqual({ sub_concept: '7' });
  });

  it('among options that an address answers with is taken as it is', () => {
    const field: FormField = { kind: 'select', name: 'owner', optionsUrl: '/options/' };

    expect(cleanedState([field], { owner: '8' })).toEqual({ owner: '8' });
  });
});

describe('what is sent', () => {
  it('turns [] lists into JSON, true and false of a select into booleans, and leaves empty options out', () => {
    expect(cleanedState(fields, filled)).toEqual({
      name: 'Ocean Energy',
      description: 'Power from tides.',
      is_open: true,
      'agreements[]': '["a","b"]',
      tags: ['x'],
    });
  });

  it('leaves the word true alone where it was typed', () => {
    expect(cleanedState(fields, { ...filled, name: 'true' })).toHaveProperty('name', 'true');
  });
});

describe('Enter', () => {
  it.each([
    ['Enter', { tagName: 'INPUT', type: 'text' }, true],
    ['Enter', { tagName: 'SELECT' }, true],
    ['Enter', { tagName: 'TEXTAREA' }, false],
    ['Enter', { tagName: 'BUTTON' }, false],
    ['Enter', { tagName: 'INPUT', type: 'file' }, false],
    ['a', { tagName: 'INPUT', type: 'text' }, false],
  ])('%s in %o submits: %s', (key, element, expected) => {
    expect(submitsOnEnter(key, element)).toBe(expected);
  });
});
