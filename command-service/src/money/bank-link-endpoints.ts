import { calls, isRefusal, type Refusal } from '@groundswell/contracts';
import { bankVaultFields } from '@groundswell/money';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { Door } from '../shared/door.js';
import { moneyToken } from '../shared/tokens.js';
import { askedOf } from './asked.js';
import type { MoneyParts } from './parts.js';
import { withPersonalData } from './personal-data.js';
import { refuseTooMany } from './too-many.js';

/** Milliseconds that the numbers of a bank account wait for the broker at most. */
const numbersTime = 7 * 86_400_000;

/** Linking a bank account, putting another one in its place, and removing it. */
@Controller()
export class BankLinkEndpoints {
  constructor(
    @Inject(Door) private readonly door: Door,
    @Inject(moneyToken) private readonly parts: MoneyParts,
  ) {}

  @Serves(calls.createAchMethod)
  async link({ body }: CallInput<typeof calls.createAchMethod>, exchange: Exchange) {
    const obstacle = await this.obstacleOf(exchange);
    if (obstacle) return obstacle;
    const { id: personId } = signedIn(exchange);
    const { vault, now } = this.parts;
    const { bank_account_number: accountNumber, bank_routing_number: routingNumber } = body;
    return this.door.enter({
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
        }),
      answerId: (bankLinkId) => bankLinkId,
      around: (bankLinkId, work) => {
        const fields = bankVaultFields(bankLinkId);
        const moment = now();
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
    const obstacle = await this.obstacleOf(exchange);
    if (obstacle) return obstacle;
    const { id: personId } = signedIn(exchange);
    return this.door.enter({
      call: calls.removeAchMethod,
      body,
      exchange,
      ask: () => askedOf(personId, { type: 'RemoveBankLink', bankLinkId: body.id }),
      answerId: () => body.id,
      around: async (_newId, work) => {
        const done = await work();
        if (!isRefusal(done)) await this.forget(personId, body.id);
        return done;
      },
    });
  }

  private async obstacleOf(exchange: Exchange): Promise<Refusal | undefined> {
    return (await refuseTooMany(this.parts, exchange)) ?? this.parts.needsProof(signedIn(exchange));
  }

  /** The numbers of a link that is no longer theirs. The name of its owner stays, and tells a repeat from a new link. */
  private forget(personId: string, bankLinkId: string): Promise<void> {
    const { accountNumber, routingNumber } = bankVaultFields(bankLinkId);
    return this.parts.vault.remove(personId, [accountNumber, routingNumber]);
  }
}
