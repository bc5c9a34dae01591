import { type LinkScreen, linkOf } from '@groundswell/contracts';
import type { LinkToIssue } from '@groundswell/platform/links';
import { ownerOfEmail, pendingEmailField, type Vault } from '@groundswell/platform/vault';
import type { AccountTurn } from './account-turn.js';
import type { Letter } from './letter.js';
import type { DueMail, MailKind, PersonMailKind } from './mailable.js';
import { momentOf } from './moment.js';
import { writeMoneyLetter } from './money-letters.js';

export interface Writing {
  /** The token of a link that is issued once the mail is sent. */
  readonly linkTo: (link: LinkToIssue) => string;
  /** Public URL of the site. Links never use the `Host` header. */
  readonly publicUrl: string;
  /** Tells whether an address already belongs to someone; the person who wants it must not learn this. */
  readonly vault: Pick<Vault, 'get' | 'find'>;
  /** Whether a person has more than a place on the waitlist. */
  readonly hasAccount: (personId: string) => Promise<boolean>;
  /** The state that a mail about money is about, from the log. */
  readonly turnOf: (mail: DueMail) => Promise<AccountTurn>;
  readonly now: () => Date;
}

type Writer = (mail: DueMail, writing: Omit<Writing, 'turnOf'>) => Promise<Letter>;

const hour = 3_600_000;
const day = 24 * hour;

const urlOfLink = (
  { linkTo, publicUrl }: Omit<Writing, 'turnOf'>,
  { eventId, personId }: DueMail,
  screen: LinkScreen,
  lifetime: number,
): string => linkOf(publicUrl, screen, linkTo({ purpose: screen, personId, cause: eventId, lifetime }));

/**
 * What a link about an address does ends some time after the event, however late the mail is.
 * @returns its URL, and until when it works, as text
 */
const linkUntil = (
  writing: Omit<Writing, 'turnOf'>,
  mail: DueMail,
  screen: LinkScreen,
  time: number,
): { readonly url: string; readonly until: string } => {
  const end = Date.parse(mail.occurredAt) + time;
  const url = urlOfLink(writing, mail, screen, end - writing.now().getTime());
  return { url, until: `until ${momentOf(new Date(end).toISOString())}` };
};

/** Whether the pending address belongs to another account by now, or did recently. */
const isTaken = async (
  { personId }: DueMail,
  { vault, hasAccount }: Omit<Writing, 'turnOf'>,
): Promise<boolean> => {
  const pending = (await vault.get(personId, [pendingEmailField]))[pendingEmailField];
  const owner = pending === undefined ? undefined : await ownerOfEmail(vault, pending);
  return owner !== undefined && owner !== personId && hasAccount(owner);
};

/** Reports a change to how a person signs in, and what to do if they did not make it. */
const changed =
  (
    subject: string,
    paragraphsOf: (moment: string) => readonly string[],
    advice = 'If this wasn’t you, set a new password now.',
  ): Writer =>
  async (mail, { publicUrl }) => ({
    subject,
    paragraphs: paragraphsOf(momentOf(mail.occurredAt)),
    footnotes: [
      {
        text: advice,
        url: new URL('/password_reset_request/', publicUrl).href,
      },
    ],
  });

/** A link that sets the password; without an account, that opens one. */
const setPassword =
  (asked: string, advice: string, otherwise: string): Writer =>
  async (mail, writing) => ({
    subject: 'Set your password',
    paragraphs: [asked, advice],
    action: { label: 'Set my password', url: urlOfLink(writing, mail, 'password_reset', hour) },
    footnotes: [
      { text: 'The link works once, for one hour.' },
      { text: `If this wasn’t you, you can ignore this email. ${otherwise}` },
    ],
  });

const addressWasChanged: Writer = async (mail, writing) => {
  const { url, until } = linkUntil(writing, mail, 'stop_email_change', 3 * day);
  return {
    subject: 'Your account has a new email address',
    paragraphs: [
      `On ${momentOf(mail.occurredAt)} the email address of your Groundswell account was changed. You no longer sign in with this address. Every device was signed out. If you had linked a bank, the change put withdrawals on hold for a few days.`,
      'If this was you, no action is needed. If it wasn’t, undo the change now.',
    ],
    action: { label: 'Undo the change', url },
    footnotes: [{ text: `The link works once, ${until}. Once you’ve used it, set a new password.` }],
  };
};

