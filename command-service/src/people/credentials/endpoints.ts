import { randomUUID } from 'node:crypto';
import { calls, headers, isRefusal, refuse } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import { type CallInput, type Exchange, Serves, signedIn } from '@groundswell/platform/http';
import type { Links } from '@groundswell/platform/links';
import { Controller, Inject } from '@nestjs/common';
import { answerOnce, followedIn } from '../../shared/followed-link.js';
import { isProven, type SpendableProofs } from '../../shared/identity-proof.js';
import type { Inbox } from '../../shared/inbox.js';
import { type Counter, overLimit, withRetryAfter } from '../../shared/limit.js';
import { signInMethodsToken } from '../../shared/tokens.js';
import type { Accounts, ProvePassword } from '../account/accounts.js';
import { deviceOf } from '../sign-in/device.js';
import type { SignIn } from '../sign-in/sign-in.js';
import type { EmailChange } from './email-change.js';
import type { GoogleSignIn } from './google/google-sign-in.js';
import { type PasswordReset, resetKind, resetWish } from './password-reset.js';
import { refuseWeakPassword } from './password-rules.js';

/** Passwords, addresses and Google accounts that people sign in with. */
export interface SignInMethods {
  readonly passwordReset: PasswordReset;
  readonly inbox: Pick<Inbox, 'note'>;
  readonly googleSignIn: GoogleSignIn;
  readonly emailChange: EmailChange;
  readonly links: Pick<Links, 'spentWith'>;
  readonly identityProofs: SpendableProofs;
  readonly signIn: Pick<SignIn, 'goOn'>;
  readonly accounts: Pick<Accounts, 'find' | 'emailOf' | 'setPassword'>;
  readonly provePassword: ProvePassword;
  /** Undefined when Google sign-in is not configured. */
  readonly google: { readonly clientId: string; readonly scriptUrl: string } | undefined;
  /** Undefined when no maps provider is configured. */
  readonly maps: { readonly key: string; readonly scriptUrl: string } | undefined;
  readonly limits: { readonly perAddress: Counter; readonly perEmail: Counter };
  /** A keyed hash of a request. */
  readonly digest: (text: string) => string;
  readonly now: () => Date;
}

/** A request repeated because the service was too busy carries the same proof. */
const useOf = (exchange: Exchange): string => exchange.header(headers.idempotencyKey) ?? randomUUID();

@Controller()
export class CredentialEndpoints {
  constructor(@Inject(signInMethodsToken) private readonly methods: SignInMethods) {}

  @Serves(calls.getSignInOptions)
  options() {
    const { google } = this.methods;
    return { google_client_id: google?.clientId ?? null, google_script_url: google?.scriptUrl ?? null };
  }

  @Serves(calls.getMapsOptions)
  mapsOptions() {
    const { maps } = this.methods;
    return { maps_key: maps?.key ?? null, maps_script_url: maps?.scriptUrl ?? null };
  }

  @Serves(calls.requestPasswordReset)
  async requestReset({ body }: CallInput<typeof calls.requestPasswordReset>, exchange: Exchange) {
    const { inbox, limits, now } = this.methods;
    const refusal = await overLimit(
      exchange,
      now(),
      [limits.perAddress, exchange.network],
      // Others who ask about this address use up their own count.
      [limits.perEmail, `${exchange.network} ${body.email}`],
    );
    if (refusal) return refusal;
    await inbox.note(resetKind, resetWish(body.email, exchange.network), exchange.correlationId);
    return {};
  }

  @Serves(calls.resetPassword)
  async reset({ body }: CallInput<typeof calls.resetPassword>, exchange: Exchange) {
    return (
      (await this.refuseTooMany(exchange)) ??
      (await this.methods.passwordReset.reset(
        followedIn(body.token, exchange),
        body.password,
        exchange.network,
        exchange.correlationId,
      )) ??
      {}
    );
  }

