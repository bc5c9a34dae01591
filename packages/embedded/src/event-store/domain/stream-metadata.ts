/** The stream metadata that the server itself evaluates. */
export interface StreamMetadata {
  /** Revisions below it are gone. */
  readonly truncateBefore: number;
  readonly maxCount: number;
  readonly maxAgeSeconds: number;
}

export const noMetadata: StreamMetadata = {
  truncateBefore: 0,
  maxCount: Number.POSITIVE_INFINITY,
  maxAgeSeconds: Number.POSITIVE_INFINITY,
};

/** `$tb` of a soft-deleted stream is 2^63 - 1, which `JSON.parse` rounds up to this. */
const deletedBefore = 2 ** 63;

/** Written by a soft delete; replaces all existing metadata. */
export const softDeletion = Buffer.from('{"$tb":9223372036854775807}');

/**
 * Reads the keys the server evaluates. A value of the wrong type counts as absent, malformed JSON as no metadata.
 */
export const parseStreamMetadata = (json: Buffer): StreamMetadata => {
  const found = parseObject(json);
  return {
    truncateBefore: wholeNumber(found.$tb, 0) ?? noMetadata.truncateBefore,
    maxCount: wholeNumber(found.$maxCount, 1) ?? noMetadata.maxCount,
    maxAgeSeconds: wholeNumber(found.$maxAge, 1) ?? noMetadata.maxAgeSeconds,
  };
};

/** Whether its events are gone until the stream is written to again. */
export const isSoftDeleted = (metadata: StreamMetadata): boolean => metadata.truncateBefore >= deletedBefore;

/** The metadata that restores a soft-deleted stream: other keys are kept, its old events stay gone. */
export const undeletion = (current: Buffer, firstRevision: number): Buffer =>
  Buffer.from(JSON.stringify({ ...parseObject(current), $tb: firstRevision }));

const parseObject = (json: Buffer): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(json.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};

const wholeNumber = (value: unknown, least: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least ? value : undefined;
