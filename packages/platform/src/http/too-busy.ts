/** Answered with 503: more wait than this process has memory and time for. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
  readonly statusCode = 503;
}
