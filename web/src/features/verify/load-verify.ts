import type { LoaderFunctionArgs } from 'react-router-dom';
import { allChanges } from '../../api/all-changes.js';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import type { Answered } from '../../api/queries.js';
import type { ChangeLog, Proof } from './verify-concept.js';

/** A trend, its events in the log, and the change log on its page. */
export interface Claim {
  readonly id: string;
  readonly name: string;
  readonly proof: Proof;
  readonly log: ChangeLog;
}

const claimOf = async (id: string): Promise<Answered<Claim>> => {
  const concept = { query: { concept_id: id } };
  const [answered, { data: trend }] = await Promise.all([
    query('getConceptProof', concept),
    query('getConcept', concept),
  ]);
  // After the proof: the change log then covers everything up to the head, or is missing it.
  const { data, position } = await allChanges(id);
  const log = { changes: data.changes, upTo: position ?? '0' };
  return { ...answered, data: { id, name: trend.concept.name, proof: answered.data, log } };
};

/** Without a trend: the choice of one, and what is published about the log as a whole. */
export const loadVerify = ({ request }: LoaderFunctionArgs) => {
  const id = new URL(request.url).searchParams.get('concept_id');
  return id
    ? { claim: arriving(claimOf(id)), latest: undefined, trends: undefined }
    : {
        claim: undefined,
        latest: arriving(query('getLatestCheckpoint')),
        trends: arriving(query('getConcepts')),
      };
};
export type VerifyData = ReturnType<typeof loadVerify>;
