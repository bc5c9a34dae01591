import { type AccountAsOf, BrokerError } from '@groundswell/broker';
import { type BrokerRefusalCode, isRefusal } from '@groundswell/contracts';
import { applicationVaultFields, ofSecond } from '@groundswell/domain/money';
import { ValueTaken } from '@groundswell/platform/vault';
import { readJob } from '../../shared/jobs.js';
import { StepFailed } from '../steps/failure.js';
import { claimedAtField, claimedEmailField, keepOutcome, refusalField } from '../steps/outcome-fields.js';
import { applicationRefusalOf, isRefused } from '../steps/refusals.js';
import { stepIdOf } from '../steps/step.js';
import type { StepEnd, Work } from '../steps/work.js';
import { keepRefusal } from '../words/keep-refusal.js';
import { agreementOf, answersOf, brokerApplicationOf } from './broker-application.js';

/** Largest difference between two clocks of the broker, in milliseconds. */
const clockDifference = 5 * 60_000;

/** Whether someone else here has this account, perhaps a person who was erased since. */
const isSomebodyElses = async ({ dependencies, userId }: Work, { id }: AccountAsOf): Promise<boolean> =>
  ((await dependencies.store.personOfAccount(id)) ?? userId) !== userId;

const accept = async (work: Work, applicationId: string, account: AccountAsOf): Promise<StepEnd> => {
  if (await isSomebodyElses(work, account)) {
    const reason =
      'The broker returned an account that already belongs to someone else here. Ask the broker whose it is.';
    throw new StepFailed(reason, { forGood: true });
  }
  const fields = applicationVaultFields(applicationId);
  await keepOutcome(work.dependencies, work.userId, { [fields.brokerAccountId]: account.id }, [fields.ssn]);
  const { id: brokerAccountId, status, asOf } = account;
  await work.desk.tell(work.userId, {
    type: 'RecordApplicationAccepted',
    applicationId,
    brokerAccountId,
    status,
    reportedAt: ofSecond(asOf),
  });
  return 'done';
};

/**
 * Refuses the application. The person may apply again, also with another address.
 * @param isCertain whether the broker certainly has no account for this application
 */
export const refuseApplication = async (
  work: Work,
  applicationId: string,
  code: string,
  isCertain: boolean,
): Promise<StepEnd> => {
  const { ssn } = applicationVaultFields(applicationId);
  const claim = isCertain ? [claimedEmailField, claimedAtField] : [];
  const refused = { [refusalField('application', applicationId)]: code };
  await keepOutcome(work.dependencies, work.userId, refused, [ssn, ...claim]);
  await work.desk.tell(work.userId, { type: 'RecordApplicationRefused', applicationId, code });
  return 'done';
};

interface Claim {
  readonly since: Date;
  /**
   * Otherwise an earlier attempt of theirs reserved it, also one for an application that was dropped: it may have opened an
   * account, since each certain refusal gives the address back.
   */
  readonly isFirst: boolean;
}

/**
 * Reserves an address for this person, so that an account found under it is theirs. Reserved again, it keeps
 * its time, which is the broker's: it decides whether an account was opened before, and our own clock may be
 * hours off. Of two workers that reserve it together the first time counts: an account may have been opened
 * since.
 * @returns when it was first reserved, and whether by this call; undefined when another person has it
 */
const claim = async (work: Work, email: string): Promise<Claim | undefined> => {
  const { vault, broker } = work.dependencies;
  const claimedAtIn = (kept: Partial<Record<string, string>>): string | undefined =>
    kept[claimedEmailField] === email ? kept[claimedAtField] : undefined;
  const since = claimedAtIn(await vault.get(work.userId, [claimedEmailField, claimedAtField]));
  if (since !== undefined) return { since: new Date(since), isFirst: false };
  const { now: claimedAt } = await broker.clock(work.signal);
  const values = {
    [claimedEmailField]: { value: email, unique: true },
    [claimedAtField]: { value: claimedAt.toISOString() },
  };
  try {
    const isFirst = await vault.putUnless(work.userId, values, (kept) => claimedAtIn(kept) !== undefined);
    return isFirst ? { since: claimedAt, isFirst } : claim(work, email);
  } catch (fault) {
    if (fault instanceof ValueTaken) return undefined;
    throw fault;
  }
};

