import { z } from 'zod';
import { about } from '../accounts/about.js';
import type { Connection } from '../connection.js';
import { type Transfer, type TransferDirection, transferSchema } from './transfer.js';

export interface TransferRequest {
  readonly relationshipId: string;
  readonly direction: TransferDirection;
  /** Dollars as decimal text with at most two decimals, above zero. */
  readonly amount: string;
}

const pageSize = 100;
/**
 * The broker does not document its page size: only a page with fewer rows than this is taken for the last. A
 * transfer missing from the list would look as if it was never made.
 */
const fewest = 20;

/** Transfers between banks and accounts. */
export class Transfers {
  constructor(private readonly connection: Connection) {}

  /** Waits until the broker's rate limit lets a call through, so that no attempt spends its time on waiting. */
  turn(signal?: AbortSignal): Promise<void> {
    return this.connection.pacing.turn(signal);
  }

  /**
   * Requests a transfer over a bank link (ACH), once. The broker has no idempotency key for transfers, so
   * this is never repeated here: when the error's `outcome` is unknown, list the account's transfers and
   * search with `matchesOf` before asking again.
   * @throws BrokerError
   */
  async create(accountId: string, request: TransferRequest, signal?: AbortSignal): Promise<Transfer> {
    const made = await this.connection.send(this.path(accountId), {
      method: 'POST',
      body: {
        transfer_type: 'ach',
        relationship_id: request.relationshipId,
        direction: request.direction,
        amount: request.amount,
      },
      schema: transferSchema,
      signal,
    });
    return about(made, made.accountId, accountId);
  }

  /**
   * All readable transfers of an account, newest first: a row of another shape, or of another account, does not affect
   * the others.
   * @throws BrokerError
   */
  async list(accountId: string, signal?: AbortSignal): Promise<Transfer[]> {
    // New ones push others to the next page while it is read: repeated rows are the same transfer.
    const found = new Map<string, Transfer>();
    const seen = new Set<string>();
    for (let offset = 0; ; ) {
      const page = await this.connection.get(this.path(accountId), {
        query: { limit: pageSize, offset },
        schema: z.array(z.unknown()),
        signal,
      });
      const before = seen.size;
      for (const row of page) {
        const { data: transfer } = transferSchema.safeParse(row);
        if (transfer?.accountId === accountId) found.set(transfer.id, transfer);
        seen.add(transfer?.id ?? JSON.stringify(row));
      }
      offset += page.length;
      if (page.length < fewest || seen.size === before) break;
    }
    return [...found.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }

  /** One transfer, undefined when the account has none with this id. @throws BrokerError */
  async get(accountId: string, transferId: string, signal?: AbortSignal): Promise<Transfer | undefined> {
    // There is no call for a single transfer.
    return (await this.list(accountId, signal)).find(({ id }) => id === transferId);
  }

  /**
   * Asks to call a transfer off, which is possible until it was sent to the bank. The status tells whether it was.
   * @throws BrokerError with kind `refused` when it is too late
   */
  async cancel(accountId: string, transferId: string, signal?: AbortSignal): Promise<void> {
    await this.connection.send(`${this.path(accountId)}/${encodeURIComponent(transferId)}`, {
      method: 'DELETE',
      schema: z.unknown(),
      signal,
    });
  }

  private path(accountId: string): string {
    return `/v1/accounts/${encodeURIComponent(accountId)}/transfers`;
  }
}
