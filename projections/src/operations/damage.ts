import {
  type Made,
  madeByMigrations,
  madeByModel,
  type ReadModel,
  readStoreMigrations,
} from '@groundswell/platform/read-store';
import { evidenceMigrations } from '../evidence/prepare-evidence.js';
import { operationsMigrations } from './prepare-operations.js';

/** The tables of a read model, which a replay recreates. */
export const madeOf = (model: ReadModel): Made =>
  madeByModel(
    model,
    `\`replay ${model.name}\` rebuilds it from the log.${
      model.isEvidence ? ' It is evidence: if too little of it is left, the command says how to decide.' : ''
    }`,
  );

/**
 * Tables of the projections outside the read models. No command repairs them, because not all of their contents are
 * in the log.
 */
export const roomsMade: readonly Made[] = [
  madeByMigrations(
    'read_store',
    readStoreMigrations,
    'Restore it from a copy of PostgreSQL. Without a copy: stop the projections and the workers, ALTER SCHEMA log_chain RENAME TO ' +
      'log_chain__kept (it is evidence), DROP SCHEMA read_store CASCADE, and start them again: every read model is rebuilt from the log.',
  ),
  madeByMigrations(
    'operations',
    operationsMigrations,
    'DROP SCHEMA operations CASCADE, and start the projections again: they make it, and nothing depends on what was in it.',
  ),
  madeByMigrations(
    'evidence',
    evidenceMigrations,
    'Nothing makes its rows again: restore the schema from a copy of PostgreSQL.',
  ),
];
