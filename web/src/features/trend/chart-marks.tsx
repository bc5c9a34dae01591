import { Line, ReferenceArea, ReferenceDot, ReferenceLine } from 'recharts';
import { endsAreApart, nameLines, simulatedSpan } from './chart-data.js';
import { EndLabel, lineHeight } from './end-label.js';
import type { Point } from './growth.js';

export const axisText = { fill: 'var(--muted)', fontSize: 13 };

const still = {
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  type: 'linear',
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;

const partLabel = (value: string) => ({ value, position: 'insideTopLeft' as const, ...axisText, offset: 10 });

/** Shades what was computed backwards, and marks where the record begins. */
export const TrackRecord = ({ points }: { points: readonly Point[] }) => {
  const simulated = simulatedSpan(points);
  if (!simulated) return null;
  const { from, until, since } = simulated;
  return (
    <>
      <ReferenceArea
        x1={from}
        x2={until}
        fill="var(--ink)"
        fillOpacity={0.045}
        label={partLabel('Simulated')}
      />
      {since && (
        <ReferenceLine x={since} stroke="var(--outline)" strokeDasharray="2 4" label={partLabel('Tracked')} />
      )}
    </>
  );
};

/** Both series: the benchmark dashed, the trend fainter where simulated. */
export const GrowthLines = ({ narrow }: { narrow: boolean }) => (
  <>
    <Line
      {...still}
      dataKey="benchmark"
      stroke="var(--benchmark)"
      strokeWidth={2}
      strokeDasharray="5 5"
      strokeLinecap="butt"
    />
    <Line {...still} dataKey="simulated" stroke="var(--brand)" strokeWidth={2} strokeOpacity={0.6} />
    <Line {...still} dataKey="tracked" stroke="var(--brand)" strokeWidth={narrow ? 2 : 3} />
  </>
);

interface LineEndsProps {
  name: string;
  last: Point;
  /** Lowest and highest dollars of the scale. */
  scale: readonly [number, number];
  /** No room for labels next to the lines. */
  narrow: boolean;
  /** Another day is being read: the last one is not marked then. */
  reading: boolean;
}

/** The ends of the lines, with labels. Close ones are shifted apart. */
export const LineEnds = ({ name, last, scale, narrow, reading }: LineEndsProps) => {
  const apart = endsAreApart(last, scale);
  const nameOf = (text: string, colour: string, above: boolean) => {
    if (narrow) return undefined;
    const lines = nameLines(text);
    const room = apart ? 0 : (lineHeight * lines.length) / 2;
    return <EndLabel lines={lines} colour={colour} shift={above ? -room : room} />;
  };
  return (
    <>
      <ReferenceDot
        x={last.date}
        y={last.trend}
        r={reading ? 0 : 4.5}
        fill="var(--brand)"
        stroke="none"
        label={nameOf(name, 'var(--brand)', last.trend >= last.benchmark)}
      />
      <ReferenceDot
        x={last.date}
        y={last.benchmark}
        r={0}
        stroke="none"
        label={nameOf('S&P 500', 'var(--benchmark)', last.trend < last.benchmark)}
      />
    </>
  );
};

/** The day being read. */
export const CursorMarks = ({ point }: { point: Point }) => (
  <>
    <ReferenceLine x={point.date} stroke="var(--ink)" strokeOpacity={0.5} />
    <ReferenceDot x={point.date} y={point.benchmark} r={4} fill="var(--benchmark)" stroke="none" />
    <ReferenceDot x={point.date} y={point.trend} r={5} fill="var(--brand)" stroke="none" />
  </>
);
