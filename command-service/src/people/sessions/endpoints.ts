import { calls, refuse } from '@groundswell/contracts';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { sessionsToken } from '../../shared/tokens.js';
import type { Sessions } from './sessions.js';

@Controller()
export class SessionEndpoints {
  constructor(@Inject(sessionsToken) private readonly sessions: Sessions) {}

  @Serves(calls.getSessions)
  async list(_input: CallInput<typeof calls.getSessions>, exchange: Exchange) {
    const { id, sessionId: current } = signedIn(exchange);
    const open = await this.sessions.listOf(id);
    return {
      sessions: open.map(({ sessionId, device, startedAt, lastUsedAt }) => ({
        id: sessionId,
        device,
        began_at: startedAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        current: sessionId === current,
      })),
    };
  }

  @Serves(calls.endSession)
  async end({ body }: CallInput<typeof calls.endSession>, exchange: Exchange) {
    const ended = await this.sessions.endOne(signedIn(exchange).id, body.id);
    return ended ? {} : refuse('SessionNotFound');
  }

  @Serves(calls.endOtherSessions)
  async endOthers(_input: CallInput<typeof calls.endOtherSessions>, exchange: Exchange) {
    const { id, sessionId } = signedIn(exchange);
    return { ended: await this.sessions.endOthers(id, sessionId) };
  }
}
