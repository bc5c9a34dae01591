/** What the stub for Google returns for a token. */
export interface GoogleAccount {
  readonly aud: string;
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean | string;
  readonly hd?: string;
  readonly azp?: string;
  readonly expires_in?: string;
  /** Subject from `userinfo`, when it differs from that of `tokeninfo`. */
  readonly otherSub?: string;
}

export const clientId = 'groundswell.apps.example';
/** By token. */
export const accounts = new Map<string, GoogleAccount>();

/** Responds like Google's two endpoints. */
export const answerOf = (path: string, token: string): object | undefined => {
  const account = accounts.get(token);
  if (!account) return undefined;
  const { aud, sub, azp = aud, expires_in = '3599', otherSub = sub, ...user } = account;
  return path === '/tokeninfo'
    ? { aud, azp, sub, expires_in, scope: 'openid email', access_type: 'online' }
    : { sub: otherSub, email_verified: true, ...user };
};
