import type { Bucket } from '@groundswell/platform/mirror';

/** A checkpoint or a key as it is mirrored: a unique name and one line of JSON. */
export interface Mirrored {
  readonly name: string;
  readonly line: string;
}

/** A destination outside the reach of the instance's operators. Putting the same lines again is harmless. */
export interface Sink {
  readonly name: string;
  /** @throws when the line was not stored, or something else is stored under this name */
  put(lines: readonly Mirrored[]): Promise<void>;
}

/**
 * Stores each line as a separate object and never overwrites one. Give the bucket object lock, and the account no
 * right to delete.
 */
export const s3Sink = (bucket: Bucket): Sink => ({
  name: 's3',
  async put(lines) {
    for (const { name, line } of lines) await bucket.put(name, line);
  },
});

/** Accepts a mail, or throws. */
export interface MailPort {
  carry(mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  }): Promise<void>;
}

/** Everything new in one mail, line by line, as in the mirrored file. */
export const mailSink = (carrier: MailPort, to: string): Sink => ({
  name: 'mail',
  async put(lines) {
    const last = lines.at(-1);
    if (!last) return;
    const text = lines.map(({ line }) => line).join('\n');
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    await carrier.carry({
      id: last.name,
      to,
      subject: 'Groundswell checkpoint',
      text: `${text}\n`,
      html: `<pre>${escaped}</pre>`,
    });
  },
});
