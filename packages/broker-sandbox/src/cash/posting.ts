/** One movement of cash. CSD is a deposit, CSW a withdrawal; a return is booked as the same kind, the other way round. */
export interface Posting {
  readonly id: string;
  readonly accountId: string;
  readonly transferId: string;
  readonly kind: 'CSD' | 'CSW';
  /** Signed: what it adds to the cash. */
  readonly cents: number;
  readonly at: number;
  readonly description: string;
}
