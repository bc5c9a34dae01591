import styles from './landing.module.css';

/** The long wave under the headline: nine crest lines that rise out of the deep, in the colours of the mark. */
const crests = Array.from({ length: 9 }, (_none, at) => {
  const depth = at / 8;
  const rise = 150 * (1 - depth) ** 1.5;
  const y = 96 + depth * 214;
  const lift = y - rise;
  return {
    line: `M0 ${(y + 26).toFixed(0)}C260 ${(y + 42).toFixed(0)} 430 ${(y + 20).toFixed(0)} 620 ${(lift + rise * 0.45).toFixed(0)}S900 ${lift.toFixed(0)} 1040 ${(lift + 10).toFixed(0)}s240 ${(30 + rise * 0.16).toFixed(0)} 400 ${(8 + rise * 0.1).toFixed(0)}`,
    depth,
  };
});

export const Swells = () => (
  <svg className={styles.swells} viewBox="0 0 1440 340" preserveAspectRatio="none" aria-hidden="true">
    {crests.map(({ line, depth }) => (
      <g key={line}>
        <path d={`${line}V340H0z`} fill="var(--brand)" fillOpacity={0.035 + depth * 0.03} />
        <path
          d={line}
          fill="none"
          stroke="var(--brand)"
          strokeOpacity={0.75 - depth * 0.6}
          strokeWidth={1.6}
          vectorEffect="non-scaling-stroke"
        />
      </g>
    ))}
  </svg>
);
