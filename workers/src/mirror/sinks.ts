import type { Bucket } from '@groundswell/platform/mirror';

/** A checkpoint or a key as it is mirrored: a name of its own, and one line of JSON. */
export interface Mirrored {
  readonly name: string;
  readonly line: string;
}

/** A place that the operators of the instance cannot reach. Putting the same again is harmless. */
export interface Sink {
  readonly name: string;
  /** @throws when it was not taken, or something else lies there under this name */
  put(lines: readonly Mirrored[]): Promise<void>;
}

/** Each line an object of its own, never over another: give the bucket object lock, and the account no right to delete. */
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
