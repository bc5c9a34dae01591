import {
  amountText,
  brokerRefusalMessage,
  moneyOf,
  returnReasonText,
  type TransferDirection,
} from '@groundswell/contracts';
import {
  type BankLink,
  isOwnerInQuestion,
  statusOfBankLink,
  type Transfer,
  withdrawableFrom,
} from '@groundswell/domain/money';
import { accountWriters } from './account-letters.js';
import type { AccountTurn } from './account-turn.js';
import type { Letter } from './letter.js';
import { momentOf, newYork } from './moment.js';
import {
  action,
  type Circumstances,
  eventOf,
  ifThatWasNotYou,
  type MoneyWriter,
  writeToUs,
} from './money-letter.js';
import type { MoneyMailKind } from './money-mailable.js';

const amountOf = (cents: bigint): string => amountText(moneyOf(cents));

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  ...newYork,
});
const dayOfInstant = (instant: string): string => day.format(new Date(instant));
/** Noon in New York falls on the same day all over the United States. */
const dayOfDate = (isoDate: string): string => dayOfInstant(`${isoDate}T17:00:00Z`);

const canComeBack = {
  text: 'A bank can send a transfer back for up to 60 days. We’ll email you if that happens.',
};

const nameOf = ({ accountType, ending }: BankLink): string => `${accountType} account ending in ${ending}`;

const linkOf = ({ after }: AccountTurn, bankLinkId: string): BankLink => {
  const link = after.bankLinks.get(bankLinkId);
  if (!link) throw new Error('The trading account has no such bank link.');
  return link;
};

const transferOf = (turn: AccountTurn): Transfer => {
  const id = 'transferId' in turn.event.data ? turn.event.data.transferId : '';
  const transfer = turn.after.transfers.get(id);
  if (!transfer) throw new Error('The trading account has no such transfer.');
  return transfer;
};

/** The direction in the words of the screens: `from your checking account ending in 6789`. */
const wayOf = (turn: AccountTurn, { bankLinkId, direction }: Transfer): string =>
  `${direction === 'incoming' ? 'from' : 'to'} your ${nameOf(linkOf(turn, bankLinkId))}`;

/** From when money can move over an approved link. */
const usableText = ({ after }: AccountTurn, link: BankLink, occurredAt: string): string => {
  const from = withdrawableFrom(after, link);
  if (isOwnerInQuestion(link))
    return 'You can deposit now. You can withdraw to it once we’ve checked the name on the account.';
  return from !== undefined && Date.parse(from) > Date.parse(occurredAt)
    ? `You can deposit now, and withdraw to it from ${momentOf(from)}.`
    : 'You can now deposit and withdraw.';
};

const seeTransfer = ({ id }: Transfer, publicUrl: string) =>
  action('See this transfer', `/transfer/${id}`, publicUrl);

/** Where settled money is, and from when it can be withdrawn. */
const settledParagraphs = (turn: AccountTurn, transfer: Transfer): string[] => {
  const [amount, way] = [amountOf(transfer.amount), wayOf(turn, transfer)];
  if (transfer.direction === 'outgoing') return [`The ${amount} that you moved ${way} arrived at your bank.`];
  return [
    `The ${amount} that you moved ${way} was added to your balance.`,
    transfer.heldUntil === undefined
      ? 'You can withdraw it now.'
      : `The broker is holding it for now. You can withdraw it starting ${dayOfInstant(transfer.heldUntil)}.`,
  ];
};

/** What became of a returned transfer. */
const returnedParagraphs = (turn: AccountTurn, transfer: Transfer): string[] => {
  const [amount, way] = [amountOf(transfer.amount), wayOf(turn, transfer)];
  const hadSettled = turn.before.transfers.get(transfer.id)?.settled ?? false;
  if (!hadSettled)
    return [
      `Your bank sent back the transfer of ${amount} ${way} before it arrived. Your balance hasn’t changed.`,
    ];
  if (transfer.direction === 'outgoing')
    return [`Your bank sent back the ${amount} that you had moved ${way}, so it is back in your balance.`];
  return [
    `Your bank took back the ${amount} that you had moved ${way}, so it was taken out of your balance again.`,
    ...(turn.after.cash < 0n
      ? ['Your balance is now below zero because that money was already spent. Deposit money to cover it.']
      : []),
  ];
};

const refusalText = (turn: AccountTurn): string => {
  const { data } = eventOf(turn, 'TransferRefused', 'TransferRejected');
  const reason = 'code' in data ? data.code : data.reason;
  return reason !== null && /\s/.test(reason)
    ? `The broker’s reason: ${returnReasonText(reason)}`
    : brokerRefusalMessage(reason ?? '');
};

const settledSubject: Readonly<Record<TransferDirection, (amount: string) => string>> = {
  incoming: (amount) => `${amount} was added to your balance`,
  outgoing: (amount) => `Your ${amount} arrived at your bank`,
};

