import { TOTP } from 'otpauth';

/** The code an authenticator app currently shows. @param secret base32 */
export const codeOfApp = (secret: string): string => new TOTP({ secret }).generate();