const isSince = ({ createdAt }: AccountAsOf, since: Date): boolean =>
  createdAt.getTime() >= since.getTime() - clockDifference;

/**
 * The account that an earlier attempt opened. An account created before the claim belongs to someone else, and so does
 * one that someone else here has: addresses are free again once a person is erased.
 */
const findOwn = async (work: Work, email: string, since: Date): Promise<AccountAsOf | undefined> => {
  const account = await work.dependencies.broker.accounts.findByEmail(email, work.signal);
  return account && isSince(account, since) && !(await isSomebodyElses(work, account)) ? account : undefined;
};

/**
 * From when on an account under the address is theirs. Restored copies of vault and log may both have lost the earlier claim:
 * then it is newer than the account, but their request is not.
 */
const theirsFrom = ({ loaded }: Work, applicationId: string, claimedAt: Date): Date => {
  const request = loaded.events.find(
    ({ type, data }) => type === 'TradingAccountRequested' && data.applicationId === applicationId,
  );
  const requestedAt = Date.parse(request?.metadata.occurredAt ?? '');
  return requestedAt < claimedAt.getTime() ? new Date(requestedAt) : claimedAt;
};

/** The account that an earlier attempt opened under another address, whose claim another one would replace. */
const findEarlier = async (work: Work, email: string): Promise<AccountAsOf | undefined> => {
  const kept = await work.dependencies.vault.get(work.userId, [claimedEmailField, claimedAtField]);
  const { [claimedEmailField]: claimed, [claimedAtField]: since } = kept;
  if (claimed === undefined || since === undefined || claimed === email) return undefined;
  return findOwn(work, claimed, new Date(since));
};

/** Whether an earlier attempt of theirs may have opened an account, for this application or one that was dropped. */
const mayHaveOpened = ({ loaded }: Work, isFirst: boolean): boolean =>
  !isFirst || loaded.state.application?.stage === 'submitting';

/** An account under an address that one of their applications claimed. */
interface Claimed extends Claim {
  readonly applicationId: string;
  readonly email: string;
}

/** For operators. */
const perhapsTheirs =
  'The broker has an account with this address that was opened after this person applied, and before any attempt that is known here. Ask the broker whose it is. If it is theirs, retry this job; if not, drop it.';

/** Whether operators were asked whose the account is, and said that it is theirs. */
const isToldTheirs = async ({ dependencies }: Work, applicationId: string): Promise<boolean> => {
  const jobId = stepIdOf({ kind: 'submit-application', entityId: applicationId });
  const job = await readJob(dependencies.eventStore, jobId);
  return job?.state === 'retried' && job.reason === perhapsTheirs;
};

/**
 * Their account, also one that is older than their claim but not than their request. The time of a request is ours and not the
 * broker's, and every attempt that is known here came after the claim: so operators find out whose that account is.
 * @throws StepFailed
 */
const findAfterRequest = async (
  work: Work,
  { applicationId, email, since }: Claimed,
): Promise<AccountAsOf | undefined> => {
  const own = await findOwn(work, email, theirsFrom(work, applicationId, since));
  if (own && !isSince(own, since) && !(await isToldTheirs(work, applicationId)))
    throw new StepFailed(perhapsTheirs, { forGood: true });
  return own;
};

/**
 * What a refusal of the broker means: it accepts an address only once, and that may have been our own
 * attempt.
 */
