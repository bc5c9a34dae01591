import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { basisOf, PerformanceFigure, recorded, spokenFigure } from './performance-figure.js';

const simulated = { provenance: 'simulated' } as const;
const partly = { provenance: 'partly_simulated' } as const;

const told = (...[figure, basis]: Parameters<typeof spokenFigure>): string =>
  renderToStaticMarkup(<PerformanceFigure figure={figure} basis={basis} />).replaceAll(/<[^>]+>/g, '');

it.each([
  [{ change: -0.0642 }, simulated, 'down 6.42% Simulated', 'down 6.42% (simulated)'],
  [{ change: 0.1 }, recorded, 'up 10.00%', 'up 10.00%'],
  [{ spread: 0.2345 }, partly, '23.45% Partly simulated', '23.45% (partly simulated)'],
  [{ dollars: 101.234 }, simulated, '$101.23 Simulated', '$101.23 (simulated)'],
  [{ exactDollars: '101.234000' }, simulated, '$101.234000 Simulated', '$101.234000 (simulated)'],
  [{ wholeDollars: 101.6 }, recorded, '$102', '$102'],
  [{ difference: 1.5 }, simulated, '+$1.50 Simulated', '+$1.50 (simulated)'],
] as const)('A figure says what it rests on, shown and spoken: %o', (figure, basis, shown, spoken) => {
  expect(told(figure, basis)).toBe(shown);
  expect(spokenFigure(figure, basis)).toBe(spoken);
});

it('A figure whose words stand nearby says so to machines alone', () => {
  const markup = renderToStaticMarkup(
    <PerformanceFigure figure={{ dollars: 1 }} basis={simulated} mark="nearby" />,
  );
  expect(markup).toBe('<span data-provenance="simulated">$1.00</span>');
});

it('A figure tracked in part names the day from which it is', () => {
  const basis = basisOf('2025-11-24', '2026-11-23', '2026-07-07');
  expect(told({ change: 0.1 }, basis)).toBe('up 10.00% Simulated before Jul 7, 2026');
});
