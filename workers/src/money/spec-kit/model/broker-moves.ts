import type { Transfer as MadeTransfer } from '@groundswell/broker';
import type { LoadedAccount } from '../../../shared/accounts.js';
import { pairsInDoubt } from '../../transfers/requests.js';
import {
  type Call,
  keyOf,
  type Move,
  type Row,
  type Rules,
  requestOf,
  stranger,
  told,
  type World,
} from './world.js';

const at = new Date('2026-03-02T15:00:00.000Z');

/** The broker's id of a row, whether or not the log knows it. */
export const idOfRow = ({ rows }: Pick<World, 'rows'>, row: Row): string => `row ${rows.indexOf(row)}`;

const statusOf = ({ owner, canceled }: Row): string =>
  canceled ? 'CANCELED' : owner === stranger ? 'PENDING' : 'COMPLETE';

/** What the broker's list shows now. */
export const listed = (world: World): MadeTransfer[] =>
  world.rows
    .filter(({ visible }) => visible)
    .map((row) => ({
      ...{ id: idOfRow(world, row), accountId: 'b', relationshipId: 'relationship', type: 'ach' },
      ...{ direction: 'INCOMING', amount: '5.00', status: statusOf(row) },
      ...{ reason: undefined, createdAt: at, updatedAt: undefined, holdUntil: undefined },
    }));

/** The account as workers read it. From the events they only need the time of each transfer request. */
export const loadedOf = ({ account }: World): Pick<LoadedAccount, 'state' | 'events'> => ({
  state: account,
  events: [...account.transfers.keys()].map((id) => ({
    ...requestOf(id),
    metadata: { occurredAt: at.toISOString() },
  })) as unknown as LoadedAccount['events'],
});

const replaced = <T>(all: readonly T[], one: T, other: T | undefined): T[] =>
  all.flatMap((each) => (each === one ? (other === undefined ? [] : [other]) : [each]));

/** Moves a call to another state. A call that no one awaits is removed. */
const settledCall = (world: World, call: Call, state: Call['state']): World => ({
  ...world,
  calls: replaced(world.calls, call, call.awaited ? { ...call, state } : undefined),
});

const onCall = (world: World, call: Call): Move[] => {
  const about = `${call.owner}.${call.attempt}`;
  const row: Row = { owner: call.owner, visible: false, canceled: false };
  const carriedOut = settledCall({ ...world, rows: [...world.rows, row] }, call, 'executed');
  return [
    { label: `broker executes ${about}`, world: carriedOut },
    { label: `broker refuses ${about}`, world: settledCall(world, call, 'refused') },
    { label: `broker limits ${about}`, world: settledCall(world, call, 'limited') },
    { label: `broker loses ${about}`, world: settledCall(world, call, 'lost') },
  ];
};

/** Assigns transfers in the list to those in doubt, like a reconciliation. */
const compared = (world: World, rules: Rules): Move[] => {
  const pairs = pairsInDoubt(loadedOf(world), listed(world));
  if (pairs.length === 0) return [];
  if (!rules.adopts) {
    const isStuck = pairs.some(([{ id }]) => world.jobs[id] === 'parked');
    const violation = isStuck ? 'a transfer that the broker shows is taken for nobody’s' : undefined;
    return isStuck ? [{ label: 'comparing passes over a row', world, violation }] : [];
  }
  const after = pairs.reduce(
    (present, [{ id: transferId }, { id: brokerTransferId, status }]) =>
      told(
        present,
        { type: 'RecordTransferAccepted', transferId, brokerTransferId, status, listed: true },
        rules,
      ),
    world,
  );
  return [{ label: 'comparing adopts', world: after }];
};

/** Someone makes a transfer like ours at the broker, while nothing else is asked for, and cancels it later. */
const strangersMoves = (world: World): Move[] => {
  const theirs = world.rows.find(({ owner }) => owner === stranger);
  if (theirs?.canceled) return [];
  if (theirs) {
    const rows = replaced(world.rows, theirs, { ...theirs, canceled: true });
    return [{ label: 'the stranger’s is canceled', world: { ...world, rows } }];
  }
  if (world.account.transfers.size > 1) return [];
  const made: Row = { owner: stranger, visible: true, canceled: false };
  return [{ label: 'a stranger makes one like it', world: { ...world, rows: [...world.rows, made] } }];
};

/** Reports what the list shows of transfers that count as ours. */
const reported = (world: World, rules: Rules): Move[] =>
  world.rows
    .filter(({ canceled, visible }) => canceled && visible)
    .flatMap((row) => {
      const ours = [...world.account.transfers.values()].find(
        ({ brokerTransferId }) => brokerTransferId === idOfRow(world, row),
      );
      if (!ours) return [];
      const said = { status: 'CANCELED', reason: null, heldUntil: null };
      const command = { type: 'ReportTransferStatus', transferId: ours.id, ...said } as const;
      return [{ label: `comparing reports ${ours.id}`, world: told(world, command, rules) }];
    });

/** What the broker does in its own time, and what is learned of it besides the workers’ steps. */
export const brokerMoves = (world: World, rules: Rules): Move[] => [
  ...world.calls.filter(({ state }) => state === 'sent').flatMap((call) => onCall(world, call)),
  ...world.rows
    .filter(({ visible }) => !visible)
    .map((row) => ({
      label: `broker shows ${row.owner}`,
      world: { ...world, rows: replaced(world.rows, row, { ...row, visible: true }) },
    })),
  ...[...world.account.transfers.values()].flatMap(({ id, submitting, attempts }) => {
    const attempt = keyOf(id, attempts);
    if (!submitting || world.expired.includes(attempt)) return [];
    // Earlier ones began earlier.
    const over = Array.from({ length: attempts }, (_, index) => keyOf(id, index + 1));
    const expired = [...new Set([...world.expired, ...over])];
    return [{ label: `time of ${attempt} is over`, world: { ...world, expired } }];
  }),
  ...compared(world, rules),
  ...strangersMoves(world),
  ...reported(world, rules),
];
