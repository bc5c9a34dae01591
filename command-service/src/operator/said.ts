/** What became of a command: for people one line or more, without the address, since operators' terminals are logged too. */
export interface Said {
  readonly message: string;
  /** Of the person whom it was about. */
  readonly id?: string;
  /** Their present state: `staff`, `registered`, `erased`. */
  readonly state?: string;
  /** Whether this command made it so. */
  readonly changed?: boolean;
  /** Whether the answer is no, although the command was carried out: it then ends with 1. */
  readonly declined?: boolean;
}