const writers: Readonly<Record<PersonMailKind, Writer>> = {
  'confirm waitlist': async (mail, writing) => ({
    subject: 'Confirm your place on the waitlist',
    paragraphs: [
      'You asked us to tell you when investing opens on Groundswell.',
      'Confirm your address to keep your place. There’s no commitment.',
    ],
    action: {
      label: 'Confirm my address',
      url: urlOfLink(writing, mail, 'confirm_waitlist', 7 * day),
    },
    footnotes: [
      { text: 'The link works once, for seven days. If you didn’t ask for this, you can ignore this email.' },
      {
        text: 'Remove this address from the list',
        url: urlOfLink(writing, mail, 'leave_waitlist', 400 * day),
      },
    ],
  }),
  'reset password': setPassword(
    'Someone asked to reset the password of the Groundswell account with this address.',
    'If this was you, choose a new one. You’ll be signed out everywhere.',
    'Your password won’t change.',
  ),
  'account opening': setPassword(
    'Someone asked to open a Groundswell account with this address.',
    'If this was you, choose a password. That opens the account.',
    'No account will be opened.',
  ),
  'password changed': changed('Your password was changed', (moment) => [
    `The password of your Groundswell account was set on ${moment}. All devices were signed out, except one that changed it on the security page.`,
    'No money moved. If this was you, no action is needed.',
  ]),
  'google linked': changed('You can now sign in with Google', (moment) => [
    `A Google account was linked to your Groundswell account on ${moment}.`,
    'If this was you, no action is needed.',
  ]),
  'google unlinked': changed('You can no longer sign in with Google', (moment) => [
    `Google was unlinked from your Groundswell account on ${moment}.`,
    'Setting a new password also does this. If this was you, sign in with your password. No other action is needed.',
  ]),
  'new device': changed('A new device signed in', (moment) => [
    `Someone signed in to your Groundswell account on ${moment}, from a browser or system you haven’t used lately.`,
    'If this was you, no action is needed. Your security page shows where you’re signed in.',
  ]),
  'new network': changed('Your password was used from a new network', (moment) => [
    `Someone entered your Groundswell password on ${moment}, from a network you haven’t used lately.`,
    'Mobile and hotel networks often look new to us. If this was you, no action is needed.',
  ]),
  'confirm address': async (mail, writing) => {
    if (await isTaken(mail, writing))
      return {
        subject: 'This address already has an account',
        paragraphs: [
          'Someone asked to use this address for another Groundswell account. It already belongs to an account, so nothing has changed.',
          'If this was you, sign in with this address. Otherwise no action is needed.',
        ],
        footnotes: [],
      };
    const { url, until } = linkUntil(writing, mail, 'confirm_email', hour);
    return {
      subject: 'Confirm your new email address',
      paragraphs: [
        'You asked to use this address for your Groundswell account.',
        'Once you confirm it, you’ll sign in with it and be signed out everywhere. If you have linked a bank, withdrawals are then on hold for a few days.',
      ],
      action: { label: 'Use this address', url },
      footnotes: [
        { text: `The link works once, ${until}. If you didn’t ask for this, you can ignore this email.` },
      ],
    };
  },
  'address change asked for': async (mail, writing) => {
    const { url, until } = linkUntil(writing, mail, 'stop_email_change', 3 * day);
    return {
      subject: 'Someone asked to change your email address',
      paragraphs: [
        `On ${momentOf(mail.occurredAt)} someone signed in to your Groundswell account asked to change its email address.`,
        'If this was you, no action is needed. If it wasn’t, stop it now. That signs out every device.',
      ],
      action: { label: 'This wasn’t me', url },
      footnotes: [{ text: `The link works ${until}, even after the address has changed.` }],
    };
  },
  'address changed': changed('Your email address was changed', (moment) => [
    `On ${moment} the email address of your Groundswell account was changed. You now sign in with this address. Every device was signed out.`,
    'The change moved no money. If you had linked a bank, it put withdrawals on hold for a few days: your cash page shows when you can withdraw.',
  ]),
  'address was changed': addressWasChanged,
  'address was changed 2': addressWasChanged,
  'address was changed 3': addressWasChanged,
  'address was changed 4': addressWasChanged,
  'address was changed 5': addressWasChanged,
  'address taken back': async (mail) => ({
    subject: 'You can no longer sign in with this address',
    paragraphs: [
      `On ${momentOf(mail.occurredAt)} someone used a link that we sent to your previous address to undo the change of your email address. You now sign in with your previous address again, and every device was signed out.`,
      'If this wasn’t you, someone else can read that mailbox. Secure it, set a new password, and change the address again.',
    ],
    footnotes: [],
  }),
  'two-step sign-in turned on': changed('Two-step sign-in is on', (moment) => [
    `Two-step sign-in was turned on for your Groundswell account on ${moment}.`,
    'From now on, you sign in with your password and a code. If this was you, no action is needed.',
  ]),
  'two-step sign-in turned off': changed('Two-step sign-in is off', (moment) => [
    `Two-step sign-in was turned off for your Groundswell account on ${moment}.`,
    'From now on, you sign in with only your password. If this was you, no action is needed.',
  ]),
  'recovery codes renewed': changed('You have new recovery codes', (moment) => [
    `New recovery codes for two-step sign-in were created for your Groundswell account on ${moment}.`,
    'Your earlier codes no longer work. If this was you, no action is needed.',
  ]),
  'copied sign-in ended': changed(
    'We signed you out on one device',
    (moment) => [
      `A sign-in to your Groundswell account was used again after it had been renewed, so we ended it on ${moment}.`,
      'This happens when someone has copied the sign-in, or when a browser is restored from a backup. If you were signed out, sign in again.',
    ],
    'If you don’t know why, set a new password now. That signs out every device.',
  ),
};

const isAboutPerson = (kind: MailKind): kind is PersonMailKind => Object.hasOwn(writers, kind);

/**
 * Writes a mail and creates its links; undefined when there is no reason to send it. Written again, its links
 * replace the earlier ones.
 */
export const writeLetter = async (mail: DueMail, writing: Writing): Promise<Letter | undefined> => {
  const { kind, occurredAt } = mail;
  if (isAboutPerson(kind)) return writers[kind](mail, writing);
  const { publicUrl, turnOf } = writing;
  return writeMoneyLetter(kind, { turn: await turnOf(mail), occurredAt, publicUrl });
};
