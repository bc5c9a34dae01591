import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TrendTable } from './demand-tables.js';

it('the table of trends says that no one is waiting once everyone has left', () => {
  expect(renderToStaticMarkup(<TrendTable trends={[]} />)).toMatch(/^<p[^>]*>No one is waiting now\.<\/p>$/);
});
