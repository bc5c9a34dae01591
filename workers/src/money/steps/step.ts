import type { BankLink, TradingAccount, Transfer } from '@groundswell/domain/money';

/** What workers do at the broker, each independently and repeatedly until its outcome is known. */
const stepKinds = [
  'submit-application',
  'remove-bank-link',
  'submit-bank-link',
  'cancel-transfer',
  'submit-transfer',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** One thing to do for a person, about one application, link or transfer. */
export interface Step {
  readonly kind: StepKind;
  readonly entityId: string;
}

/** The id of a step's job in the queue, and of its stream when parked. Derived from the step. */
export const stepIdOf = ({ kind, entityId }: Step): string => `${kind}.${entityId}`;

/** The step with this id; undefined if the text is not a step id. */
export const stepOfId = (id: string): Step | undefined => {
  const [start = '', entityId = ''] = id.split('.');
  const kind = stepKinds.find((known) => known === start);
  return kind && entityId ? { kind, entityId } : undefined;
};

const isOpen = (stage: BankLink['stage']): boolean => stage === 'requested' || stage === 'submitting';

const stepsOf = (kind: StepKind, some: readonly { readonly id: string }[]): Step[] =>
  some.map(({ id }) => ({ kind, entityId: id }));

const removals = ({ bankLinks }: TradingAccount): Step[] =>
  stepsOf(
    'remove-bank-link',
    [...bankLinks.values()].filter(({ stage }) => stage === 'removing'),
  );

const linkings = ({ bankLinks }: TradingAccount): Step[] =>
  stepsOf(
    'submit-bank-link',
    [...bankLinks.values()].filter(({ stage }) => isOpen(stage)),
  );

/** The broker has the transfer and may still cancel it. */
const isToBeCanceled = ({ cancellationRequested, brokerTransferId, status }: Transfer): boolean =>
  cancellationRequested && brokerTransferId !== undefined && status === 'requested';

/** It is not at the broker, as far as the log knows. */
export const isToBeSubmitted = ({ brokerTransferId, status }: Transfer): boolean =>
  brokerTransferId === undefined && status === 'requested';

const cancellations = ({ transfers }: TradingAccount): Step[] =>
  stepsOf('cancel-transfer', [...transfers.values()].filter(isToBeCanceled));

const submissions = ({ transfers }: TradingAccount): Step[] =>
  stepsOf('submit-transfer', [...transfers.values()].filter(isToBeSubmitted));

/** All remaining steps for a person at the broker, including those that wait for something else. */
export const stepsUnfinished = (account: TradingAccount): Step[] => {
  const { application } = account;
  const applying = application?.stage === 'requested' || application?.stage === 'submitting';
  return [
    ...(applying ? stepsOf('submit-application', [application]) : []),
    ...removals(account),
    ...linkings(account),
    ...cancellations(account),
    ...submissions(account),
  ];
};

/** Every step that can be taken at the broker for a person now, in order. */
export const stepsDue = (account: TradingAccount): Step[] => {
  const unfinished = stepsUnfinished(account);
  const applications = unfinished.filter(({ kind }) => kind === 'submit-application');
  if (applications.length > 0) return applications;
  if (account.brokerAccountId === undefined) return [];
  // The broker allows one active link, so the new one waits until the old one is gone.
  const isRemoving = unfinished.some(({ kind }) => kind === 'remove-bank-link');
  // One outcome is settled before another step begins, so that the broker's list is unambiguous.
  const doubtful = [...account.transfers.values()].filter(({ submitting }) => submitting).map(({ id }) => id);
  return unfinished.filter(({ kind, entityId }) => {
    if (kind === 'submit-bank-link') return !isRemoving;
    return kind !== 'submit-transfer' || doubtful.length === 0 || doubtful.includes(entityId);
  });
};
