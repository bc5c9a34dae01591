import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChangeLines } from './change-lines.js';

describe('the lines of a change', () => {
  it('say that there is a new image, and not where it is stored', () => {
    const line = { subject: 'Image', symbol: null, before: '/uploads/one.webp', after: '/uploads/two.webp' };

    const markup = renderToStaticMarkup(<ChangeLines lines={[line]} />);

    expect(markup).toContain('a new image');
    expect(markup).not.toContain('/uploads/');
  });

  it('say what was there before and after, and only one of both where there is no other', () => {
    const line = (before: string | null, after: string | null) =>
      renderToStaticMarkup(<ChangeLines lines={[{ subject: 'A Inc.', symbol: 'A', before, after }]} />)
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
    expect(line('10%', '12%')).toBe('A Inc. A before: 10% → after: 12%');
    expect(line(null, '12%')).toBe('A Inc. A after: 12%');
    expect(line('10%', null)).toBe('A Inc. A before: 10%');
  });

  it('set weights off as figures, and leave texts as texts', () => {
    const weight = { subject: 'Image Corporation', symbol: 'IMG', before: '10%', after: '12%' };
    const description = { subject: 'Description', symbol: null, before: null, after: 'New words' };

    const markup = renderToStaticMarkup(<ChangeLines lines={[weight, description]} />);

    expect(markup.match(/data-figure/g)).toHaveLength(1);
    expect(markup).toContain('12%');
    expect(markup).toContain('New words');
  });
});
