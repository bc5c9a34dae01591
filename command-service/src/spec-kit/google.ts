/** What our stand-in for Google says about a token. */
export interface GoogleAccount {
  readonly aud: string;
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean | string;
  readonly hd?: string;
  readonly azp?: string;
  readonly expires_in?: string;
  /** Of `userinfo`, when it is another one than that of `tokeninfo`. */
  readonly otherSub?: string;
}

export const clientId = 'groundswell.apps.example';
/** By the tokens that stand for them. */
export const accounts = new Map<string, GoogleAccount>();

/** Answers as the two endpoints of Google do. */
export const answerOf = (path: string, token: string): object | undefined => {
  const account = accounts.get(token);
  if (!account) return undefined;
  const { aud, sub, azp = aud, expires_in = '3599', otherSub = sub, ...user } = account;
  return path === '/tokeninfo'
    ? { aud, azp, sub, expires_in, scope: 'openid email', access_type: 'online' }
    : { sub: otherSub, email_verified: true, ...user };
};
