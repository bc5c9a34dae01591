import type { MoneyBroker } from '../../dependencies.js';

/** The same calls. @param note told of each attempt to list an account, and whether it could be read */
export const notingLists = (
  transfers: MoneyBroker['transfers'],
  note: (accountId: string, isRead: boolean) => void,
): MoneyBroker['transfers'] => {
  const list: typeof transfers.list = async (accountId, signal) => {
    try {
      const rows = await transfers.list(accountId, signal);
      note(accountId, true);
      return rows;
    } catch (fault) {
      note(accountId, false);
      throw fault;
    }
  };
  return Object.assign(Object.create(transfers), { list });
};
