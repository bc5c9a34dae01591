import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** All trends; not awaited, so that the screen appears at once with its skeletons. */
export const loadTrends = () => ({ trends: arriving(query('getConcepts')) });
export type TrendsData = ReturnType<typeof loadTrends>;
