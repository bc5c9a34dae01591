import { z } from 'zod';
import { about } from '../accounts/about.js';
import { BrokerError } from '../broker-error.js';
import type { Connection } from '../connection.js';
import { instant } from '../money.js';

export interface BankAccount {
  readonly ownerName: string;
  readonly type: 'CHECKING' | 'SAVINGS';
  /** Digits as text: leading zeros count. */
  readonly accountNumber: string;
  readonly routingNumber: string;
}

const linkSchema = z
  .object({
    id: z.string().min(1),
    account_id: z.string(),
    status: z.string().min(1),
    created_at: instant,
    bank_account_number: z.string().nullish(),
    bank_routing_number: z.string().nullish(),
  })
  .transform(({ account_id, created_at, bank_account_number, bank_routing_number, ...link }) => ({
    ...link,
    accountId: account_id,
    createdAt: created_at,
    /** The last four digits; more of the number does not leave this package. */
    accountNumberEnd: bank_account_number?.slice(-4),
    /** Nine digits; absent where the broker leaves them out. */
    routingNumber: bank_routing_number ?? undefined,
  }));

/**
 * A bank account linked to an account, in Alpaca's terms an ACH relationship. `status` is QUEUED, PENDING,
 * APPROVED, REJECTED, CANCEL_REQUESTED or something new.
 */
export type BankLink = z.output<typeof linkSchema>;

/** Code of the refusal of a second link while one is active. */
export const alreadyLinked = 40910000;

/** Links between accounts and banks. An account has one that is active. */
export class BankLinks {
  constructor(private readonly connection: Connection) {}

  /**
   * Links a bank account, once. When the outcome is unknown, the list tells: there is one active link at
   * most.
   * @throws BrokerError with code `alreadyLinked` when another link is active
   */
  async create(accountId: string, bank: BankAccount, signal?: AbortSignal): Promise<BankLink> {
    const made = await this.connection.send(this.path(accountId), {
      method: 'POST',
      body: {
        account_owner_name: bank.ownerName,
        bank_account_type: bank.type,
        bank_account_number: bank.accountNumber,
        bank_routing_number: bank.routingNumber,
      },
      confidential: [bank.ownerName, bank.accountNumber, bank.routingNumber],
      schema: linkSchema,
      signal,
    });
    return about(made, made.accountId, accountId);
  }

  /**
   * All readable links of an account, also those that ended: a row of another shape, or of another account, does not
   * affect the others.
   * @throws BrokerError
   */
  async list(accountId: string, signal?: AbortSignal): Promise<BankLink[]> {
    const rows = await this.connection.get(this.path(accountId), { schema: z.array(z.unknown()), signal });
    return rows
      .flatMap((row) => linkSchema.safeParse(row).data ?? [])
      .filter((link) => link.accountId === accountId);
  }

  /** Ends a link. One that has ended already is no error, so that this may be repeated. @throws BrokerError */
  async remove(accountId: string, linkId: string, signal?: AbortSignal): Promise<void> {
    try {
      await this.connection.send(`${this.path(accountId)}/${encodeURIComponent(linkId)}`, {
        method: 'DELETE',
        schema: z.unknown(),
        signal,
      });
    } catch (error) {
      if (!(error instanceof BrokerError) || error.status !== 404) throw error;
    }
  }

  private path(accountId: string): string {
    return `/v1/accounts/${encodeURIComponent(accountId)}/ach_relationships`;
  }
}
