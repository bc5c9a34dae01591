/** Names of a trading account's values in the vault. No event, log or queue holds any of these values. */

/** An unsent application as typed, in JSON; never the Social Security number. */
export const applicationDraftField = 'application.draft';

export interface ApplicationVaultFields {
  /** JSON of `ApplicationAnswers`: everything except the Social Security number. */
  readonly answers: string;
  /** Nine digits. Expires, and is deleted in the transaction that stores `brokerAccountId` or a refusal. */
  readonly ssn: string;
  /** JSON of `AgreementRecord`. */
  readonly agreement: string;
  /** Stored by the workers together with the deletion of `ssn`, before the event that reports it. */
  readonly brokerAccountId: string;
}

/** Each application has its own fields, so a second one never overwrites what the first still has to send. */
export const applicationVaultFields = (applicationId: string): ApplicationVaultFields => ({
  answers: `application.${applicationId}.answers`,
  ssn: `application.${applicationId}.ssn`,
  agreement: `application.${applicationId}.agreement`,
  brokerAccountId: `application.${applicationId}.broker_account_id`,
});

export interface BankVaultFields {
  readonly ownerName: string;
  /** Digits. Expires, and is deleted in the transaction that stores `relationshipId` or a refusal. */
  readonly accountNumber: string;
  /** Nine digits. Expires and is deleted together with `accountNumber`. */
  readonly routingNumber: string;
  /** Stored by the workers together with the deletion of the numbers, before the event that reports it. */
  readonly relationshipId: string;
}

/** Each link has its own fields: a replaced link needs them until it is removed at the broker. */
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
