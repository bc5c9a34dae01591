import type { BankLink, TradingAccount, Transfer } from '@groundswell/money';

/** What workers do at the broker, each by itself and again until its outcome is known. */
const stepKinds = [
  'submit-application',
  'remove-bank-link',
  'submit-bank-link',
  'cancel-transfer',
  'submit-transfer',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** One thing to be done for a person, about one application, link or transfer. */
export interface Step {
  readonly kind: StepKind;
  readonly entityId: string;
}

/** The id of a step's job in the queue, and of its stream when it is parked. It follows from the work. */
export const stepIdOf = ({ kind, entityId }: Step): string => `${kind}.${entityId}`;

/** The step with an id; undefined for a text that is none. */
export const stepOfId = (id: string): Step | undefined => {
  const [start = '', entityId = ''] = id.split('.');
  const kind = stepKinds.find((known) => known === start);
  return kind && entityId ? { kind, entityId } : undefined;
};

const isOpen = (stage: BankLink['stage']): boolean => stage === 'requested' || stage === 'submitting';

const linkSteps = ({ bankLinks }: TradingAccount): Step[] => {
  const links = [...bankLinks.values()];
  const removing = links.filter(({ stage }) => stage === 'removing');
  // One link is active at the broker: the new one waits until the old one is gone.
  const wanted: readonly (readonly [StepKind, readonly BankLink[]])[] = removing.length
    ? [['remove-bank-link', removing]]
    : [['submit-bank-link', links.filter(({ stage }) => isOpen(stage))]];
  return wanted.flatMap(([kind, some]) => some.map(({ id }) => ({ kind, entityId: id })));
};

/** The broker has it, and may still call it off. */
const isToBeCanceled = ({ cancellationRequested, brokerTransferId, status }: Transfer): boolean =>
  cancellationRequested && brokerTransferId !== undefined && status === 'requested';

const isToBeSubmitted = ({ brokerTransferId, status }: Transfer): boolean =>
  brokerTransferId === undefined && status === 'requested';

const transferSteps = ({ transfers }: TradingAccount): Step[] => {
  const all = [...transfers.values()];
  const doubtful = all.filter(({ submitting }) => submitting);
  // The outcome of one is settled before another is begun, so that the broker's list leaves no doubt which is which.
  const submissions = doubtful.length > 0 ? doubtful : all.filter(isToBeSubmitted);
  return [
    ...all.filter(isToBeCanceled).map(({ id }): Step => ({ kind: 'cancel-transfer', entityId: id })),
    ...submissions.map(({ id }): Step => ({ kind: 'submit-transfer', entityId: id })),
  ];
};

/** All that can be done at the broker for a person as things stand, in the order in which it is done. */
export const stepsDue = (account: TradingAccount): Step[] => {
  const { application, brokerAccountId } = account;
  const applying = application?.stage === 'requested' || application?.stage === 'submitting';
  if (applying) return [{ kind: 'submit-application', entityId: application.id }];
  if (brokerAccountId === undefined) return [];
  return [...linkSteps(account), ...transferSteps(account)];
};
