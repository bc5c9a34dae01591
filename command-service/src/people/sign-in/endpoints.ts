import { calls, type Refusal, type Session } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { withRetryAfter } from '../../shared/limit.js';
import { signInToken } from '../../shared/tokens.js';
import { deviceOf } from './device.js';
import type { SignIn } from './sign-in.js';

@Controller()
export class SignInEndpoints {
  constructor(@Inject(signInToken) private readonly signIns: SignIn) {}

  @Serves(calls.signIn)
  async signIn({ body }: CallInput<typeof calls.signIn>, exchange: Exchange): Promise<Session | Refusal> {
    const device = deviceOf(exchange.header('user-agent'));
    const answer = await this.signIns.signIn({ ...body, network: exchange.network, device });
    return withRetryAfter(exchange, answer);
  }

  @Serves(calls.completeSignIn)
  async complete({ body }: CallInput<typeof calls.completeSignIn>, exchange: Exchange) {
    const device = deviceOf(exchange.header('user-agent'));
    const answer = await this.signIns.complete({ ...body, network: exchange.network, device });
    return withRetryAfter(exchange, answer);
  }

  @Serves(calls.refreshToken)
  async refresh({ body }: CallInput<typeof calls.refreshToken>, exchange: Exchange) {
    return withRetryAfter(exchange, await this.signIns.refresh(body.refresh));
  }

  /** Answers the same for an unknown token: there is no session, as requested. */
  @Serves(calls.signOut)
  async signOut({ body }: CallInput<typeof calls.signOut>) {
    await this.signIns.signOut(body.refresh);
    return {};
  }
}
