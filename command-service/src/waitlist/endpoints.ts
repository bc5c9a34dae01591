import { calls, refuse } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { answerOnce, followedIn } from '../shared/followed-link.js';
import { overLimit } from '../shared/limit.js';
import { waitlistToken } from '../shared/tokens.js';
import { joinKind, type WaitlistServices, wishOf } from './services.js';

@Controller()
export class WaitlistEndpoints {
  constructor(@Inject(waitlistToken) private readonly services: WaitlistServices) {}

  /** Queues the request and responds. Only the mailbox reveals the outcome and whether the address is known. */
  @Serves(calls.joinWaitlist)
  async join({ body }: CallInput<typeof calls.joinWaitlist>, exchange: Exchange) {
    const { inbox, conceptExists, limits, now } = this.services;
    const { email, concept_id: conceptId } = body;
    const refusal = await overLimit(
      exchange,
      now(),
      [limits.perAddress, exchange.network],
      // Others who ask about this address use up their own count; how often a mail is sent is decided with the place.
      [limits.perEmail, `${exchange.network} ${email}`],
    );
    if (refusal) return refusal;
    if (conceptId && !(await conceptExists(conceptId))) return refuse('ConceptNotFound');
    await inbox.note(joinKind, wishOf({ email, conceptId: conceptId ?? undefined }), exchange.correlationId);
    return {};
  }

  @Serves(calls.confirmWaitlist)
  async confirm({ body }: CallInput<typeof calls.confirmWaitlist>, exchange: Exchange) {
    const { waitlist, links, limits, now } = this.services;
    return (
      (await overLimit(exchange, now(), [limits.perAddress, exchange.network])) ??
      answerOnce(links, 'confirm_waitlist', followedIn(body.token, exchange), (link) =>
        waitlist.confirm(link, exchange.correlationId),
      )
    );
  }

  @Serves(calls.leaveWaitlist)
  async leave({ body }: CallInput<typeof calls.leaveWaitlist>, exchange: Exchange) {
    const { waitlist, limits, now } = this.services;
    return (
      (await overLimit(exchange, now(), [limits.perAddress, exchange.network])) ??
      (await waitlist.leave(body.token, exchange.correlationId)) ??
      {}
    );
  }
}