  /** Ends every session, including any that a thief has a token of; the answer starts a new one. */
  @Serves(calls.changePassword)
  async changePassword({ body }: CallInput<typeof calls.changePassword>, exchange: Exchange) {
    const { accounts, signIn, identityProofs } = this.methods;
    const { id, role } = signedIn(exchange);
    const limited = await this.refuseTooMany(exchange, id);
    if (limited) return limited;
    const { correlationId } = exchange;
    const weak = refuseWeakPassword(body.password, await accounts.emailOf(id));
    if (weak) return weak;
    if (!(await isProven(identityProofs, exchange, '/user/password_change/', useOf(exchange))))
      return refuse('IdentityProofNeeded');
    const set = await accounts.setPassword(id, body.password, { actor: { id, role }, correlationId });
    return isRefusal(set) ? set : signIn.goOn(id, deviceOf(exchange.header('user-agent')), set);
  }

  @Serves(calls.requestEmailChange)
  async requestEmailChange({ body }: CallInput<typeof calls.requestEmailChange>, exchange: Exchange) {
    const { emailChange, identityProofs, limits, now } = this.methods;
    const { id, role } = signedIn(exchange);
    const { correlationId } = exchange;
    // Each request sends two mails.
    const limited =
      (await this.refuseTooMany(exchange, id)) ?? (await overLimit(exchange, now(), [limits.perEmail, id]));
    if (limited) return limited;
    // One proof for one address: with others, it would mail anyone.
    const use = this.methods.digest(`${useOf(exchange)} ${body.email}`);
    if (!(await isProven(identityProofs, exchange, '/user/email_change/', use)))
      return refuse('IdentityProofNeeded');
    const commandId = derivedId('email change requested', id, use);
    return (
      (await emailChange.request(id, body.email, { actor: { id, role }, correlationId, commandId })) ?? {}
    );
  }

  @Serves(calls.confirmEmailChange)
  async confirmEmailChange({ body }: CallInput<typeof calls.confirmEmailChange>, exchange: Exchange) {
    const { emailChange, links } = this.methods;
    return (
      (await this.refuseTooMany(exchange)) ??
      answerOnce(links, 'confirm_email', followedIn(body.token, exchange), (link) =>
        emailChange.confirm(link, exchange.correlationId),
      )
    );
  }

  @Serves(calls.stopEmailChange)
  async stopEmailChange({ body }: CallInput<typeof calls.stopEmailChange>, exchange: Exchange) {
    const { emailChange, links } = this.methods;
    return (
      (await this.refuseTooMany(exchange)) ??
      answerOnce(links, 'stop_email_change', followedIn(body.token, exchange), emailChange.stop)
    );
  }

  @Serves(calls.signInWithGoogle)
  async signIn({ body }: CallInput<typeof calls.signInWithGoogle>, exchange: Exchange) {
    const device = deviceOf(exchange.header('user-agent'));
    return (
      (await this.refuseTooMany(exchange)) ??
      this.methods.googleSignIn.signIn(body.access_token, device, exchange.correlationId)
    );
  }

  /** Asks for the password again: a stolen session must not become a permanent way in. */
  @Serves(calls.linkGoogle)
  async link({ body }: CallInput<typeof calls.linkGoogle>, exchange: Exchange) {
    const { id } = signedIn(exchange);
    const { googleSignIn, provePassword } = this.methods;
    const limited = await this.refuseTooMany(exchange, id);
    if (limited) return limited;
    const stands = await provePassword(id, body.password, exchange.network);
    if (isRefusal(stands)) return withRetryAfter(exchange, stands);
    return (await googleSignIn.link(id, body.access_token, stands, exchange.correlationId)) ?? {};
  }

  @Serves(calls.getGoogleLink)
  async googleLink(_input: CallInput<typeof calls.getGoogleLink>, exchange: Exchange) {
    return { linked: (await this.methods.accounts.find(signedIn(exchange).id))?.googleLinked === true };
  }

  @Serves(calls.unlinkGoogle)
  async unlink(_input: CallInput<typeof calls.unlinkGoogle>, exchange: Exchange) {
    const { id, sessionId } = signedIn(exchange);
    return (await this.methods.googleSignIn.unlink(id, sessionId, exchange.correlationId)) ?? {};
  }

  /** @param counted the caller's id once they are signed in, so that strangers of their network use up nothing of theirs */
  private refuseTooMany(exchange: Exchange, counted = exchange.network) {
    const { limits, now } = this.methods;
    return overLimit(exchange, now(), [limits.perAddress, counted]);
  }
}
