import type { BankAccountType, TransferDirection, TransferStatus } from '@groundswell/contracts';

export interface Application {
  readonly id: string;
  readonly stage: 'requested' | 'submitting' | 'accepted' | 'refused';
}

export interface BankLink {
  readonly id: string;
  readonly accountType: BankAccountType;
  readonly ending: string;
  readonly replaces: string | undefined;
  /** The link that replaced this one. */
  readonly replacedBy: string | undefined;
  /** `removing`: no longer the person's, but may still exist at the broker. */
  readonly stage: 'requested' | 'submitting' | 'accepted' | 'refused' | 'removing' | 'removed';
  readonly relationshipId: string | undefined;
  /** The broker's status, such as `APPROVED`. */
  readonly brokerStatus: string | undefined;
  readonly reportedAt: string | undefined;
  /** Earliest withdrawal to it: ISO 8601. */
  readonly heldUntil: string | undefined;
  /** Whether operators must decide, or have decided, about an owner with a different name. */
  readonly ownerQuestion: 'asked' | 'accepted' | 'refused' | undefined;
}

export interface Transfer {
  readonly id: string;
  readonly bankLinkId: string;
  readonly direction: TransferDirection;
  /** Whole cents. */
  readonly amount: bigint;
  readonly tradingDay: string;
  readonly status: TransferStatus;
  /** Between the fence and a known outcome. */
  readonly submitting: boolean;
  readonly attempts: number;
  /** The time limit of the last attempt passed without an outcome: a person has to find out. */
  readonly unknown: boolean;
  /** It was closed without proof: the broker may still have it, or still move its money. */
  readonly doubted: boolean;
  readonly brokerTransferId: string | undefined;
  /** One of the broker's that was taken for this transfer because it looks like it, even if it ended without money since. */
  readonly matchedId: string | undefined;
  readonly cancellationRequested: boolean;
  /** Whether its money has moved (and not back). */
  readonly settled: boolean;
  readonly heldUntil: string | undefined;
}

/** One operator's proposal of a decision that takes two. */
export interface Proposal {
  readonly by: string;
  /** When it can no longer be confirmed: ISO 8601. Null if it was made before proposals had an end. */
  readonly until: string | null;
}

/** One person's trading account with its bank links and transfers. */
export interface TradingAccount {
  readonly application: Application | undefined;
  readonly brokerAccountId: string | undefined;
  /** The broker's status, such as `ACTIVE`. */
  readonly brokerStatus: string | undefined;
  /** Whether it was ever ready for money, whatever its status is now. */
  readonly wasActive: boolean;
  readonly findings: readonly string[];
  readonly statusReportedAt: string | undefined;
  readonly bankLinks: ReadonlyMap<string, BankLink>;
  readonly transfers: ReadonlyMap<string, Transfer>;
  /** Earliest withdrawal to any bank: ISO 8601. */
  readonly heldUntil: string | undefined;
  /** Proposals of decisions that take two operators and were not made yet. */
  readonly proposals: Readonly<Record<string, Proposal>>;
  /** The ledger's cash in cents: settled transfers less returns. Negative only after a return. */
  readonly cash: bigint;
  /** The broker's and the ledger's cash when they last differed, until they agree. */
  readonly difference: { readonly brokerCash: string; readonly ledgerCash: string } | undefined;
}

export const initialState: TradingAccount = {
  application: undefined,
  brokerAccountId: undefined,
  brokerStatus: undefined,
  wasActive: false,
  findings: [],
  statusReportedAt: undefined,
  bankLinks: new Map(),
  transfers: new Map(),
  heldUntil: undefined,
  proposals: {},
  cash: 0n,
  difference: undefined,
};
