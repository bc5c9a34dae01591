/** What is asked of one person's place on the waitlist. Who and when come in as facts. */
export type WaitlistCommand =
  | { type: 'JoinWaitlist'; conceptId?: string | undefined }
  | { type: 'ConfirmWaitlist' }
  | { type: 'LeaveWaitlist' };
