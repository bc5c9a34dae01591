import type { Log } from '@groundswell/platform';
import { newSecret } from '@groundswell/platform/identity';
import { type Links, type LinkToIssue, mailboxOf } from '@groundswell/platform/links';
import { type Job, PermanentFailure } from '@groundswell/platform/queue';
import type { Vault } from '@groundswell/platform/vault';
import { type Carrier, NotTaken } from './carrier.js';
import { htmlOf, textOf } from './letter.js';
import { type Writing, writeLetter } from './letters.js';
import { addressFields, type DueMail, longestDelay } from './mailable.js';
import type { Outbox } from './outbox.js';

/** A mail's data in Redis. */
export type MailJob = {
  readonly eventId: string;
  /** Set by the sweep: the email was waiting without a known job. */
  readonly again?: true;
};

export interface Delivery extends Omit<Writing, 'linkTo'> {
  readonly links: Pick<Links, 'issue' | 'withdraw'>;
  readonly outbox: Outbox;
  readonly vault: Pick<Vault, 'get' | 'find' | 'digest'>;
  readonly carrier: Carrier;
  readonly log: Log;
}

const addressOf = async (
  vault: Delivery['vault'],
  { personId, kind }: DueMail,
): Promise<string | undefined> => {
  const field = addressFields[kind] ?? 'email';
  return (await vault.get(personId, [field]))[field];
};

/**
 * The letter, whose links are issued once this attempt alone may send it: the tokens of another one that wrote the
 * same letter would replace them.
 */
const written = async (mail: DueMail, email: string, delivery: Delivery) => {
  const promised: { readonly link: LinkToIssue; readonly token: string }[] = [];
  const linkTo = (link: LinkToIssue): string => {
    const token = newSecret();
    // Of a change of the address, what its link undoes depends on the mailbox. Other links do the same from any.
    const mailed = link.purpose === 'stop_email_change' ? { mailbox: mailboxOf(delivery.vault, email) } : {};
    promised.push({ link: { ...link, ...mailed }, token });
    return token;
  };
  return {
    letter: await writeLetter(mail, { ...delivery, linkTo }),
    /**
     * A link is for a person: one that is issued after their address has changed must not reach the former one. Without
     * links, nothing depends on that moment.
     * @returns whether this attempt alone may send the mail there
     * @throws after the mail was put back to wait
     */
    async handOver(): Promise<boolean> {
      if (!(await delivery.outbox.move(mail.eventId, 'waiting', 'handed over'))) return false;
      if (promised.length === 0) return true;
      try {
        for (const { link, token } of promised) await delivery.links.issue(link, token);
        if ((await addressOf(delivery.vault, mail)) === email) return true;
        for (const { token } of promised) await delivery.links.withdraw(token);
        await delivery.outbox.move(mail.eventId, 'handed over', 'no occasion');
        return false;
      } catch (fault) {
        await delivery.outbox.move(mail.eventId, 'handed over', 'waiting');
        throw fault;
      }
    },
  };
};

/**
 * Sends one mail, at most once: the step to `handed over` is the fence, taken before the carrier is asked. It
 * is undone only when the carrier certainly did not accept the mail. Such a mail waits until it is too late
 * for it: a server may be down for longer than a job is retried.
 * @throws NotTaken, or why it could not even be handed over
 */
export const attempt = async (delivery: Delivery, mail: DueMail): Promise<void> => {
  const { outbox, vault, carrier, now, log } = delivery;
  const { eventId } = mail;
  if (now().getTime() - Date.parse(mail.occurredAt) > longestDelay[mail.kind]) {
    await outbox.move(eventId, 'waiting', 'too late');
    return;
  }
  const email = await addressOf(vault, mail);
  if (email === undefined) {
    await outbox.move(eventId, 'waiting', 'no address');
    return;
  }
  const { letter, handOver } = await written(mail, email, delivery);
  if (!letter) {
    await outbox.move(eventId, 'waiting', 'no occasion');
    return;
  }
  if (!(await handOver())) return;
  try {
    await carrier.carry({
      id: eventId,
      to: email,
      subject: letter.subject,
      text: textOf(letter),
      html: htmlOf(letter),
    });
  } catch (fault) {
    if (!(fault instanceof NotTaken)) {
      log.error({ err: fault, eventId, kind: mail.kind }, 'a mail may have been sent; it is not sent again');
      return;
    }
    await outbox.move(eventId, 'handed over', fault.forGood ? 'gave up' : 'waiting');
    throw fault;
  }
  await outbox.move(eventId, 'handed over', 'sent');
  log.info({ eventId, kind: mail.kind }, 'mail sent');
};

/** Does a job: attempts to send a mail that waits. */
export const deliver = async (
  delivery: Delivery,
  { data, attempt: number, attempts }: Pick<Job<MailJob>, 'data' | 'attempt' | 'attempts'>,
): Promise<void> => {
  const { outbox, log } = delivery;
  // A job for an email that was given up is one that an operator has rerun.
  await outbox.move(data.eventId, 'gave up', 'waiting');
  const mail = await outbox.waiting(data.eventId);
  if (!mail) return;
  try {
    await attempt(delivery, mail);
  } catch (fault) {
    if (!(fault instanceof NotTaken)) throw fault;
    if (fault.forGood) throw new PermanentFailure(fault.message);
    if (!data.again || number < attempts) throw fault;
    // Its first job is listed as failed; further ones would hide the others there.
    log.error(
      { err: fault, eventId: mail.eventId, kind: mail.kind },
      'an email is still waiting for a mail server to accept it',
    );
  }
};
