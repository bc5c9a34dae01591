export {
  bankingDaysAfter,
  endOfTradingDay,
  isBankingDate,
  newYorkDay,
  type TransferTerms,
  termsOf,
  tradingDayOf,
} from './banking-days.js';
export {
  type Day,
  dateAfter,
  dateOf,
  dayFrom,
  dayOf,
  newYorkHourOf,
  newYorkInstant,
  newYorkOf,
  weekdayFrom,
} from './day.js';
export { closesEarly, isMarketDay } from './holidays.js';