const refused = async (
  work: Work,
  { applicationId, email, since, isFirst }: Claimed,
  fault: BrokerError,
): Promise<StepEnd> => {
  if (fault.status === 409) {
    const own = await findAfterRequest(work, { applicationId, email, since, isFirst });
    if (own) return accept(work, applicationId, own);
    // An earlier attempt may have opened that account, though the broker's search does not show it yet.
    if (mayHaveOpened(work, isFirst))
      throw new StepFailed('The broker has an account with this address, but its search doesn’t show it.');
    return refuseApplication(work, applicationId, 'EmailTaken', true);
  }
  if (!isRefused(fault)) throw fault;
  await keepRefusal(work, 'application', applicationId, fault);
  // The broker checks what was entered before the address: it may have an account with it all the same.
  const isCertain = !mayHaveOpened(work, isFirst);
  return refuseApplication(work, applicationId, applicationRefusalOf(fault), isCertain);
};

const send = async (
  work: Work,
  applicationId: string,
  secrets: { answers: string; ssn: string; agreement: string },
): Promise<StepEnd> => {
  const { dependencies, desk, userId, signal } = work;
  const answers = answersOf(secrets.answers);
  const { email } = answers;
  signal.throwIfAborted();
  // Write this before storing or sending anything of theirs. From here on, neither a concurrent end of the
  // application nor an erasure of the person is possible.
  const started = await desk.tell(userId, { type: 'StartApplicationSubmission', applicationId });
  if (isRefusal(started)) return 'again';
  const earlier = await findEarlier(work, email);
  if (earlier) return accept(work, applicationId, earlier);
  const claimed = await claim(work, email);
  // What they have claimed is another address, which an earlier attempt may have opened an account with.
  if (!claimed) return refuseApplication(work, applicationId, 'EmailTaken', false);
  if (mayHaveOpened(work, claimed.isFirst)) {
    const own = await findOwn(work, email, claimed.since);
    if (own) return accept(work, applicationId, own);
  }
  signal.throwIfAborted();
  try {
    const application = brokerApplicationOf(answers, secrets.ssn, agreementOf(secrets.agreement));
    return await accept(work, applicationId, await dependencies.broker.accounts.create(application, signal));
  } catch (fault) {
    if (!(fault instanceof BrokerError) || fault.kind !== 'refused') throw fault;
    return refused(work, { applicationId, email, ...claimed }, fault);
  }
};

/**
 * Submits an application to the broker, which accepts an address only once: an attempt of unknown outcome may
 * be repeated, and one that succeeded is found by the address.
 */
export const submitApplication = async (work: Work, applicationId: string): Promise<StepEnd> => {
  const { vault, broker } = work.dependencies;
  const fields = applicationVaultFields(applicationId);
  const refusedBefore = refusalField('application', applicationId);
  const kept = await vault.get(work.userId, [...Object.values(fields), refusedBefore]);
  const accountId = kept[fields.brokerAccountId];
  if (accountId !== undefined) {
    return accept(work, applicationId, await broker.accounts.get(accountId, work.signal));
  }
  const code = kept[refusedBefore];
  if (code !== undefined) return refuseApplication(work, applicationId, code, false);
  const [answers, ssn, agreement] = [kept[fields.answers], kept[fields.ssn], kept[fields.agreement]];
  if (answers === undefined || agreement === undefined) {
    throw new StepFailed('The vault has no answers for this application.', { forGood: true });
  }
  if (ssn === undefined) return withoutSecrets(work, applicationId, answersOf(answers).email);
  return send(work, applicationId, { answers, ssn, agreement });
};

/**
 * The SSN is gone. If an earlier attempt succeeded, its account is used; otherwise the person enters the SSN again.
 */
const withoutSecrets = async (work: Work, applicationId: string, email: string): Promise<StepEnd> => {
  const earlier = await findEarlier(work, email);
  if (earlier) return accept(work, applicationId, earlier);
  const claimed = await claim(work, email);
  const own = claimed && (await findAfterRequest(work, { applicationId, email, ...claimed }));
  if (own) return accept(work, applicationId, own);
  const code: BrokerRefusalCode = claimed ? 'EnterAgain' : 'EmailTaken';
  return refuseApplication(work, applicationId, code, claimed?.isFirst === true);
};
