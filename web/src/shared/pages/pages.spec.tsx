import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { pageAsked } from './page-asked.js';
import { PageCount, Pages } from './pages.js';

const shown = (address: string, next: string | null, count = 2) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <PageCount name="transfers_before" count={count} one="transfer" />
      <Pages name="transfers_before" next={next} of="transfers" />
    </MemoryRouter>,
  );
const buttonsIn = (markup: string) => [...markup.matchAll(/<button[^>]*>([^<]*)/g)].map(([, text]) => text);

describe('the pages of a list', () => {
  it('are not spoken of when there is one', () => {
    expect(shown('/', null)).toBe('');
  });

  it('lead to older ones, and back to the newest', () => {
    expect(buttonsIn(shown('/', '7'))).toEqual(['Older transfers']);
    expect(buttonsIn(shown('/?transfers_before=7', '3'))).toEqual(['Newest transfers', 'Older transfers']);
    const last = shown('/?transfers_before=3', null);
    expect(buttonsIn(last)).toEqual(['Newest transfers']);
    expect(last).toContain('2 transfers on this page');
    expect(shown('/?transfers_before=3', null, 1)).toContain('1 transfer on this page');
  });

  it('are asked for by what the address says', () => {
    expect(pageAsked(new URLSearchParams('transfers_before=7'), 'transfers_before')).toEqual({
      query: { before: '7' },
    });
    expect(pageAsked(new URLSearchParams(), 'transfers_before')).toEqual({ query: {} });
  });
});
