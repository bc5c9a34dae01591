import { calls, isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { type Counter, type Limited, overLimit, withRetryAfter } from '../../shared/limit.js';
import { provingToken } from '../../shared/tokens.js';
import type { Accounts, ProvePassword } from '../account/accounts.js';
import type { SecondFactor } from '../second-factor/second-factor.js';
import type { GoogleSignIn } from './google/google-sign-in.js';
import type { IdentityProofs } from './identity-proofs.js';

export interface Proving {
  readonly identityProofs: IdentityProofs;
  readonly accounts: Pick<Accounts, 'find' | 'hasPassword'>;
  readonly provePassword: ProvePassword;
  readonly secondFactor: Pick<SecondFactor, 'spend'>;
  readonly googleSignIn: Pick<GoogleSignIn, 'prove'>;
  readonly perAddress: Counter;
  readonly now: () => Date;
}

type Way = 'code' | 'password' | 'google';
type Given = CallInput<typeof calls.proveIdentity>['body'];

const inField = (refusal: Refusal, field: keyof Given) => ({
  ...refusal,
  fields: { [field]: refusal.message },
});

@Controller()
export class ProvingEndpoints {
  constructor(@Inject(provingToken) private readonly services: Proving) {}

  @Serves(calls.getIdentityProofWay)
  async way(_input: CallInput<typeof calls.getIdentityProofWay>, exchange: Exchange) {
    return { way: await this.wayOf(signedIn(exchange).id) };
  }

  @Serves(calls.proveIdentity)
  async prove({ body }: CallInput<typeof calls.proveIdentity>, exchange: Exchange) {
    const { id: userId, sessionId } = signedIn(exchange);
    const refused = await this.refusedOf(userId, body, exchange);
    if (refused) return withRetryAfter(exchange, refused);
    return { proof: await this.services.identityProofs.issue({ userId, sessionId, path: body.for }) };
  }

  /** Uses the strongest factor they have: given a choice, a thief would pick the one they stole. */
  private async wayOf(userId: string): Promise<Way> {
    const { accounts } = this.services;
    if ((await accounts.find(userId))?.secondFactor) return 'code';
    return (await accounts.hasPassword(userId)) ? 'password' : 'google';
  }

  private async refusedOf(
    userId: string,
    { code, password, google_access_token: token }: Given,
    exchange: Exchange,
  ): Promise<Refusal | Limited | undefined> {
    const way = await this.wayOf(userId);
    if (way === 'code' && code !== undefined) {
      const refused = await this.services.secondFactor.spend(userId, code);
      return refused && { ...inField(refused, 'code'), ...refused };
    }
    if (way === 'password' && password !== undefined) {
      const proven = await this.services.provePassword(userId, password, exchange.network);
      return isRefusal(proven) ? proven : undefined;
    }
    if (way === 'google' && token !== undefined) return this.refusedToken(userId, token, exchange);
    return refuse('IdentityProofNeeded', askFor[way]);
  }

  private async refusedToken(userId: string, token: string, exchange: Exchange) {
    const { googleSignIn, perAddress, now } = this.services;
    const limited = await overLimit(exchange, now(), [perAddress, userId]);
    return limited ?? googleSignIn.prove(userId, token);
  }
}

const askFor: Readonly<Record<Way, string>> = {
  code: 'Confirm it’s you with a code from your authenticator app.',
  password: 'Confirm it’s you with your password.',
  google: 'Confirm it’s you with Google.',
};
