import { WrongUsage } from '@groundswell/platform/operator';
import { describe, expect, it } from 'vitest';
import { checkParameters, pastCallNamed, pastCalls } from './past-calls.js';

describe('a query as of the past', () => {
  it('is one that the log answers, and not the instance as it stands now', () => {
    expect(pastCallNamed('getConcept').path).toBe('/api/get_concept/');
    for (const name of ['getStatus', 'live', 'openApi']) {
      expect(() => pastCallNamed(name)).toThrow(WrongUsage);
    }
    expect(() => pastCallNamed('getConcpt')).toThrow('Did you mean getConcept');
  });

  it('takes the parameters of its own contract alone', () => {
    const details = pastCallNamed('getConceptDetails');
    const audit = pastCallNamed('getAudit');
    expect(() => checkParameters(details, { concept_id: 'a' })).not.toThrow();
    expect(() => checkParameters(details, {})).toThrow('getConceptDetails needs --concept_id=<id>');
    expect(() => checkParameters(pastCallNamed('getConcept'), {})).toThrow(
      'getConcept needs --concept_id=<id>',
    );
    expect(() => checkParameters(details, { concept_id: 'a', foo: 'bar' })).toThrow(
      'This query has no parameter --foo. It takes: --concept_id.',
    );
    expect(() => checkParameters(pastCallNamed('getConcepts'), { foo: 'bar' })).toThrow('It takes: none.');
    expect(() => checkParameters(audit, { foo: 'bar' })).toThrow(WrongUsage);
  });

  it('has parameters that are known by their names', () => {
    for (const [name, { query, params }] of pastCalls) {
      for (const schema of [query, params]) {
        expect([name, schema === undefined || 'shape' in schema]).toEqual([name, true]);
      }
    }
  });
});
