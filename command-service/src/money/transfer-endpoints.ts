import { calls } from '@groundswell/contracts';
import { termsOf } from '@groundswell/domain/calendar';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { CommandDispatcher } from '../shared/command-dispatcher.js';
import { moneyToken } from '../shared/tokens.js';
import { askedOf } from './asked.js';
import type { MoneyServices } from './services.js';
import { refuseTooMany } from './too-many.js';

@Controller()
export class TransferEndpoints {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(moneyToken) private readonly services: MoneyServices,
  ) {}

  @Serves(calls.createAchTransfer)
  async request({ body }: CallInput<typeof calls.createAchTransfer>, exchange: Exchange) {
    const obstacle =
      (await refuseTooMany(this.services, exchange)) ??
      (body.direction === 'outgoing' && (await this.services.needsProof(signedIn(exchange))));
    if (obstacle) return obstacle;
    const { id: personId } = signedIn(exchange);
    const { limits, now } = this.services;
    const moment = now();
    const { tradingDay, expectedOn } = termsOf(moment);
    const { amount, direction, ach_relationship_id: bankLinkId } = body;
    return this.dispatcher.dispatch({
      call: calls.createAchTransfer,
      body,
      exchange,
      ask: (transferId) =>
        askedOf(
          personId,
          {
            type: 'RequestTransfer',
            transferId,
            bankLinkId,
            direction,
            amount,
            tradingDay,
            expectedOn,
            now: moment.toISOString(),
          },
          limits,
        ),
      answerId: (transferId) => transferId,
    });
  }

  @Serves(calls.cancelAchTransfer)
  async cancel({ body }: CallInput<typeof calls.cancelAchTransfer>, exchange: Exchange) {
    const limited = await refuseTooMany(this.services, exchange);
    if (limited) return limited;
    const { id: personId } = signedIn(exchange);
    return this.dispatcher.dispatch({
      call: calls.cancelAchTransfer,
      body,
      exchange,
      ask: () => askedOf(personId, { type: 'CancelTransfer', transferId: body.id }),
      answerId: () => body.id,
    });
  }
}
