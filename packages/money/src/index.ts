export type { BrokerCommand, OwnerCommand, TradingAccountCommand } from './commands.js';
export {
  type Application,
  type BankLink,
  initialState,
  type TradingAccount,
  type Transfer,
} from './state.js';
