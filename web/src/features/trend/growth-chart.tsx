import { useState } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import { axisDayText, nameLines, plotted } from './chart-data.js';
import { type Cursor, choose, placeOf, pointAt } from './cursor.js';
import { EndLabel, lineHeight } from './end-label.js';
import { dayTicksFor, type Point, ticksFor, trackedSince } from './growth.js';
import styles from './growth.module.css';
import { Readout, Scrubber } from './readout.js';
import { useNarrow } from './use-narrow.js';

interface GrowthChartProps {
  name: string;
  points: readonly Point[];
}

const still = {
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  type: 'linear',
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;
const axisText = { fill: 'var(--muted)', fontSize: 13 };

/** Both series on one scale. Read it with the pointer, or with the slider below it: the same cursor. */
export const GrowthChart = ({ name, points }: GrowthChartProps) => {
  const narrow = useNarrow();
  const [cursor, setCursor] = useState<Cursor>({});
  const margin = { top: 28, right: narrow ? 12 : 124, bottom: 4, left: 0 };
  const axisWidth = narrow ? 44 : 56;
  const ticks = ticksFor(points);
  const last = points.at(-1) as Point;
  const at = placeOf(cursor, points);
  const shown = at === undefined ? undefined : points[at];
  const since = trackedSince(points);
  const simulatedUntil = since === points[0]?.date ? undefined : (since ?? last.date);
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 200];
  // Names of lines that end far from one another stand at their ends; close ones make room, each to its side.
  const apart = Math.abs(last.trend - last.benchmark) > (highest - lowest) * 0.15;
  const endLabel = (text: string, colour: string, above: boolean) => {
    if (narrow) return undefined;
    const lines = nameLines(text);
    const room = apart ? 0 : (lineHeight * lines.length) / 2;
    return <EndLabel lines={lines} colour={colour} shift={above ? -room : room} />;
  };
  return (
    <div>
      <Readout name={name} point={shown ?? last} />
      <div className={styles.chartSpace} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={plotted(points)}
            margin={margin}
            accessibilityLayer={false}
            onMouseMove={({ activeLabel }, { movementX, movementY }) => {
              // A page that scrolls below a pointer at rest sends this, too.
              if (movementX === 0 && movementY === 0) return;
              setCursor((before) => pointAt(before, activeLabel?.toString()));
            }}
            onMouseLeave={() => setCursor((before) => pointAt(before, undefined))}
          >
            {simulatedUntil && (
              <ReferenceArea
                x1={points[0]?.date ?? ''}
                x2={simulatedUntil}
                fill="var(--ink)"
                fillOpacity={0.045}
                label={{ value: 'Simulated', position: 'insideTopLeft', ...axisText, offset: 10 }}
              />
            )}
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis
              dataKey="date"
              ticks={dayTicksFor(points)}
              tickFormatter={(date: string) => axisDayText(date, points)}
              tick={axisText}
              tickLine={false}
              axisLine={{ stroke: 'var(--outline)' }}
              interval={narrow ? 'preserveStartEnd' : 0}
              tickMargin={10}
              height={36}
            />
            <YAxis
              domain={[lowest, highest]}
              ticks={ticks}
              tickFormatter={(value: number) => `$${value}`}
              tick={axisText}
              tickLine={false}
              tickSize={0}
              axisLine={false}
              width={axisWidth}
              tickMargin={8}
            />
            <ReferenceLine y={100} stroke="var(--outline)" />
            {since && simulatedUntil && (
              <ReferenceLine
                x={since}
                stroke="var(--outline)"
                strokeDasharray="2 4"
                label={{ value: 'Tracked', position: 'insideTopLeft', ...axisText, offset: 10 }}
              />
            )}
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
            <ReferenceDot
              x={last.date}
              y={last.trend}
              r={shown ? 0 : 4.5}
              fill="var(--brand)"
              stroke="none"
              label={endLabel(name, 'var(--brand)', last.trend >= last.benchmark)}
            />
            <ReferenceDot
              x={last.date}
              y={last.benchmark}
              r={0}
              stroke="none"
              label={endLabel('S&P 500', 'var(--benchmark)', last.trend < last.benchmark)}
            />
            {shown && (
              <>
                <ReferenceLine x={shown.date} stroke="var(--ink)" strokeOpacity={0.5} />
                <ReferenceDot
                  x={shown.date}
                  y={shown.benchmark}
                  r={4}
                  fill="var(--benchmark)"
                  stroke="none"
                />
                <ReferenceDot x={shown.date} y={shown.trend} r={5} fill="var(--brand)" stroke="none" />
              </>
            )}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <Scrubber
        name={name}
        points={points}
        cursor={at}
        onMove={(to) => setCursor(choose(points[to]?.date))}
        inset={[axisWidth, margin.right]}
      />
    </div>
  );
};
