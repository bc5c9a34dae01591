import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ResponseFor } from '../../api/endpoints.js';
import { Entries } from './change-log.js';

type Change = ResponseFor<'getConceptChanges'>['changes'][number];

const change = (rest: Partial<Change>): Change => ({
  position: '1',
  occurred_at: '2026-03-02T15:00:00Z',
  recorded_at: '2026-03-02T15:00:00Z',
  kind: 'renamed',
  reason: null,
  lines: [],
  ...rest,
});

const shown = (rest: Partial<Change>) => renderToStaticMarkup(<Entries changes={[change(rest)]} />);

describe('an entry of the public change log', () => {
  it('gives the reason', () => {
    const markup = shown({ reason: 'It reads better.' });

    expect(markup).toContain('It reads better.');
    expect(markup).not.toContain('No reason was given.');
  });

  it('says that none was given', () => {
    expect(shown({ reason: null })).toContain('No reason was given.');
  });

  it('asks for none of the beginning: nothing was changed yet', () => {
    expect(shown({ kind: 'created', reason: null })).not.toContain('No reason was given.');
    expect(shown({ kind: 'created', reason: 'A new wave.' })).toContain('A new wave.');
  });
});
