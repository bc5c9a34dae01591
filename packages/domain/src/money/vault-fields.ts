/** Names of a trading account's values in the vault. No event, log or queue holds any of these values. */

/** An unsent application as typed, in JSON; never the Social Security number. */
export const applicationDraftField = 'application.draft';

export interface ApplicationVaultFields {
  /** JSON of `ApplicationAnswers`: everything but the Social Security number. */
  readonly answers: string;
  /** Nine digits. Expires, and is deleted in the transaction that stores `brokerAccountId` or finds a refusal. */
  readonly ssn: string;
  /** JSON of `AgreementRecord`. */
  readonly agreement: string;
  /** Stored by the workers together with the deletion of `ssn`, before the event that reports it. */
  readonly brokerAccountId: string;
}

/** Each application has fields of its own, so that a second one never overwrites what the first still has to send. */
export const applicationVaultFields = (applicationId: string): ApplicationVaultFields => ({
  answers: `application.${applicationId}.answers`,
  ssn: `application.${applicationId}.ssn`,
  agreement: `application.${applicationId}.agreement`,
  brokerAccountId: `application.${applicationId}.broker_account_id`,
});

export interface BankVaultFields {
  readonly ownerName: string;
  /** Digits. Expires, and is deleted in the transaction that stores `relationshipId` or finds a refusal. */
  readonly accountNumber: string;
  /** Nine digits; as `accountNumber`. */
  readonly routingNumber: string;
  /** Stored by the workers together with the deletion of the numbers, before the event that reports it. */
  readonly relationshipId: string;
}

/** Each link has fields of its own: the one that is replaced is needed until the broker has let go of it. */
export const bankVaultFields = (bankLinkId: string): BankVaultFields => ({
  ownerName: `bank.${bankLinkId}.owner_name`,
  accountNumber: `bank.${bankLinkId}.account_number`,
  routingNumber: `bank.${bankLinkId}.routing_number`,
  relationshipId: `bank.${bankLinkId}.relationship_id`,
});

/**
 * The broker's last text about an application, a link or a transfer; events hold a code. Expires, and is
 * deleted with the person.
 */
export const brokerWordsField = (kind: 'application' | 'bank' | 'transfer', entityId: string): string =>
  `${kind}.${entityId}.broker_words`;
