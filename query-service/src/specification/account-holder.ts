import { randomUUID } from 'node:crypto';
import { isRefusal, streamOf } from '@groundswell/contracts';
import { decide, evolve, initialState, type TradingAccountCommand } from '@groundswell/domain/money';
import type { StreamRevision } from '@groundswell/platform/event-store';
import { newEvent, type runningService } from './running-service.js';

type Service = Awaited<ReturnType<typeof runningService>>;
/** Decides on some commands and appends the events at once. @returns the position to wait for */
type Does = (...commands: TradingAccountCommand[]) => Promise<string>;

/** An account that evolves by the same rules as for commands. */
const tradingAccount = ({ eventStore }: Service, id: string): Does => {
  let account = initialState;
  let revision: StreamRevision = 'no_stream';
  return async (...commands) => {
    const events = commands.flatMap((command) => {
      const outcome = decide(command, account);
      if (isRefusal(outcome)) throw new Error(`${command.type} is refused: ${outcome.refused}`);
      account = outcome.reduce(evolve, account);
      return outcome.map(({ type, data }) => newEvent(type, data as never));
    });
    const appended = await eventStore.append(streamOf('tradingAccount', id), events, {
      expectedRevision: revision,
    });
    revision = appended.revision;
    return appended.position.commit.toString();
  };
};

type TransferOf = [
  direction: 'incoming' | 'outgoing',
  amount: string,
  bankLinkId: string,
  tradingDay?: string,
];

/** Requests a transfer. @returns its id */
const requesting = async (
  does: Does,
  ...[direction, amount, bankLinkId, tradingDay = '2026-03-02']: TransferOf
): Promise<string> => {
  const transferId = randomUUID();
  await does({
    type: 'RequestTransfer',
    now: '2026-03-02T15:00:00.000Z',
    transferId,
    bankLinkId,
    direction,
    amount,
    tradingDay,
    expectedOn: '2026-03-05',
  });
  return transferId;
};

/** The long way to an open account, a linked bank and a transfer. */
const stepsOf = (does: Does) => ({
  opens() {
    const applicationId = randomUUID();
    return does(
      { type: 'RequestTradingAccount', applicationId, agreementVersion: '1' },
      { type: 'StartApplicationSubmission', applicationId },
      {
        type: 'RecordApplicationAccepted',
        applicationId,
        brokerAccountId: randomUUID(),
        status: 'SUBMITTED',
        reportedAt: '2026-03-02T13:59:59Z',
      },
      { type: 'ReportAccountStatus', status: 'ACTIVE', findings: [], reportedAt: '2026-03-02T14:00:00.000Z' },
    );
  },
  /** @returns the id of the link */
  async links(ending: string, replaces?: string): Promise<string> {
    const bankLinkId = randomUUID();
    const request = {
      type: 'RequestBankLink',
      look: { proven: true, ownerMatches: true, withdrawableFrom: null },
      bankLinkId,
      accountType: 'checking',
      ending,
      replaces,
    } as const;
    await does(
      request,
      ...(replaces ? [{ type: 'RecordBankLinkRemoved', bankLinkId: replaces } as const] : []),
      { type: 'StartBankLinkSubmission', bankLinkId },
      { type: 'RecordBankLinkAccepted', bankLinkId, relationshipId: randomUUID(), status: 'APPROVED' },
    );
    return bankLinkId;
  },
  requests: (...transfer: TransferOf) => requesting(does, ...transfer),
  /** Requests a transfer, and has the broker accept it. @returns its id */
  async moves(...transfer: TransferOf): Promise<string> {
    const transferId = await requesting(does, ...transfer);
    await does(
      { type: 'StartTransferSubmission', transferId, attempt: 1 },
      { type: 'RecordTransferAccepted', transferId, brokerTransferId: randomUUID(), status: 'QUEUED' },
    );
    return transferId;
  },
  /** The broker reports a status. */
  hears: (
    transferId: string,
    status: string,
    reason: string | null = null,
    heldUntil: string | null = null,
  ) => does({ type: 'ReportTransferStatus', transferId, status, reason, heldUntil }),
});

/** A person with a trading account and a token of their own. */
export const accountHolder = async (service: Service) => {
  const id = randomUUID();
  const token = await service.tokenOf('user', id);
  const inAccount = tradingAccount(service, id);
  let position = '0';
  const does: Does = async (...commands) => {
    position = await inAccount(...commands);
    return position;
  };

  return {
    id,
    does,
    ...stepsOf(does),
    token,
    /** Sends a request as this person. The response reflects everything they did. */
    asks: (path: string, headers: Record<string, string> = {}) =>
      service.getFresh(path, { authorization: `Bearer ${token}`, 'read-after': position, ...headers }),
    async reads<Answer = Record<string, unknown>>(path: string): Promise<Answer> {
      const answer = await this.asks(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
  };
};

/** A person with an account and an approved link. */
export const linkedHolder = async (service: Service) => {
  const person = await accountHolder(service);
  await person.opens();
  return { person, link: await person.links('6789') };
};
