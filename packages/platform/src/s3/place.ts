import { FatalFault } from '../process/fatal.js';

/** A bucket of anything that speaks S3. */
export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Part = 'ENDPOINT' | 'BUCKET' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY';
type Variables<Prefix extends string> = { readonly [Name in `${Prefix}_${Part}`]?: string | undefined };

/**
 * The bucket that variables name.
 * @param what needs it, in words
 * @returns undefined where none is configured
 * @throws FatalFault when only a part is
 */
export const placeIn = <Prefix extends string>(
  variables: Variables<Prefix>,
  prefix: Prefix,
  what: string,
): S3Place | undefined => {
  const of = (part: Part): string => variables[`${prefix}_${part}`] ?? '';
  const [endpoint, bucket, region] = [of('ENDPOINT'), of('BUCKET'), of('REGION')];
  const [accessKeyId, secretAccessKey] = [of('ACCESS_KEY_ID'), of('SECRET_ACCESS_KEY')];
  const needed = [endpoint, bucket, accessKeyId, secretAccessKey];
  if (!needed.some(Boolean)) return undefined;
  if (!needed.every(Boolean)) {
    throw new FatalFault(
      `Wrong configuration: ${what} needs ${prefix}_ENDPOINT, ${prefix}_BUCKET, ${prefix}_ACCESS_KEY_ID and ` +
        `${prefix}_SECRET_ACCESS_KEY.`,
    );
  }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
};
