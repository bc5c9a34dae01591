import { TOTP } from 'otpauth';

/** The code that an authenticator app shows at this moment. @param secret base32 */
export const codeOfApp = (secret: string): string => new TOTP({ secret }).generate();
