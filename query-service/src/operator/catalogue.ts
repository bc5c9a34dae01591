import type { CommandDefinition } from '@groundswell/platform/operator';

/** Commands that answer like the query service. Data only, so help can be printed without opening connections. */
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
        summary: 'use what was recorded by then, instead of what had taken effect by then',
      },
      person: { type: 'string', value: 'id', summary: 'the person, for queries about one person' },
    },
    parameters: true,
    details: [
      'Builds the read models that the query needs up to that moment, next to the live ones, answers from them with the query service’s own code, and removes them. A day counts up to its end in New York.',
      'What took effect by then may have been recorded later. --as-known leaves that out, which gives what the site would have answered then. Queries about the hash chain (getLatestCheckpoint, getConceptProof) always do: a proof covers the log as it was recorded.',
    ],
    examples: [
      'as-of 2026-03-01 getConcepts',
      'as-of 2026-03-01 getConcept --concept_id=0b6a…',
      'as-of 48213 getAudit --json',
    ],
  },
];
