import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Carrier, type Message, NotTaken } from './carrier.js';

export interface SmtpPlace {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** `Groundswell <hello@example.com>` */
  readonly from: string;
}

/** Milliseconds. A slower server is treated as unavailable. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;

const isLoopback = (host: string | undefined): boolean => /^(localhost|127\.|\[?::1)/.test(host ?? '');

/**
 * The part of a failure that may be logged: codes, never the server's text, which often repeats the address.
 */
const reasonOf = (fault: unknown): string => {
  const { code, command, responseCode } = fault as Record<string, unknown>;
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};

const isForGood = (fault: unknown): boolean => {
  const { code, responseCode } = fault as { code?: unknown; responseCode?: unknown };
  // A rejected sign-in is a configuration error on this side. The email itself may go through later.
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500;
};

const compose = ({ id, to, subject, text, html }: Message, from: string): Promise<Buffer> => {
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'groundswell';
  return new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    // Receivers drop a second copy with the same id.
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
    .compile()
    .build();
};

/**
 * Sends by SMTP, with one connection per email. Before the server asks for the content, it cannot have accepted the
 * email; after that, only its reply tells.
 */
export const smtpCarrier = ({ url, from }: SmtpPlace): Carrier => {
  const { auth, ...place } = parseConnectionUrl(url);
  const sender = /<([^>]+)>/.exec(from)?.[1] ?? from;
  return {
    async carry(message) {
      const content = await compose(message, from);
      let begun = false;
      const body = new Readable({
        read() {
          begun = true;
          this.push(content);
          this.push(null);
        },
      });
      const connection = new SMTPConnection({
        ...place,
        ...patience,
        // Passwords never leave this machine unencrypted.
        requireTLS: auth !== undefined && !isLoopback(place.host),
      });
      try {
        await new Promise<void>((resolve, reject) => {
          connection.on('error', reject);
          connection.connect((fault) => {
            if (fault) return reject(fault);
            const send = () =>
              connection.send({ from: sender, to: [message.to] }, body, (refusal) =>
                refusal ? reject(refusal) : resolve(),
              );
            if (!auth) return send();
            return connection.login(auth, (refusal) => (refusal ? reject(refusal) : send()));
          });
        });
      } catch (fault) {
        const answered = typeof (fault as { responseCode?: unknown }).responseCode === 'number';
        if (!begun || answered) throw new NotTaken(reasonOf(fault), isForGood(fault));
        throw new Error(`it is unknown whether the mail server accepted the email: ${reasonOf(fault)}`);
      } finally {
        connection.close();
      }
    },
  };
};
