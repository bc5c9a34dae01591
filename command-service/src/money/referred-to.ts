import { streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { applicationVaultFields, bankVaultFields } from '@groundswell/domain/money';
import type { EventStore } from '@groundswell/platform/event-store';
import type { CameOf } from '@groundswell/platform/vault';

const fieldsOf = ({ type, data }: TradingAccountEvent): readonly string[] => {
  if (type === 'TradingAccountRequested') return Object.values(applicationVaultFields(data.applicationId));
  return type === 'BankLinkRequested' ? Object.values(bankVaultFields(data.bankLinkId)) : [];
};

/** Which of a person's vault fields an event in the log refers to. */
export const referredTo =
  (eventStore: Pick<EventStore, 'readStream'>): CameOf =>
  async (personId, fields) => {
    const stream = streamOf('tradingAccount', personId);
    const { events } = await eventStore.readStream<TradingAccountEvent>(stream);
    const referred = new Set(events.flatMap(fieldsOf));
    return fields.filter((field) => referred.has(field));
  };
