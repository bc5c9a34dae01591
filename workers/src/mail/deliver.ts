import type { Log } from '@groundswell/platform';
import { type Job, PermanentFailure } from '@groundswell/platform/queue';
import type { Vault } from '@groundswell/platform/vault';
import { type Carrier, NotTaken } from './carrier.js';
import { htmlOf, textOf } from './letter.js';
import { type Writing, writeLetter } from './letters.js';
import { longestDelay } from './mailable.js';
import type { Outbox } from './outbox.js';

/** What lies in Redis for a mail. */
export type MailJob = { readonly eventId: string };

export interface Delivery extends Writing {
  readonly outbox: Outbox;
  readonly vault: Pick<Vault, 'get'>;
  readonly carrier: Carrier;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Sends one mail, at most once: the step to `handed over` is the fence, taken before the carrier is asked. It is
 * taken back only when the carrier certainly did not take the mail.
 */
export const deliver = async (
  delivery: Delivery,
  { data, attempt, attempts }: Pick<Job<MailJob>, 'data' | 'attempt' | 'attempts'>,
): Promise<void> => {
  const { outbox, vault, carrier, now, log } = delivery;
  const mail = await outbox.waiting(data.eventId);
  if (!mail) return;
  const { eventId } = mail;
  if (now().getTime() - Date.parse(mail.occurredAt) > longestDelay[mail.kind]) {
    await outbox.move(eventId, 'waiting', 'too late');
    return;
  }
  const { email } = await vault.get(mail.personId, ['email']);
  if (email === undefined) {
    await outbox.move(eventId, 'waiting', 'no address');
    return;
  }
  const letter = await writeLetter(mail, delivery);
  if (!letter) {
    await outbox.move(eventId, 'waiting', 'no occasion');
    return;
  }
  if (!(await outbox.move(eventId, 'waiting', 'handed over'))) return;
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
    const last = fault.forGood || attempt >= attempts;
    await outbox.move(eventId, 'handed over', last ? 'gave up' : 'waiting');
    throw fault.forGood ? new PermanentFailure(fault.message) : fault;
  }
  await outbox.move(eventId, 'handed over', 'sent');
  log.info({ eventId, kind: mail.kind }, 'mail sent');
};
