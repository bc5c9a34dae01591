import { Link } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import type { Answered } from '../../api/queries.js';
import { Section } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import styles from './verify.module.css';

/** Placeholders for a dozen trends until their number is known. */
const places = Array.from({ length: 12 }, (_, index) => `place ${index}`);

/** The trends, each with a link to its proof. */
export const ChooseTrend = ({ trends }: { trends: Promise<Answered<ResponseFor<'getConcepts'>>> }) => (
  <Section title="Choose a trend">
    <Arriving
      answer={trends}
      what="the trends"
      skeleton={
        <Loading label="Loading the trends">
          <ul className={styles.trends}>
            {places.map((place) => (
              <li key={place} className={styles.place}>
                <Bone height="1.25rem" width="60%" />
              </li>
            ))}
          </ul>
        </Loading>
      }
    >
      {({ concepts }) =>
        concepts.length === 0 ? (
          <p className={styles.hint}>No trends yet.</p>
        ) : (
          <ul className={styles.trends}>
            {concepts.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/verify?concept_id=${encodeURIComponent(id)}`}>{name}</Link>
              </li>
            ))}
          </ul>
        )
      }
    </Arriving>
  </Section>
);
