import { type S3Place, signedHeaders } from './s3-request.js';

/** A checkpoint or a key as it is mirrored: a name of its own, and one line of JSON. */
export interface Mirrored {
  readonly name: string;
  readonly line: string;
}

/** Somewhere out of the reach of whoever runs the house. Putting the same again is harmless. */
export interface Sink {
  readonly name: string;
  /** @throws when it was not taken, or something else lies there under this name */
  put(lines: readonly Mirrored[]): Promise<void>;
}

/** Milliseconds for one request. */
const patience = 15_000;

/** Each line an object of its own, never over another: give the bucket object lock, and the account no right to delete. */
export const s3Sink = (place: S3Place, now: () => Date): Sink => {
  const ask = async (name: string, method: 'PUT' | 'GET', body: string): Promise<Response> => {
    const base = place.endpoint.replace(/\/$/, '');
    const url = new URL(`${base}/${encodeURIComponent(place.bucket)}/checkpoints/${name}.json`);
    return fetch(url, {
      method,
      headers: {
        ...signedHeaders(place, { method, url, body }, now()),
        ...(method === 'PUT' ? { 'if-none-match': '*', 'content-type': 'application/json' } : {}),
      },
      ...(method === 'PUT' ? { body } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
  };
  const putOne = async ({ name, line }: Mirrored): Promise<void> => {
    const answer = await ask(name, 'PUT', line);
    await answer.body?.cancel();
    if (answer.ok) return;
    // There is one already: it has to be the same.
    if (answer.status !== 412) throw new Error(`the object store answered ${answer.status}`);
    const there = await ask(name, 'GET', '');
    if ((await there.text()) !== line) throw new Error(`another ${name}.json lies in the bucket`);
  };
  return {
    name: 's3',
    async put(lines) {
      for (const each of lines) await putOne(each);
    },
  };
};

/** Takes a mail, or throws. */
export interface MailPort {
  carry(mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  }): Promise<void>;
}

/** All that is new in one mail, line by line, as a copied file holds it. */
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
