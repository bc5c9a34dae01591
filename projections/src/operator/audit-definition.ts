import type { CommandDefinition } from '@groundswell/platform/operator';

export const auditVerifyDefinition: CommandDefinition = {
  name: 'audit verify',
  summary: 'Reads the whole log, recomputes its hash chain, and says whether anything was changed, and where',
  asks: ['PostgreSQL', 'event store'],
  options: {
    against: {
      type: 'string',
      value: 'file',
      summary: 'compare with these copied checkpoints (checkpoints.jsonl) instead of the mirrored ones',
    },
  },
  details: [
    'Reports altered, reordered, inserted, removed and truncated events by position. Says whether the log or the stored chain was changed, or that it cannot tell without a copy. Ends with 1 if anything does not match.',
    'Reads the mirrored copies back: the file in CHECKPOINT_DIR, and the bucket of CHECKPOINT_S3_…. If a copy was changed or cannot be read, it names it and ends with 1.',
    'Someone who could change the log could change the stored chain as well: only checkpoints copied out of their reach can prove it. See docs/proof.md.',
  ],
  examples: ['audit verify', 'audit verify --against=/mnt/elsewhere/checkpoints.jsonl --json'],
};
