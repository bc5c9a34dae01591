import { z } from 'zod';
import { conceptFields, conceptQuery } from '../concept/fields.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { positionSchema } from '../position.js';

/** A SHA-256 as 64 hexadecimal digits. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.number().int().nonnegative();
/** A count in a path or query. */
const countText = z
  .string()
  .regex(/^[1-9]\d{0,11}$/)
  .transform(Number);

/**
 * A summary of everything recorded up to a position, short enough for anyone to keep. docs/proof.md defines each
 * value.
 */
const checkpointSchema = z.object({
  /** Log position of its last event. */
  position: positionSchema,
  /** Events up to that position. */
  count: countSchema,
  /** When it was signed; for version 1 and the current head, when the last event was recorded. ISO 8601. */
  time: z.string(),
  /** Head of the hash chain over the events in log order. */
  chain: hashSchema,
  /** Root of the Merkle tree (RFC 6962) over the same events. */
  root: hashSchema,
  /**
   * Root of the Merkle tree over each trend's number of events; shows that none of a trend's events was left out.
   */
  concepts: hashSchema,
  /** `hash` of the previous checkpoint; null for the first. */
  previous: hashSchema.nullable(),
  /** The fields that version 2 adds, and the signer; null for version 1, and for the present head. */
  signed: z
    .object({
      /** Id of the log's first event. */
      log: z.string(),
      /** Events from the start of the log that are hashed as version 1. */
      version1: countSchema,
      /** `id` of the signing key. */
      key: hashSchema,
      /** Ed25519 over the text of the checkpoint, base64. */
      signature: z.string(),
    })
    .nullable(),
  /** SHA-256 of all of the above except the signature. */
  hash: hashSchema,
});
export type PublishedCheckpoint = z.infer<typeof checkpointSchema>;

/** A public key that signs checkpoints. The first signs itself, each later one is signed by its predecessor. */
const keySchema = z.object({
  /** SHA-256 of the 32 bytes of the key. */
  id: hashSchema,
  /** The 32 bytes of the Ed25519 key, base64. */
  public_key: z.string(),
  since: z.string(),
  predecessor: hashSchema.nullable(),
  /** Ed25519 over the text of the statement, base64. */
  signature: z.string(),
});

const provenEventSchema = z.object({
  /** The hashed bytes: one line of JSON with the event as stored now. */
  record: z.string(),
  /**
   * Its present place in the store, and when it was written: separate from the record, which contains neither
   * since version 2.
   */
  position: positionSchema,
  recorded_at: z.string().nullable(),
  /** Hash of its private part: who made the change, and by which request. */
  private_hash: hashSchema,
  /** Its index in the tree, from 0; null when the chain has no event at its position. */
  index: countSchema.nullable(),
  /** From its sibling up to the root, as indexes into `nodes`. */
  path: z.array(countSchema),
});

/** Consistency proof of RFC 6962, 2.1.2: the tree over `first` events is a prefix of the one over `second`. */
const consistencySchema = z.object({ first: countSchema, second: countSchema, path: z.array(hashSchema) });
export type Consistency = z.infer<typeof consistencySchema>;

const conceptProofSchema = z.object({
  /** The currently published head. Everything below leads to it. */
  head: checkpointSchema,
  /** The newest checkpoint; null before the first. */
  checkpoint: checkpointSchema.nullable(),
  /** From `checkpoint` to `head`; null when there is no checkpoint. */
  since_checkpoint: consistencySchema.nullable(),
  /** The trend's events in log order, up to the head. */
  events: z.array(provenEventSchema),
  nodes: z.array(hashSchema),
  /** The trend's entry in the tree of trends; null when the chain has no event of it. */
  concept: z
    .object({
      stream: z.string(),
      count: countSchema,
      index: countSchema,
      size: countSchema,
      path: z.array(hashSchema),
    })
    .nullable(),
  /** Events after the head, which the chain will soon include. */
  waiting: countSchema,
});
export type ConceptProof = z.infer<typeof conceptProofSchema>;

/** Maximum events per page of prices. */
export const pricesOfPage = 100;

/** Revisions have no gaps, so a page from 0 on shows whether anything was left out. */
const priceProofSchema = conceptProofSchema.omit({ concept: true }).extend({
  /** `from` for the next page; null on the last one. */
  next: z.string().nullable(),
});
export type PriceProof = z.infer<typeof priceProofSchema>;

/** Calls by which anyone can verify that the log was not changed afterwards. */
export const proofCalls = {
  getCheckpoints: defineCall({
    ...routes.getCheckpoints,
    summary:
      'Signed checkpoints, newest first, then the daily ones from before checkpoints were signed; 400 at a time',
    access: 'public',
    cost: 'read',
    /** `hash` of the last one that is known. */
    query: z.object({ before: hashSchema.optional() }),
    response: z.object({ checkpoints: z.array(checkpointSchema), next: hashSchema.nullable() }),
  }),
  getLatestCheckpoint: defineCall({
    ...routes.getLatestCheckpoint,
    summary: 'The newest checkpoint and the current head of the log',
    access: 'public',
    cost: 'read',
    response: z.object({ checkpoint: checkpointSchema.nullable(), head: checkpointSchema.nullable() }),
  }),
  getCheckpointKeys: defineCall({
    ...routes.getCheckpointKeys,
    summary: 'The public keys that sign checkpoints, oldest first, each signed by the one before it',
    access: 'public',
    cost: 'read',
    response: z.object({ keys: z.array(keySchema) }),
  }),
  getConsistency: defineCall({
    ...routes.getConsistency,
    summary: 'Proof that the first `first` events of the log are the beginning of its first `second`',
    access: 'public',
    cost: 'scan',
    query: z.object({ first: countText, second: countText }),
    response: consistencySchema,
  }),
  getConceptProof: defineCall({
    ...routes.getConceptProof,
    summary: 'The events of one trend as the log holds them, with the proof from each to the published head',
    access: 'public',
    cost: 'scan',
    query: conceptQuery,
    response: conceptProofSchema,
  }),
  getPriceProof: defineCall({
    ...routes.getPriceProof,
    summary:
      'The recorded prices of one symbol as the log holds them, or without a symbol the complete sessions, with the proof to the published head; 100 events at a time',
    access: 'public',
    cost: 'scan',
    query: z.object({
      symbol: conceptFields.symbol.optional(),
      /** Revision of the page's first event. */
      from: z
        .string()
        .regex(/^(0|[1-9]\d{0,11})$/)
        .default('0'),
    }),
    response: priceProofSchema,
  }),
} as const;
