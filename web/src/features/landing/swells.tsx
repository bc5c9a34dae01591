import styles from './landing.module.css';

const count = 10;
const floor = 600;
/** Beyond the edges of the widest window, where the drawing has normal height and its lines continue. */
const far = 2400;

/** One crest line from far left to far right: low next to the text, high where the page is empty. */
const crest = (depth: number): string => {
  const rest = 486 + depth * 96;
  const peak = rest - 396 * (1 - depth) ** 1.3;
  const y = (share: number) => Math.round(rest + (peak - rest) * share);
  return [
    `M${-far} ${y(0.06)}`,
    `C-1500 ${y(0.06)} -360 ${y(0.09)} 0 ${y(0.03)}`,
    `C180 ${y(0)} 440 ${y(-0.04)} 640 ${y(0.2)}`,
    `S930 ${y(0.96)} 1090 ${y(1)}`,
    `S1350 ${y(0.8)} 1440 ${y(0.78)}`,
  ].join('');
};

const crests = Array.from({ length: count }, (_none, at) => {
  const depth = at / count;
  return { depth, line: crest(depth) };
});

/** The wave behind the headline: crest lines rising from the bottom, in the color of the mark. */
export const Swells = () => (
  <svg
    className={styles.swells}
    viewBox={`0 0 1440 ${floor}`}
    preserveAspectRatio="xMaxYMax meet"
    aria-hidden="true"
  >
    <linearGradient id="deep" gradientUnits="userSpaceOnUse" x1="0" y1="90" x2="0" y2={floor}>
      <stop offset="0" stopColor="var(--brand)" stopOpacity="0.1" />
      <stop offset="1" stopColor="var(--brand)" stopOpacity="0" />
    </linearGradient>
    <circle cx="862" cy="178" r="60" fill="var(--sun)" />
    {crests.map(({ line, depth }) => (
      <g key={line}>
        <path d={`${line}V${floor}H${-far}z`} fill="var(--background)" />
        <path d={`${line}V${floor}H${-far}z`} fill="url(#deep)" />
        <path
          d={line}
          fill="none"
          stroke="var(--brand)"
          strokeOpacity={0.85 - depth * 0.72}
          strokeWidth={1.6 - depth * 0.6}
        />
      </g>
    ))}
  </svg>
);
