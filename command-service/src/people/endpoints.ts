import { calls, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { rememberedPeopleToken, signInToken } from '../shared/tokens.js';
import { deviceOf } from './device.js';
import type { RememberedPeople } from './remembered-people.js';
import type { SignIn } from './sign-in.js';

@Controller()
export class PeopleEndpoints {
  constructor(
    @Inject(signInToken) private readonly signIns: SignIn,
    @Inject(rememberedPeopleToken) private readonly people: RememberedPeople,
  ) {}

  @Serves(calls.signIn)
  async signIn({ body }: CallInput<typeof calls.signIn>, exchange: Exchange): Promise<Session | Refusal> {
    const device = deviceOf(exchange.header('user-agent'));
    const answer = await this.signIns.signIn({ ...body, network: exchange.network, device });
    if ('retryAfter' in answer) exchange.setHeader('retry-after', String(answer.retryAfter));
    return answer;
  }

  @Serves(calls.refreshToken)
  refresh({ body }: CallInput<typeof calls.refreshToken>) {
    return this.signIns.refresh(body.refresh);
  }

  /** Says the same for a token that is unknown: there is no session, as asked. */
  @Serves(calls.signOut)
  async signOut({ body }: CallInput<typeof calls.signOut>) {
    await this.signIns.signOut(body.refresh);
    return {};
  }

  @Serves(calls.getUser)
  async getUser(_input: CallInput<typeof calls.getUser>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const person = await this.people.find(id);
    if (!person) return refuse('user_not_found');
    return { id, email: person.email, is_staff: person.user.staff, dropbox_token: null };
  }
}
