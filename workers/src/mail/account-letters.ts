import { statusOfTradingAccount, type TradingAccount } from '@groundswell/domain/money';
import type { AccountTurn } from './account-turn.js';
import { action, eventOf, ifThatWasNotYou, type MoneyWriter, writeToUs } from './money-letter.js';
import type { AccountMailKind } from './money-mailable.js';

const accountScreen = '/make_alpaca_account';

const needsSomething = (account: TradingAccount): boolean =>
  ['action_required', 'restricted'].includes(statusOfTradingAccount(account) ?? '');

/**
 * Whether a need arose that was not mailed yet. A need may be mailed before its details are known; details
 * that arrive later are then no new need, while details next to known ones are.
 */
const isNewNeed = ({ before, after }: AccountTurn): boolean =>
  !needsSomething(before) ||
  (before.findings.length > 0 && after.findings.some((finding) => !before.findings.includes(finding)));

/** The end of an account is mailed once; later reports about it are not. */
const onceEnded =
  (writer: MoneyWriter): MoneyWriter =>
  (circumstances) => {
    const { before, after } = circumstances.turn;
    return statusOfTradingAccount(before) === statusOfTradingAccount(after)
      ? undefined
      : writer(circumstances);
  };

const closed: MoneyWriter = ({ publicUrl }) => ({
  subject: 'Your trading account is closed',
  paragraphs: [
    'The broker, Alpaca Securities, has closed your trading account. You can no longer move money in or out of it. No money moved when it was closed.',
    'If you didn’t expect this, your account page shows how to contact us.',
  ],
  action: action('See your account page', accountScreen, publicUrl),
  footnotes: [],
});

const declined: MoneyWriter = ({ publicUrl }) => ({
  subject: 'The broker didn’t open an account',
  paragraphs: [
    'The broker, Alpaca Securities, decided not to open a trading account for you. No money has moved.',
    'Your account page shows the reasons it gave us and how to contact us.',
  ],
  action: action('See your account page', accountScreen, publicUrl),
  footnotes: [],
});

/** The mail about a refused application: subject, text and button. */
type Refused = readonly [subject: string, what: string, button: string];

const notTaken: Refused = [
  'Please correct your application',
  'The broker couldn’t accept your application for a trading account as submitted. No account was opened, and no money has moved. You can correct it and send it again.',
  'Correct and send again',
];

/** Codes that did not come from the broker. */
const neverDecided: Readonly<Partial<Record<string, Refused>>> = {
  EnterAgain: [
    'Your application didn’t reach the broker',
    'We couldn’t reach the broker in time with your application for a trading account. No account was opened, and no money has moved. You can send it again.',
    'Send again',
  ],
  DroppedByOperator: [
    'We canceled your application',
    'We couldn’t complete your application for a trading account and canceled it. The broker made no decision, and no money has moved. You can send it again.',
    'Send again',
  ],
};

/** The broker's findings about a person are shown after signing in, never in a mail. */
export const accountWriters: Readonly<Record<AccountMailKind, MoneyWriter>> = {
  'account open': ({ turn, publicUrl }) =>
    turn.before.wasActive
      ? undefined
      : {
          subject: 'Your trading account is open',
          paragraphs: [
            'The broker, Alpaca Securities, has opened your trading account.',
            'Next, link your bank so you can deposit money. No money has moved yet.',
          ],
          action: action('Link your bank', '/add_ach_method', publicUrl),
          footnotes: [ifThatWasNotYou(writeToUs, publicUrl)],
        },
  'account needs something': ({ turn, publicUrl }) =>
    isNewNeed(turn)
      ? {
          subject: 'The broker needs something from you',
          paragraphs: turn.after.wasActive
            ? [
                'Your trading account stays open, but you can’t make transfers until the broker has what it needs. Your money hasn’t moved.',
                'Your account page says what that is. We don’t put it in an email.',
              ]
            : [
                'Your application for a trading account hasn’t been declined. It continues once the broker has what it needs.',
                'Your account page says what that is. We don’t put it in an email. No money has moved.',
              ],
          action: action('See what is needed', accountScreen, publicUrl),
          footnotes: [],
        }
      : undefined,
  'account declined': onceEnded((circumstances) =>
    circumstances.turn.after.wasActive ? closed(circumstances) : declined(circumstances),
  ),
  'account closed': onceEnded(closed),
  'application refused': ({ turn, publicUrl }) => {
    const [subject, what, button] = neverDecided[eventOf(turn, 'ApplicationRefused').data.code] ?? notTaken;
    return {
      subject,
      paragraphs: [
        what,
        'Everything you entered is still there, except your Social Security number. We deleted it, so please enter it again.',
      ],
      action: action(button, accountScreen, publicUrl),
      footnotes: [],
    };
  },
};
