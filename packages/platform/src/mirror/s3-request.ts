import { createHash, createHmac } from 'node:crypto';

/** A bucket of anything that speaks S3, addressed by path. */
export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
/** Names in the order of their bytes, as a signature has them. */
const queryOf = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
const keyed = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export const signedHeaders = (
  { region, accessKeyId, secretAccessKey }: S3Place,
  { method, url, body }: { readonly method: string; readonly url: URL; readonly body: string },
  now: Date,
): Record<string, string> => {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 'YYYYMMDD'.length);
  const payload = hashOf(body);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const headers = `host:${url.host}\nx-amz-content-sha256:${payload}\nx-amz-date:${time}\n`;
  const request = [method, url.pathname, queryOf(url), headers, names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, hashOf(request)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(keyed, keyed(`AWS4${secretAccessKey}`, day));
  const signature = keyed(key, text).toString('hex');
  return {
    'x-amz-date': time,
    'x-amz-content-sha256': payload,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};
