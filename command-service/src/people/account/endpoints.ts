import { calls, refuse } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { rememberedPeopleToken } from '../../shared/tokens.js';
import type { RememberedPeople } from './remembered-people.js';

@Controller()
export class UserEndpoints {
  constructor(@Inject(rememberedPeopleToken) private readonly people: RememberedPeople) {}

  @Serves(calls.getUser)
  async getUser(_input: CallInput<typeof calls.getUser>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const person = await this.people.find(id);
    if (!person) return refuse('user_not_found');
    return { id, email: person.email, is_staff: person.user.staff, dropbox_token: null };
  }
}
