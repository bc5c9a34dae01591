export const line = (text: string): void => console.log(text);

export const heading = (text: string): void => console.log(`\n${text}`);

export const whole = (value: number): string => Math.round(value).toLocaleString('en').padStart(9);

/** A ratio, and whether it reaches its goal. */
export const goal = (ratio: number, of: string, least?: number): string => {
  const text = `${ratio.toFixed(2)} ${of}`;
  return least === undefined ? text : `${text} (goal ${least}: ${ratio >= least ? 'reached' : 'MISSED'})`;
};
