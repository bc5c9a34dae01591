import { BrokerError } from '@groundswell/broker';

/** A step that failed and is to be retried. The reason is for operators and holds no personal data. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  /** Until then the step is retried and not parked: waiting is not a failure. */
  readonly lookBy: Date | undefined;
  /** Retrying cannot help: a person has to look at it. */
  readonly forGood: boolean;

  constructor(reason: string, { lookBy, forGood = false }: { lookBy?: Date; forGood?: boolean } = {}) {
    super(reason);
    this.lookBy = lookBy;
    this.forGood = forGood;
  }
}

/**
 * Details by which the broker's response can be identified: `status 422, code 42210000, request …`; empty if there
 * was none.
 */
export const answerOf = ({ status, code, requestId }: BrokerError): string =>
  [status && `status ${status}`, code && `code ${code}`, requestId && `request ${requestId}`]
    .filter(Boolean)
    .join(', ');

/** What went wrong, without quoting the broker or a person. */
export const reasonOf = (fault: unknown): string => {
  if (fault instanceof StepFailed) return fault.message;
  if (fault instanceof BrokerError) {
    const answer = answerOf(fault);
    if (fault.kind === 'refused') return `The broker refused${answer && ` (${answer})`}.`;
    return `The broker didn’t answer as expected (${fault.kind}${answer && `: ${answer}`}).`;
  }
  return `It failed with ${fault instanceof Error ? fault.name : 'something that isn’t an error'}.`;
};
