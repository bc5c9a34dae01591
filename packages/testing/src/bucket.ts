import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Who may use a bucket. */
export const bucketAccount = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-west-1' };

/** Recomputes the request's signature as the AWS documentation describes it (Signature Version 4). */
export const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': hash } = request.headers;
  const [, names = '', signature] = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization) ?? [];
  if (hash !== sha256(body)) return false;
  const headers = names.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sorted = query.split('&').sort().join('&');
  const canonical = [request.method, path, sorted, headers.join(''), names, hash].join('\n');
  const day = String(date).slice(0, 8);
  const scope = `${day}/${bucketAccount.region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${bucketAccount.secretAccessKey}`, day), bucketAccount.region),
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return authorization.includes(`${bucketAccount.accessKeyId}/${scope}`) && signature === expected;
};

/** Names on a page of a listing. */
const pageSize = 2;

/**
 * A bucket that speaks as much of S3 as mirroring needs: it takes nothing twice under one name when it is asked not to, and
 * lists a few names a page.
 */
export const startBucket = async () => {
  /** By path. */
  const objects = new Map<string, string>();
  const state = { isAway: false };
  const listed = (query: URLSearchParams): string => {
    const root = '/evidence/';
    const names = [...objects.keys()].map((path) => path.slice(root.length)).sort();
    const after = query.get('continuation-token') ?? '';
    const rest = names.filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after);
    const page = rest.slice(0, pageSize);
    const next =
      rest.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('');
    return `<ListBucketResult>${contents}${next}</ListBucketResult>`;
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    if (state.isAway) return response.writeHead(503).end();
    if (!isSigned(request, body)) return response.writeHead(403).end();
    if (searchParams.has('list-type')) return response.writeHead(200).end(listed(searchParams));
    if (request.method === 'GET') return response.writeHead(200).end(objects.get(path));
    if (objects.has(path) && request.headers['if-none-match'] === '*') return response.writeHead(412).end();
    objects.set(path, body.toString());
    return response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    objects,
    state,
    /** Variables for a process that mirrors into it. */
    variables: {
      CHECKPOINT_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      CHECKPOINT_S3_BUCKET: 'evidence',
      CHECKPOINT_S3_REGION: bucketAccount.region,
      CHECKPOINT_S3_ACCESS_KEY_ID: bucketAccount.accessKeyId,
      CHECKPOINT_S3_SECRET_ACCESS_KEY: bucketAccount.secretAccessKey,
    },
    async stop(): Promise<void> {
      server.close();
    },
  };
};
