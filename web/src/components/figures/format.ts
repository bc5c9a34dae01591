const minus = '\u2212';
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 12.5 as `12.50%`. */
export const percentText = (percentage: number): string => `${twoDecimals.format(percentage)}%`;

/** An ISO date (`2026-11-20`) as `Nov 20, 2026`. */
export const dayText = (isoDate: string): string => day.format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`));

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-11` as `November 2026`. */
export const monthText = (isoMonth: string): string =>
  month.format(new Date(`${isoMonth.slice(0, 7)}-01T00:00:00Z`));

const marketDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'America/New_York',
});

const calendarDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

/** The calendar day in New York at an instant, in a date field's format: `2026-11-20`. */
export const newYorkDay = (now: Date): string => calendarDay.format(now);

/** An instant as its day in New York, like the market's days. */
export const instantText = (instant: string): string => marketDay.format(new Date(instant));

const marketMoment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** An instant to the minute, in New York. */
export const momentText = (instant: string): string => marketMoment.format(new Date(instant));

/** Formats the contract's dollars (`-1250.00`) without converting to a number: `−$1,250.00`. */
export const moneyText = (money: string): string => {
  const [, sign, whole = '0', cents = '00'] = /^(-?)(\d+)\.(\d{2})$/.exec(money) ?? [];
  return `${sign ? minus : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
};

/** The same with a plus unless it is negative: `+$250.00`. */
export const signedMoneyText = (money: string): string =>
  money.startsWith('-') || money === '0.00' ? moneyText(money) : `+${moneyText(money)}`;

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** An ISO date with its weekday: `Tuesday, Nov 24`. */
export const weekdayText = (isoDate: string): string =>
  weekday.format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`));
