import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TrendGrid } from './trend-card.js';

it('A grid without trends says that there are none yet', () => {
  const markup = renderToStaticMarkup(<TrendGrid trends={[]} />);

  expect(markup).toContain('There are no trends yet. The first ones appear here as soon as they are made.');
  expect(markup).not.toContain('<ul');
});
