import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Storage } from './storage.js';

export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Milliseconds for one request. */
const patience = 15_000;

/** Any S3-compatible service, addressed by path (`endpoint/bucket/key`), which all of them support. */
export const s3Storage = ({ endpoint, bucket, ...account }: S3Place): Storage => {
  const client = new AwsClient({ ...account, service: 's3', retries: 2 });
  const addressOf = (name: string): string =>
    `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}/uploads/${name}`;
  const ask = (name: string, request: RequestInit): Promise<Response> =>
    client.fetch(addressOf(name), {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
  return {
    async put(name, content) {
      const response = await ask(name, {
        method: 'PUT',
        body: new Uint8Array(content),
        headers: {
          'content-type': 'image/webp',
          'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
        },
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the object store answered ${response.status}`);
    },
    async get(name) {
      const response = await ask(name, { method: 'GET' });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new Error(`the object store answered ${response.status}`);
    },
  };
};
