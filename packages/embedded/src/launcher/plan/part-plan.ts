import type { AddressBook } from './addresses.js';

export interface PartPlan {
  readonly name: string;
  /** Path of the built entry. */
  readonly entry: string;
  /** Additional options for Node. */
  readonly nodeOptions?: readonly string[];
  /** Names of the parts that must listen before this one starts; it is stopped before them. */
  readonly needs: readonly string[];
  /** Runs once, when the needed parts listen. */
  readonly before?: (book: AddressBook) => Promise<void>;
  readonly environment: (book: AddressBook, port: number) => Readonly<Record<string, string>>;
}
