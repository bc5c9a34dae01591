import { type Provenance, provenanceOf } from '@groundswell/contracts/growth/provenance';
import { dayText, percentText } from '../../components/figures/format.js';
import { changeOf, dollarText, signedDollarText, wholeDollarText } from './format.js';
import { PercentChange } from './percent-change.js';
import styles from './performance.module.css';

/** The basis of a figure. Performance figures are never shown without it. */
export interface Basis {
  readonly provenance: Provenance;
  /** Since when the trend is tracked, where relevant; null when it is not tracked yet. */
  readonly trackedSince?: string | null;
}

/** The market's own record: nothing in it is simulated. */
export const recorded: Basis = { provenance: 'tracked' };

/** Basis of the change from one session to another. @param trackedSince first tracked session; null without one */
export const basisOf = (from: string, until: string, trackedSince: string | null): Basis => ({
  provenance: provenanceOf({ from, until }, trackedSince),
  trackedSince,
});

/** How a figure came about, as text; undefined when it was tracked all the time. */
export const basisText = ({ provenance, trackedSince }: Basis): string | undefined => {
  if (provenance === 'tracked') return undefined;
  if (provenance === 'simulated') return 'Simulated';
  return trackedSince ? `Simulated before ${dayText(trackedSince)}` : 'Partly simulated';
};

/** The verb for a value that is, or is simulated. */
export const isOrWouldBe = ({ provenance }: Basis): 'is' | 'would be' =>
  provenance === 'tracked' ? 'is' : 'would be';

/**
 * A change as a fraction, a spread as a fraction without direction, or what $100 became in dollars: to the cent, to
 * the last digit, in whole dollars, or as a difference with its sign.
 */
type Figure =
  | { readonly change: number }
  | { readonly spread: number }
  | { readonly dollars: number }
  | { readonly exactDollars: string }
  | { readonly wholeDollars: number }
  | { readonly difference: number };

const textOf = (figure: Exclude<Figure, { change: number }>): string => {
  if ('spread' in figure) return percentText(figure.spread * 100);
  if ('dollars' in figure) return dollarText(figure.dollars);
  if ('exactDollars' in figure) return `$${figure.exactDollars}`;
  return 'wholeDollars' in figure
    ? wholeDollarText(figure.wholeDollars)
    : signedDollarText(figure.difference);
};

/** A figure for screen readers. */
export const spokenFigure = (figure: Figure, basis: Basis): string => {
  const said = basisText(basis)?.toLowerCase();
  const { direction, text } =
    'change' in figure ? changeOf(figure.change) : { direction: '', text: textOf(figure) };
  return `${direction && `${direction} `}${text}${said ? ` (${said})` : ''}`;
};

interface PerformanceFigureProps {
  figure: Figure;
  basis: Basis;
  /** `nearby` if the same row, sentence or group already states what is simulated. */
  mark?: 'beside' | 'nearby';
}

/** The only component that shows performance figures: always with their basis. */
export const PerformanceFigure = ({ figure, basis, mark = 'beside' }: PerformanceFigureProps) => {
  const words = mark === 'beside' ? basisText(basis) : undefined;
  return (
    <>
      <span data-provenance={basis.provenance}>
        {'change' in figure ? <PercentChange fraction={figure.change} /> : textOf(figure)}
      </span>
      {words && (
        <>
          {' '}
          <span className={styles.mark} data-basis>
            {words}
          </span>
        </>
      )}
    </>
  );
};
