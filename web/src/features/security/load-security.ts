import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

export const loadSecurity = () => ({ sessions: arriving(query('getSessions')) });
export type SecurityData = ReturnType<typeof loadSecurity>;
