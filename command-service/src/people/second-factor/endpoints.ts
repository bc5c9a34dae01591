import { calls, isRefusal } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { type Counter, overLimit, withRetryAfter } from '../../shared/limit.js';
import { accountsToken, secondFactorToken, sessionsToken } from '../../shared/tokens.js';
import type { Accounts, ProvePassword } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SecondFactor } from './second-factor.js';

export interface SecondFactorServices {
  readonly secondFactor: SecondFactor;
  readonly provePassword: ProvePassword;
  /** Limits first codes per account. */
  readonly firstCodesPerAccount: Counter;
  readonly now: () => Date;
}

const causeOf = (exchange: Exchange): Cause => {
  const { id, role } = signedIn(exchange);
  return { actor: { id, role }, correlationId: exchange.correlationId };
};

@Controller()
export class SecondFactorEndpoints {
  constructor(
    @Inject(secondFactorToken) private readonly services: SecondFactorServices,
    @Inject(accountsToken) private readonly accounts: Accounts,
    @Inject(sessionsToken) private readonly sessions: Sessions,
  ) {}

  @Serves(calls.getSecondFactor)
  async get(_input: CallInput<typeof calls.getSecondFactor>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const [user, left, hasPassword] = await Promise.all([
      this.accounts.find(id),
      this.services.secondFactor.recoveryCodesLeft(id),
      this.accounts.hasPassword(id),
    ]);
    const on = user?.secondFactor === true;
    return { on, recovery_codes_left: on ? left : 0, has_password: hasPassword };
  }

  /** Asks for the password again: a stolen session must not lock the owner out. */
  @Serves(calls.setUpSecondFactor)
  async setUp({ body }: CallInput<typeof calls.setUpSecondFactor>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const { provePassword, secondFactor } = this.services;
    const proven = await provePassword(id, body.password, exchange.network);
    return isRefusal(proven) ? withRetryAfter(exchange, proven) : secondFactor.setUp(id);
  }

  @Serves(calls.turnOnSecondFactor)
  async turnOn({ body }: CallInput<typeof calls.turnOnSecondFactor>, exchange: Exchange) {
    const { id, sessionId } = signedIn(exchange);
    const { firstCodesPerAccount, now } = this.services;
    const limited = await overLimit(exchange, now(), [firstCodesPerAccount, id]);
    if (limited) return limited;
    const codes = await this.services.secondFactor.turnOn(id, body.code, causeOf(exchange));
    if (isRefusal(codes)) return codes;
    await this.sessions.prove(sessionId);
    return { recovery_codes: [...codes] };
  }

  @Serves(calls.renewRecoveryCodes)
  async renew({ body }: CallInput<typeof calls.renewRecoveryCodes>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const codes = await this.services.secondFactor.renewRecoveryCodes(id, body.code, causeOf(exchange));
    return isRefusal(codes) ? withRetryAfter(exchange, codes) : { recovery_codes: [...codes] };
  }

  @Serves(calls.turnOffSecondFactor)
  async turnOff({ body }: CallInput<typeof calls.turnOffSecondFactor>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    return withRetryAfter(
      exchange,
      (await this.services.secondFactor.turnOff(id, body.code, causeOf(exchange))) ?? {},
    );
  }

  @Serves(calls.proveSecondFactor)
  async prove({ body }: CallInput<typeof calls.proveSecondFactor>, exchange: Exchange) {
    const { id, sessionId } = signedIn(exchange);
    const refused = await this.services.secondFactor.spend(id, body.code);
    if (refused) return withRetryAfter(exchange, refused);
    await this.sessions.prove(sessionId);
    return {};
  }
}
