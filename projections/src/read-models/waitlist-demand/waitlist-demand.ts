import type { Sql } from '@groundswell/platform/database';
import { allOf, type ReadModel, rows } from '@groundswell/platform/read-store';
import { listedPeople } from './listed-people.js';
import { wantedConcepts } from './wanted-concepts.js';

interface PeopleCounts {
  readonly waiting: number;
  readonly confirmed: number;
  readonly left: number;
}

interface ConceptDemand {
  readonly concept_id: string | null;
  readonly name: string | null;
  readonly waiting: number;
  readonly confirmed: number;
}

interface DemandOfDay {
  readonly date: string;
  readonly concept_id: string | null;
  readonly joined: number;
  readonly confirmed: number;
  readonly left: number;
}

/** Demand on the waitlist, now and by day. Only counts: the log does not know who the people are. */
export const waitlistDemand = {
  name: 'waitlistDemand',
  version: 5,
  categories: ['waitlist', 'concept'],
  ...allOf(rows(listedPeople), rows(wantedConcepts)),
  queries: {
    /** Each person counts once. */
    people: async (sql: Sql): Promise<PeopleCounts> => {
      const [counts] = await sql.query<PeopleCounts>(
        `SELECT (count(*) FILTER (WHERE waiting))::integer AS waiting,
                (count(*) FILTER (WHERE waiting AND confirmed))::integer AS confirmed,
                (count(*) FILTER (WHERE NOT waiting))::integer AS "left"
         FROM listed_person`,
        [],
      );
      return counts ?? { waiting: 0, confirmed: 0, left: 0 };
    },
    /** Highest demand first. */
    concepts: (sql: Sql): Promise<ConceptDemand[]> =>
      sql.query(
        `SELECT interest AS concept_id, wanted_concept.name, count(*)::integer AS waiting,
                (count(*) FILTER (WHERE person.confirmed))::integer AS confirmed
         FROM listed_person person CROSS JOIN jsonb_array_elements_text(person.interests) interest
              LEFT JOIN wanted_concept ON wanted_concept.id = interest
         WHERE person.waiting
         GROUP BY interest, wanted_concept.name
         ORDER BY waiting DESC, wanted_concept.name NULLS LAST, interest NULLS LAST`,
        [],
      ),
    /** Oldest first. */
    days: (sql: Sql): Promise<DemandOfDay[]> =>
      sql.query(
        `SELECT step ->> 'date' AS date, step ->> 'conceptId' AS concept_id,
                (count(*) FILTER (WHERE step ->> 'step' = 'joined'))::integer AS joined,
                (count(*) FILTER (WHERE step ->> 'step' = 'confirmed'))::integer AS confirmed,
                (count(*) FILTER (WHERE step ->> 'step' = 'left'))::integer AS "left"
         FROM listed_person CROSS JOIN jsonb_array_elements(steps) step
         GROUP BY 1, 2
         ORDER BY 1, 2 NULLS FIRST`,
        [],
      ),
  },
} as const satisfies ReadModel;
