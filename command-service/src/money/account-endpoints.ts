import {
  type AgreementRecord,
  type ApplicationAnswers,
  type ApplicationDraft,
  accountAgreement,
  applicationDraftSchema,
  calls,
  isOldEnough,
  isRefusal,
  refuse,
  streamOf,
  type TradingAccountEvent,
} from '@groundswell/contracts';
import { newYorkDay } from '@groundswell/domain/calendar';
import {
  applicationDraftField,
  applicationVaultFields,
  mayApply,
  type TradingAccount,
  unsettledApplication,
} from '@groundswell/domain/money';
import { type EventStore, load } from '@groundswell/platform/event-store';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { CommandDispatcher } from '../shared/command-dispatcher.js';
import { overLimit } from '../shared/limit.js';
import { eventStoreToken, moneyToken } from '../shared/tokens.js';
import { askedOf, folding } from './asked.js';
import { withPersonalData } from './personal-data.js';
import type { MoneyServices } from './services.js';
import { refuseTooMany } from './too-many.js';

const day = 86_400_000;
/** The broker may be unreachable for days; after this time the number must be entered again. */
const ssnTime = 7 * day;
const draftTime = 30 * day;

/** Applying for a trading account, and the saved draft of an application. */
@Controller()
export class AccountEndpoints {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(moneyToken) private readonly services: MoneyServices,
    @Inject(eventStoreToken) private readonly eventStore: EventStore,
  ) {}

  @Serves(calls.createAlpacaAccount)
  async apply({ body }: CallInput<typeof calls.createAlpacaAccount>, exchange: Exchange) {
    const { vault, now } = this.services;
    const { id: personId } = signedIn(exchange);
    const limited = await refuseTooMany(this.services, exchange);
    if (limited) return limited;
    const { ssn, agreement: _agreed, ...answers } = body;
    const moment = now();
    if (!isOldEnough(answers.dob, newYorkDay(moment))) {
      const refusal = refuse('TooYoung');
      return { ...refusal, fields: { dob: refusal.message } };
    }
    return this.dispatcher.dispatch({
      call: calls.createAlpacaAccount,
      body,
      exchange,
      ask: (applicationId) =>
        askedOf(personId, {
          type: 'RequestTradingAccount',
          applicationId,
          agreementVersion: accountAgreement.version,
        }),
      answerId: (applicationId) => applicationId,
      around: (applicationId, work) => {
        const fields = applicationVaultFields(applicationId);
        const agreement: AgreementRecord = {
          version: accountAgreement.version,
          agreedAt: moment.toISOString(),
          ipAddress: exchange.address,
        };
        const values = { [fields.answers]: textOf(answers), [fields.ssn]: ssn };
        const circumstances = { [fields.agreement]: JSON.stringify(agreement) };
        const secretsExpireAt = new Date(moment.getTime() + ssnTime);
        const data = { personId, values, circumstances, secrets: [fields.ssn], secretsExpireAt };
        return withPersonalData(vault, data, moment, async () => {
          const done = await work();
          if (!isRefusal(done)) await vault.remove(personId, [applicationDraftField]);
          return done;
        });
      },
    });
  }

  @Serves(calls.saveApplicationDraft)
  async saveDraft({ body }: CallInput<typeof calls.saveApplicationDraft>, exchange: Exchange) {
    const { vault, draftsPerUser, now } = this.services;
    const { id } = signedIn(exchange);
    const limited = await overLimit(exchange, now(), [draftsPerUser, id]);
    if (limited) return limited;
    const expiresAt = new Date(now().getTime() + draftTime);
    await vault.put(id, {
      [applicationDraftField]: { value: JSON.stringify(body), expiresAt },
    });
    // Only now, since the application may have been sent while this was on its way: it has then removed the draft already.
    if (mayApply(await this.accountOf(id))) return {};
    await vault.remove(id, [applicationDraftField]);
    return refuse('TradingAccountExists');
  }

  @Serves(calls.getApplicationDraft)
  async getDraft(_input: CallInput<typeof calls.getApplicationDraft>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const sent = await this.sentField(id);
    const kept = await this.services.vault.get(id, [applicationDraftField, ...(sent ? [sent] : [])]);
    return { draft: draftIn(kept[applicationDraftField]), sent: sent ? draftIn(kept[sent]) : null };
  }

  /** The vault field of an application that may still need a review; undefined once it is settled. */
  private async sentField(userId: string): Promise<string | undefined> {
    const application = unsettledApplication(await this.accountOf(userId));
    return application && applicationVaultFields(application.id).answers;
  }

  private async accountOf(userId: string): Promise<TradingAccount> {
    const stream = streamOf('tradingAccount', userId);
    return (await load<TradingAccount, TradingAccountEvent>(this.eventStore, stream, folding)).state;
  }
}

/** Drafts in an older shape are dropped: the person types them again. */
const draftIn = (text: string | undefined): ApplicationDraft | null =>
  text === undefined ? null : (applicationDraftSchema.safeParse(JSON.parse(text)).data ?? null);

/** Fixed key order, so that equal answers give equal text. */
const textOf = (answers: ApplicationAnswers): string => JSON.stringify(answers, Object.keys(answers).sort());
