import { type Refusal, refuse } from '@groundswell/contracts';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser, TokenVerifier } from '../identity/access-token.js';
import { rememberUser } from './exchange.js';
import { Refused } from './refused.js';
import { servedCallOf } from './serves.js';

/**
 * Checks a verified token against the service's own state: since it was signed, the session may have ended or
 * a role may have been revoked.
 */
export type Confirm = (user: CurrentUser, access: 'user' | 'staff') => Promise<Refusal | undefined>;

const bearer = /^Bearer ([\w.-]+)$/i;

/** Denies everything that a call of the contract does not grant. */
export class CallGuard implements CanActivate {
  constructor(
    private readonly verify: TokenVerifier,
    private readonly confirm: Confirm | undefined,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = servedCallOf(context.getHandler());
    if (!call) throw new Refused(refuse('NotFound'));
    if (call.access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    const user = token === undefined ? undefined : await this.verify(token);
    if (!user) throw new Refused(refuse('NotSignedIn'));
    rememberUser(request, user);
    const refusal = this.confirm
      ? await this.confirm(user, call.access)
      : call.access === 'staff' && user.role !== 'staff'
        ? refuse('NotStaff')
        : undefined;
    if (refusal) throw new Refused(refusal);
    return true;
  }
}
