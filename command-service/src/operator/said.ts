/**
 * Result of a command: one or more lines of text, without the address, since operators' terminals are logged too.
 */
export interface Said {
  readonly message: string;
  /** Id of the person concerned. */
  readonly id?: string;
  /** Their present state: `staff`, `registered`, `erased`. */
  readonly state?: string;
  /** Whether this command caused that state. */
  readonly changed?: boolean;
  /** Whether the answer is no although the command ran. The exit code is then 1. */
  readonly declined?: boolean;
}
