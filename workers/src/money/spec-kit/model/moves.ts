import { evolve } from '@groundswell/domain/money';
import { brokerMoves } from './broker-moves.js';
import { peopleMoves } from './people-moves.js';
import { workerMoves } from './worker-moves.js';
import { type Move, type Rules, requestOf, stranger, told, type World } from './world.js';

/** A broken invariant, if any. */
const violationIn = ({ account, rows, calls }: World): string | undefined => {
  const money = rows.filter(({ canceled }) => !canceled);
  for (const { id, status, submitting, brokerTransferId } of account.transfers.values()) {
    const made = money.filter(({ owner }) => owner === id).length;
    const isOnItsWay = calls.some(({ owner, state }) => owner === id && state === 'sent');
    const isToBeSent = status === 'requested' && !submitting && brokerTransferId === undefined;
    if (isToBeSent && isOnItsWay) return 'on its way, and taken for not made';
    if (made > 1) return 'two executed for one request';
    if (made > 0 && (status === 'refused' || status === 'canceled'))
      return `executed, and reported as ${status}`;
  }
  return undefined;
};

const customerMoves = (world: World, rules: Rules): Move[] => {
  const moves: Move[] = [];
  if (!world.account.transfers.has('two') && !world.rows.some(({ owner }) => owner === stranger)) {
    const account = evolve(world.account, requestOf('two'));
    moves.push({ label: 'customer asks for another', world: { ...world, account } });
  }
  for (const { id: transferId, status, cancellationRequested } of world.account.transfers.values()) {
    if (status === 'requested' && !cancellationRequested)
      moves.push({
        label: `customer cancels ${transferId}`,
        world: told(world, { type: 'CancelTransfer', transferId }, rules),
      });
  }
  return moves;
};

/** All possible next moves. */
export const movesOf = (world: World, rules: Rules): Move[] =>
  [
    ...workerMoves(world, rules),
    ...brokerMoves(world, rules),
    ...peopleMoves(world, rules),
    ...customerMoves(world, rules),
  ].map((move) => ({ ...move, violation: move.violation ?? violationIn(move.world) }));