/** Mails show only the last four digits of a bank account. */
const writers: Readonly<Record<MoneyMailKind, MoneyWriter>> = {
  ...accountWriters,
  'bank added': ({ turn, occurredAt, publicUrl }) => {
    const { bankLinkId, until } = eventOf(turn, 'WithdrawalsHeld').data;
    const link = linkOf(turn, bankLinkId ?? '');
    const replaced = link.replaces === undefined ? undefined : linkOf(turn, link.replaces);
    return {
      subject: 'A new bank account was added',
      paragraphs: [
        `A ${nameOf(link)} was added to your trading account on ${momentOf(occurredAt)}.${
          replaced ? ` It replaces the ${nameOf(replaced)}.` : ''
        }`,
        `You can’t withdraw to it before ${momentOf(until)}. No money has moved. If this was you, no action is needed.`,
      ],
      action: action('See your bank account', '/see_ach_methods/', publicUrl),
      footnotes: [ifThatWasNotYou('remove this bank account', publicUrl)],
    };
  },
  'bank linked': ({ turn, occurredAt, publicUrl }) => {
    const { bankLinkId } = eventOf(turn, 'BankLinkAccepted', 'BankLinkStatusReported').data;
    const link = linkOf(turn, bankLinkId);
    // A link that was replaced or removed meanwhile is ignored, even if the bank reports on it later.
    if (statusOfBankLink(link) !== 'approved') return undefined;
    const replaced = link.replaces === undefined ? undefined : linkOf(turn, link.replaces);
    return {
      subject: 'A bank account was linked',
      paragraphs: [
        `A ${nameOf(link)} was linked to your trading account on ${momentOf(occurredAt)}.${
          replaced ? ` It replaces the ${nameOf(replaced)}.` : ''
        }`,
        `${usableText(turn, link, occurredAt)} No money has moved. If this was you, no action is needed.`,
      ],
      action: action('See your cash', '/see_ach_methods/', publicUrl),
      footnotes: [ifThatWasNotYou('remove this bank account', publicUrl)],
    };
  },
  'bank removed': ({ turn, occurredAt, publicUrl }) => {
    const link = linkOf(turn, eventOf(turn, 'BankLinkRemovalRequested').data.bankLinkId);
    // The mail about the new link names the one it replaces.
    if (link.replacedBy !== undefined) return undefined;
    return {
      subject: 'A bank account was removed',
      paragraphs: [
        `The ${nameOf(link)} was removed from your trading account on ${momentOf(occurredAt)}.`,
        'You can no longer use it for transfers. No money has moved. If this was you, no action is needed.',
      ],
      footnotes: [ifThatWasNotYou(writeToUs, publicUrl)],
    };
  },
  'withdrawal requested': ({ turn, occurredAt, publicUrl }) => {
    const transfer = transferOf(turn);
    const amount = amountOf(transfer.amount);
    const { expectedOn } = eventOf(turn, 'TransferRequested').data;
    return {
      subject: `A withdrawal of ${amount} was requested`,
      paragraphs: [
        `A transfer of ${amount} ${wayOf(turn, transfer)} was requested on ${momentOf(occurredAt)}. It should arrive by ${dayOfDate(expectedOn)}.`,
        'You can cancel it until it is sent to the bank. If this was you, no action is needed.',
      ],
      action: seeTransfer(transfer, publicUrl),
      footnotes: [ifThatWasNotYou('cancel the transfer', publicUrl)],
    };
  },
  'transfer settled': ({ turn, publicUrl }) => {
    const transfer = transferOf(turn);
    return {
      subject: settledSubject[transfer.direction](amountOf(transfer.amount)),
      paragraphs: settledParagraphs(turn, transfer),
      action: seeTransfer(transfer, publicUrl),
      footnotes: [canComeBack],
    };
  },
  'transfer available': ({ turn, publicUrl }) => {
    const transfer = transferOf(turn);
    // Money that was never held could be withdrawn when it settled, and the mail about that said so.
    if (turn.before.transfers.get(transfer.id)?.heldUntil === undefined) return undefined;
    return {
      subject: `You can now withdraw ${amountOf(transfer.amount)}`,
      paragraphs: [
        `The broker no longer holds the ${amountOf(transfer.amount)} that you moved ${wayOf(turn, transfer)}. You can withdraw it now.`,
      ],
      action: seeTransfer(transfer, publicUrl),
      footnotes: [canComeBack],
    };
  },
  'transfer refused': ({ turn, publicUrl }) => {
    const transfer = transferOf(turn);
    return {
      subject: `Your transfer of ${amountOf(transfer.amount)} didn’t go through`,
      paragraphs: [
        `The transfer of ${amountOf(transfer.amount)} ${wayOf(turn, transfer)} wasn’t sent. No money has moved.`,
        refusalText(turn),
      ],
      action: seeTransfer(transfer, publicUrl),
      footnotes: [],
    };
  },
  'transfer canceled': ({ turn, publicUrl }) => {
    const transfer = transferOf(turn);
    if (transfer.cancellationRequested) return undefined;
    const { reason } = eventOf(turn, 'TransferCanceled.v2').data;
    return {
      subject: `The broker canceled your transfer of ${amountOf(transfer.amount)}`,
      paragraphs: [
        `The broker canceled the transfer of ${amountOf(transfer.amount)} ${wayOf(turn, transfer)}. No money has moved. You can start a new one.`,
        ...(reason === null ? [] : [`The broker’s reason: ${returnReasonText(reason)}`]),
      ],
      action: seeTransfer(transfer, publicUrl),
      footnotes: [],
    };
  },
  'transfer returned': ({ turn, publicUrl }) => {
    const transfer = transferOf(turn);
    return {
      subject: `Your bank returned ${amountOf(transfer.amount)}`,
      paragraphs: [
        ...returnedParagraphs(turn, transfer),
        `Your bank’s reason: ${returnReasonText(eventOf(turn, 'TransferReturned').data.reason)}`,
      ],
      action: seeTransfer(transfer, publicUrl),
      footnotes: [],
    };
  },
};

/** Writes a mail about money; undefined when there is no reason to send it. Pure. */
export const writeMoneyLetter = (kind: MoneyMailKind, circumstances: Circumstances): Letter | undefined =>
  writers[kind](circumstances);
