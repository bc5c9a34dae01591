import type { CommandDefinition } from '@groundswell/platform/operator';

/** Commands that answer as the query service does. Data alone: help is printed without opening anything. */
export const catalogue: readonly CommandDefinition[] = [
  {
    name: 'as-of',
    summary: 'Answers any public or staff query as of a past moment',
    asks: ['PostgreSQL', 'event store'],
    arguments: [
      {
        name: 'time',
        summary: 'a day (2026-03-01), an instant (2026-03-01T15:00:00Z), or a position of the log',
      },
      { name: 'query', summary: 'a call by its name in the contract, such as getConcept' },
    ],
    options: {
      'as-known': {
        type: 'boolean',
        summary: 'as of what was recorded by then, and not of what has taken effect by then',
      },
      person: { type: 'string', value: 'id', summary: 'whose answer, for queries about oneself' },
    },
    parameters: true,
    details: [
      'The read models that the query asks are built beside the live ones up to that moment, the query service’s own code answers from them, and they are removed. A day counts until its end in New York.',
      'What took effect by then may have been recorded later. --as-known leaves that out: it is what the site itself would have answered then. Queries about the hash chain (getLatestCheckpoint, getConceptProof) always do so: a proof is of the log as it was recorded.',
    ],
    examples: [
      'as-of 2026-03-01 getConcepts',
      'as-of 2026-03-01 getConcept --concept_id=0b6a…',
      'as-of 48213 getAudit --json',
    ],
  },
];
