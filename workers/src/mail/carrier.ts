/** An email to one address. */
export interface Message {
  /** Id of the event that triggered it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Accepts a mail, or throws `NotTaken` when it certainly did not. Any other error leaves that open. */
export interface Carrier {
  carry(message: Message): Promise<void>;
}

/**
 * The mail was certainly not accepted: another attempt cannot send it twice. Mentions neither address nor
 * content.
 */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';

  constructor(
    reason: string,
    /** A retry would be refused in the same way. */
    readonly forGood: boolean,
  ) {
    super(`the mail server didn’t accept the email: ${reason}`);
  }
}
