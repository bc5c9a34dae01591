export {
  bankingDaysAfter,
  endOfTradingDay,
  isBankingDate,
  newYorkDay,
  type TransferTerms,
  termsOf,
  tradingDayOf,
} from './banking-days.js';
