import { type Aim, type Beginnings, get, oneOf } from './aim.js';
import { flood, hold, requestOf } from './sockets.js';

const dayOf = (turn: number): string =>
  new Date(Date.UTC(2020, 0, 1 + (turn % 2_000))).toISOString().slice(0, 10);

/** What costs most to answer, in turn. */
const expensive = ({ trend }: Aim) => {
  let turn = 0;
  return oneOf([
    () => get(`/api/get_concept_changes/?concept_id=${trend()}`),
    () => get(`/api/get_concept_calculation/?concept_id=${trend()}`),
    () => get(`/api/get_concept_proof/?concept_id=${trend()}`),
    () => get(`/api/get_concept/?concept_id=${trend()}&as_of=${dayOf(turn++)}`),
    () => get(`/api/checkpoints/consistency/?first=1&second=${2 + (turn++ % 100)}`),
    () => get('/api/docs/openapi.json'),
  ]);
};

const expensiveOfStaff = ({ staffToken }: Aim) => {
  let turn = 0;
  return oneOf([
    () => get('/api/get_audit/', staffToken),
    () => get('/api/get_audit_csv/', staffToken),
    () => get(`/api/find_assets/?search=${'abcdefghij'[turn++ % 10]}`, staffToken),
    () => get('/api/get_status/', staffToken),
  ]);
};

/** Waits for what no log has reached. */
const getAfterFar = (path: string): string =>
  requestOf('GET', path, { head: `Read-After: ${2n ** 63n - 1n}\r\n` });

/** Reads, cheap and expensive, and answers that are never read. */
export const readAttacks = (aim: Aim) =>
  ({
    'cheap reads': () => flood(aim.traffic(256, () => get('/api/get_concepts/'))),
    'expensive reads': () => {
      const next = expensive(aim);
      flood(aim.traffic(128, () => next()()));
    },
    'expensive reads of staff': () => {
      const next = expensiveOfStaff(aim);
      flood(aim.traffic(64, () => next()()));
    },
    'slow readers': () =>
      hold(
        aim.traffic(400, () => get(`/api/get_concept/?concept_id=${aim.trend()}`), aim.from(2)),
        false,
      ),
    pipelining: () => {
      const packet = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(2_500);
      flood(aim.traffic(128, () => packet));
    },
    'requests without a host': () => {
      const packet = 'GET / HTTP/1.1\r\n\r\n'.repeat(3_600);
      flood(aim.traffic(128, () => packet));
    },
    'reads after a far position': () => {
      const proof = getAfterFar('/api/checkpoints/consistency/?first=1&second=1');
      flood(aim.traffic(448, () => getAfterFar('/api/get_concepts/'), aim.from(7)));
      flood(aim.traffic(32, () => proof, aim.from(4)));
    },
  }) satisfies Partial<Beginnings>;
