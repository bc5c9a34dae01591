import type { CommandDefinition } from '@groundswell/platform/operator';

export const auditVerifyDefinition: CommandDefinition = {
  name: 'audit verify',
  summary:
    'Reads the whole log, works out its hash chain anew, and says whether anything was changed, and where',
  asks: ['PostgreSQL', 'event store'],
  options: {
    against: {
      type: 'string',
      value: 'file',
      summary:
        'compare with these copied checkpoints (checkpoints.jsonl), and not with those that are mirrored',
    },
  },
  details: [
    'Tells altered, reordered, inserted, removed and truncated apart, each by its position. Says whether it was the log that was changed or the stored chain, or that this cannot be told without a copy. Ends with 1 when anything does not match.',
    'Reads back what was mirrored: the file in CHECKPOINT_DIR, and the bucket of CHECKPOINT_S3_…. A copy that was changed, or cannot be read, is named, and it ends with 1.',
    'Whoever could change the log could change the stored chain as well: only checkpoints that were copied out of their reach are a witness against them. See docs/proof.md.',
  ],
  examples: ['audit verify', 'audit verify --against=/mnt/elsewhere/checkpoints.jsonl --json'],
};
