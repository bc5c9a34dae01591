import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { ResponseFor } from '../../api/endpoints.js';
import { AuditTable } from './audit-table.js';

type Entry = ResponseFor<'getAudit'>['entries'][number];

const entry = (rest: Partial<Entry>): Entry => ({
  position: '1',
  occurred_at: '2026-03-02T15:00:00Z',
  recorded_at: '2026-03-02T15:00:00Z',
  kind: 'renamed',
  reason: null,
  lines: [],
  concept: { id: 'ocean', name: 'Blue Economy' },
  actor: { id: 'ann', role: 'staff' },
  revision: '1',
  correlation_id: 'one',
  ...rest,
});

const shown = (rest: Partial<Entry>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <AuditTable entries={[entry(rest)]} />
    </MemoryRouter>,
  );

describe('a change without a reason', () => {
  it('says so in words, and that a new trend needs none', () => {
    const [renamed, created] = [shown({}), shown({ kind: 'created' })];

    expect(renamed).toContain('No reason given');
    expect(created).toContain('Not required');
    expect(renamed + created).not.toContain('—');
  });

  it('is told from one with a reason', () => {
    const markup = shown({ reason: 'It reads better.' });

    expect(markup).toContain('It reads better.');
    expect(markup).not.toContain('No reason given');
  });
});
