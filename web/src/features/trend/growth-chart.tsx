import { useState } from 'react';
import { CartesianGrid, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { axisDayText, plotted } from './chart-data.js';
import { axisText, CursorMarks, GrowthLines, LineEnds, TrackRecord } from './chart-marks.js';
import { type Cursor, choose, placeOf, pointAt } from './cursor.js';
import { dayTicksFor, type Point, ticksFor } from './growth.js';
import styles from './growth.module.css';
import { Readout, Scrubber } from './readout.js';
import { useNarrow } from './use-narrow.js';

interface GrowthChartProps {
  name: string;
  points: readonly Point[];
}

/** Pixels around the plot: the scale on its left, the labels of the lines on its right. */
const roomIn = (narrow: boolean) => (narrow ? { axis: 44, right: 12 } : { axis: 56, right: 124 });

interface AxesProps {
  points: readonly Point[];
  /** Labeled dollar values. */
  ticks: readonly number[];
  scale: readonly [number, number];
  narrow: boolean;
}

/** Days below, dollars on the left, and the starting $100. */
const Axes = ({ points, ticks, scale, narrow }: AxesProps) => (
  <>
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
      domain={[...scale]}
      ticks={[...ticks]}
      tickFormatter={(value: number) => `$${value}`}
      tick={axisText}
      tickLine={false}
      tickSize={0}
      axisLine={false}
      width={roomIn(narrow).axis}
      tickMargin={8}
    />
    <ReferenceLine y={100} stroke="var(--outline)" />
  </>
);

interface PlotProps extends GrowthChartProps {
  narrow: boolean;
  /** The day being read. */
  shown: Point | undefined;
  /** The pointer moved to a day, or left. */
  onPoint: (date: string | undefined) => void;
}

/** Both series on one scale, as a picture. */
const Plot = ({ name, points, narrow, shown, onPoint }: PlotProps) => {
  const ticks = ticksFor(points);
  const scale = [ticks[0] ?? 0, ticks.at(-1) ?? 200] as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={plotted(points)}
        margin={{ top: 28, right: roomIn(narrow).right, bottom: 4, left: 0 }}
        accessibilityLayer={false}
        onMouseMove={({ activeLabel }, { movementX, movementY }) => {
          // A page scrolling under a resting pointer also triggers this event.
          if (movementX !== 0 || movementY !== 0) onPoint(activeLabel?.toString());
        }}
        onMouseLeave={() => onPoint(undefined)}
      >
        <TrackRecord points={points} />
        <Axes points={points} ticks={ticks} scale={scale} narrow={narrow} />
        <GrowthLines narrow={narrow} />
        <LineEnds
          name={name}
          last={points.at(-1) as Point}
          scale={scale}
          narrow={narrow}
          reading={shown !== undefined}
        />
        {shown && <CursorMarks point={shown} />}
      </LineChart>
    </ResponsiveContainer>
  );
};

/** The chart and its values on one day. The pointer and the slider below it move the same cursor. */
export const GrowthChart = ({ name, points }: GrowthChartProps) => {
  const narrow = useNarrow();
  const [cursor, setCursor] = useState<Cursor>({});
  const at = placeOf(cursor, points);
  const shown = at === undefined ? undefined : points[at];
  const { axis, right } = roomIn(narrow);
  return (
    <div>
      <Readout name={name} point={shown ?? (points.at(-1) as Point)} />
      <div className={styles.chartSpace} aria-hidden="true">
        <Plot
          name={name}
          points={points}
          narrow={narrow}
          shown={shown}
          onPoint={(date) => setCursor((before) => pointAt(before, date))}
        />
      </div>
      <Scrubber
        name={name}
        points={points}
        cursor={at}
        onMove={(to) => setCursor(choose(points[to]?.date))}
        inset={[axis, right]}
      />
    </div>
  );
};
