import {
  applicationAnswersSchema,
  calls,
  isRefusal,
  type Refusal,
  refuse,
  streamOf,
} from '@groundswell/contracts';
import { applicationVaultFields, bankVaultFields, holdFrom, isOwnedBy } from '@groundswell/domain/money';
import { type EventStore, load } from '@groundswell/platform/event-store';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { CommandDispatcher } from '../shared/command-dispatcher.js';
import { isProven } from '../shared/identity-proof.js';
import { eventStoreToken, moneyToken } from '../shared/tokens.js';
import { askedOf, folding } from './asked.js';
import { withPersonalData } from './personal-data.js';
import type { MoneyServices } from './services.js';
import { refuseTooMany } from './too-many.js';

/** Maximum milliseconds a bank account's numbers are kept for the broker. */
const numbersTime = 7 * 86_400_000;

@Controller()
export class BankLinkEndpoints {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(moneyToken) private readonly services: MoneyServices,
    @Inject(eventStoreToken) private readonly eventStore: EventStore,
  ) {}

  @Serves(calls.createAchMethod)
  async link({ body }: CallInput<typeof calls.createAchMethod>, exchange: Exchange) {
    const limited = await refuseTooMany(this.services, exchange);
    if (limited) return limited;
    const { id: personId } = signedIn(exchange);
    const { vault, now, newBankHoldDays } = this.services;
    const { bank_account_number: accountNumber, bank_routing_number: routingNumber } = body;
    const moment = now();
    const ownerMatches = await this.isOwnedBy(personId, body.account_owner_name);
    let proven = false;
    return this.dispatcher.dispatch({
      call: calls.createAchMethod,
      body,
      exchange,
      ask: (bankLinkId) =>
        askedOf(personId, {
          type: 'RequestBankLink',
          bankLinkId,
          accountType: body.bank_account_type,
          ending: accountNumber.slice(-4),
          replaces: body.id,
          look: { proven, ownerMatches, withdrawableFrom: holdFrom(moment, newBankHoldDays) },
        }),
      answerId: (bankLinkId) => bankLinkId,
      around: async (bankLinkId, work) => {
        proven = await isProven(
          this.services.identityProofs,
          exchange,
          '/api/create_ach_method/',
          bankLinkId,
        );
        const unproven = proven ? undefined : await this.refuseUnproven(exchange);
        if (unproven) return unproven;
        const fields = bankVaultFields(bankLinkId);
        const data = {
          personId,
          values: {
            [fields.ownerName]: body.account_owner_name,
            [fields.accountNumber]: accountNumber,
            [fields.routingNumber]: routingNumber,
          },
          secrets: [fields.accountNumber, fields.routingNumber],
          secretsExpireAt: new Date(moment.getTime() + numbersTime),
        };
        return withPersonalData(vault, data, moment, async () => {
          const done = await work();
          if (!isRefusal(done) && body.id !== undefined) await this.forget(personId, body.id);
          return done;
        });
      },
    });
  }

  @Serves(calls.removeAchMethod)
  async remove({ body }: CallInput<typeof calls.removeAchMethod>, exchange: Exchange) {
    const limited = await refuseTooMany(this.services, exchange);
    if (limited) return limited;
    const { id: personId } = signedIn(exchange);
    let proven = false;
    return this.dispatcher.dispatch({
      call: calls.removeAchMethod,
      body,
      exchange,
      ask: () => askedOf(personId, { type: 'RemoveBankLink', bankLinkId: body.id, proven }),
      answerId: () => body.id,
      around: async (newId, work) => {
        proven = await isProven(this.services.identityProofs, exchange, '/api/remove_ach_method/', newId);
        const done = await work();
        if (!isRefusal(done)) await this.forget(personId, body.id);
        return done;
      },
    });
  }

  /** Linking a first bank requires a person's second factor, if they have one, unless they gave a code recently. */
  private async refuseUnproven(exchange: Exchange): Promise<Refusal | undefined> {
    return (await this.services.needsProof(signedIn(exchange))) && refuse('IdentityProofNeeded');
  }

  /**
   * Both names are in the vault, and only the result of the comparison leaves it. False for an unknown account
   * holder.
   */
  private async isOwnedBy(personId: string, ownerName: string): Promise<boolean> {
    const { state } = await load(this.eventStore, streamOf('tradingAccount', personId), folding);
    if (!state.application) return false;
    const field = applicationVaultFields(state.application.id).answers;
    const answers = (await this.services.vault.get(personId, [field]))[field];
    if (answers === undefined) return false;
    const { first_name: firstName, last_name: lastName } = applicationAnswersSchema.parse(
      JSON.parse(answers),
    );
    return isOwnedBy(ownerName, { firstName, lastName });
  }

  /** Deletes the numbers of a removed link. The owner's name stays, to distinguish a repeat from a new link. */
  private forget(personId: string, bankLinkId: string): Promise<void> {
    const { accountNumber, routingNumber } = bankVaultFields(bankLinkId);
    return this.services.vault.remove(personId, [accountNumber, routingNumber]);
  }
}
