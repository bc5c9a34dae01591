interface EndLabelProps {
  lines: readonly string[];
  colour: string;
  /** Pixels from the end of the line down to the middle of the label. */
  shift: number;
  /** Where the chart has drawn the dot at the end. */
  viewBox?: { x?: number; y?: number; width?: number; height?: number };
}

export const lineHeight = 17;

/** The label next to the end of its line, at the same distance whatever the dot's size. */
export const EndLabel = ({ lines, colour, shift, viewBox }: EndLabelProps) => {
  const { x = 0, y = 0, width = 0, height = 0 } = viewBox ?? {};
  const [left, middle] = [x + width / 2 + 10, y + height / 2 + shift];
  return (
    <text fill={colour} fontWeight={600} fontSize={14} dominantBaseline="central">
      {lines.map((line, at) => (
        <tspan key={line} x={left} y={middle + (at - (lines.length - 1) / 2) * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
};
