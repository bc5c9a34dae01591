import type { Actor } from '@groundswell/contracts';

/** Who changes an account, and the request or job behind it. */
export interface Cause {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly reason?: string | undefined;
  /** Set where a repeat must find what the first attempt wrote. */
  readonly commandId?: string | undefined;
  /** Set where it happened before it could be recorded: ISO 8601. */
  readonly occurredAt?: string | undefined;
}
