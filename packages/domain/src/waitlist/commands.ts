/** Commands for one person's place on the waitlist. The person and the time come in as facts. */
export type WaitlistCommand =
  | { type: 'JoinWaitlist'; conceptId?: string | undefined }
  | { type: 'ConfirmWaitlist' }
  | { type: 'LeaveWaitlist' };
