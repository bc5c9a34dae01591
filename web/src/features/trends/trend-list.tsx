import { useLoaderData, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { useSettled } from '../../components/use-settled.js';
import { Arriving } from '../../shared/arriving.js';
import type { TrendsData } from '../../shared/trend-card/load-trends.js';
import { type Trend, TrendGrid, TrendGridSkeleton } from '../../shared/trend-card/trend-card.js';
import { LiveUpdates } from '../../shared/updates/live-updates.js';
import { type Selection, searchFor, select, selectionIn } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import styles from './trend-list.module.css';

const Found = ({ trends, selection }: { trends: readonly Trend[]; selection: Selection }) => {
  const found = select(trends, selection);
  if (found.length === 0 && trends.length > 0)
    return (
      <div className={styles.empty}>
        <p>No matching trends. Try a different search.</p>
        <LinkButton variant="secondary" to="/see_concepts">
          Show all trends
        </LinkButton>
      </div>
    );
  return <TrendGrid trends={found} />;
};

export const TrendList = () => {
  const { trends } = useLoaderData<TrendsData>();
  const [search, setSearch] = useSearchParams();
  const [address, keep] = useSettled(search.toString());
  const selection = selectionIn(new URLSearchParams(address));
  const change = (next: Partial<Selection>) => {
    const changed = searchFor({ ...selection, ...next });
    keep(changed.toString());
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return (
    <Page title="Explore Investing Trends" lead="Discover themes and ideas shaping the market.">
      <Arriving
        answer={trends}
        what="the trends"
        skeleton={
          <Loading label="Loading the trends">
            <div className={styles.awaited}>
              <Bone height="100%" radius="12px" />
            </div>
            <TrendGridSkeleton count={8} />
          </Loading>
        }
      >
        {(data, answered) => (
          <>
            <LiveUpdates answered={answered} />
            <SelectionBar
              selection={selection}
              onChange={change}
              count={select(data.concepts, selection).length}
            />
            <h2 className="for-screen-readers">Trends</h2>
            <Found trends={data.concepts} selection={selection} />
          </>
        )}
      </Arriving>
    </Page>
  );
};
