import type { ResponseFor } from '../../api/endpoints.js';
import { useObserved } from '../../app/use-observed.js';
import { LinkButton } from '../../components/button/button.js';
import { Cover } from '../../components/cover/cover.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { session$ } from '../../session/session.js';
import { signUpAddress } from '../../shared/sign-up-address.js';
import type { GrowthEntry } from './growth.js';
import { trackedText } from './history-words.js';
import styles from './trend.module.css';

type Concept = ResponseFor<'getConcept'>['concept'];

interface TrendHeadProps {
  concept: Concept;
  growth: readonly GrowthEntry[];
  palette: number | undefined;
}

/** Name, description, and links. */
export const TrendHead = ({ concept, growth, palette }: TrendHeadProps) => {
  const session = useObserved(session$);
  const badge = trackedText(growth, concept.performance);
  const signUp = signUpAddress(concept.id);
  return (
    <div className={styles.head}>
      <title>{`${concept.name} · Groundswell`}</title>
      <div className={styles.words}>
        {badge && <p className={styles.badge}>{badge}</p>}
        <h1 tabIndex={-1}>{concept.name}</h1>
        <p className={styles.description}>{concept.description}</p>
        <div className={styles.actions}>
          <LinkButton to={signUp}>Invest in This Trend</LinkButton>
          <LinkButton to={signUp} variant="secondary">
            Join the Waitlist
          </LinkButton>
          {session.status === 'signed-in' && session.user.is_staff && (
            <LinkButton to={`/manage_stock_allocations/${concept.id}`} variant="quiet">
              Manage allocations
            </LinkButton>
          )}
        </div>
      </div>
      <div className={styles.picture}>
        <Cover name={concept.name} imageUrl={concept.image_url} palette={palette} />
      </div>
    </div>
  );
};

/** Skeleton of the screen; the name is known when coming from a card. */
export const TrendHeadSkeleton = ({ name }: { name: string | undefined }) => (
  <div className={styles.screen}>
    {name && (
      <h1 className="for-screen-readers" tabIndex={-1}>
        {name}
      </h1>
    )}
    <Loading label={`Loading ${name ?? 'the trend'}`}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Bone width="180px" height="28px" radius="999px" />
          <Bone width="70%" height="52px" />
          <Bone height="58px" />
          <Bone width="60%" height="44px" radius="999px" />
        </div>
        <div className={styles.picture}>
          <Bone height="100%" />
        </div>
      </div>
      <div className={styles.section}>
        <Bone height="460px" />
      </div>
    </Loading>
  </div>
);
