import { BrokerError } from '@groundswell/broker';
import type { BrokerCommand, Transfer } from '@groundswell/domain/money';
import { obstacleToDrop } from '../../steps/drop.js';
import { type Step, stepIdOf, stepOfId } from '../../steps/step.js';
import { pairsInDoubt } from '../../transfers/requests.js';
import { idOfRow, listed, loadedOf } from './broker-moves.js';
import { withJob } from './people-moves.js';
import {
  type Call,
  idle,
  keyOf,
  type Move,
  type Next,
  type Rules,
  told,
  type Worker,
  type World,
} from './world.js';

/** Without a bound, a broker that keeps refusing and limiting would cause infinitely many attempts. */
const mostAttempts = 3;
const timeout = 1_000;
const longest = 2_000;

const stepId = (owner: string): string => stepIdOf({ kind: 'submit-transfer', entityId: owner });

/** The world with one worker in another state. */
const withWorker = (world: World, index: number, worker: Worker): World => ({
  ...world,
  workers: world.workers.map((each, place) => (place === index ? worker : each)),
});

interface Turn {
  readonly world: World;
  readonly index: number;
  readonly worker: Worker;
  readonly rules: Rules;
}

const goesOn = ({ world, index, worker }: Turn, next: Next, unsent = worker.unsent): World =>
  withWorker(world, index, { next, unsent });

const tells = (turn: Turn, command: BrokerCommand, thenPark = false): World =>
  goesOn(turn, { at: 'tell', command, thenPark });

/** A worker looks into an attempt with unknown outcome. */
const findsOut = (turn: Turn, { id: owner, attempts }: Transfer): Move[] => {
  const { world, worker, rules } = turn;
  const about = keyOf(owner, attempts);
  const facts = { transferId: owner, attempt: attempts, evidence: 'not sent' } as const;
  const notMade = { type: 'RecordTransferNotMade', ...facts } as const;
  if (worker.unsent.includes(about))
    return [{ label: `knows that ${about} was not sent`, world: tells(turn, notMade) }];
  const pair = pairsInDoubt(loadedOf(world), listed(world)).find(([{ id }]) => id === owner);
  if (pair) {
    const found = { brokerTransferId: pair[1].id, status: pair[1].status, listed: true } as const;
    const command = { type: 'RecordTransferAccepted', transferId: owner, ...found } as const;
    return [{ label: `finds ${about}`, world: tells(turn, command) }];
  }
  if (!world.expired.includes(about)) return [];
  const verdict = rules.verdictOf(false, { waited: longest, longest });
  if (verdict === 'park') {
    const command = { type: 'RecordTransferUnknown', transferId: owner, attempt: attempts } as const;
    return [{ label: `gives ${about} up`, world: tells(turn, command, true) }];
  }
  if (verdict === 'look again')
    return [{ label: `looks at ${about} for ever`, world, violation: 'a doubt without end is not parked' }];
  const isTrue =
    !world.rows.some((row) => row.owner === owner) && !world.calls.some((call) => call.owner === owner);
  if (rules.oracle && !isTrue) return [];
  const after = rules.oracle ? { ...world, unresolved: [] } : world;
  return [{ label: `believes that ${about} was not made`, world: tells({ ...turn, world: after }, notMade) }];
};

const begins = (turn: Turn, { kind, entityId: owner }: Step): Move[] => {
  const { world } = turn;
  const transfer = world.account.transfers.get(owner);
  if (!transfer) return [];
  if (world.jobs[owner] === 'parked' && kind === 'submit-transfer') return [];
  if (kind === 'cancel-transfer') {
    const row = world.rows.find((made) => idOfRow(world, made) === transfer.brokerTransferId);
    if (!row) return [];
    const rows = world.rows.map((made) => (made === row ? { ...row, canceled: true } : made));
    const said = { status: 'CANCELED', reason: null, heldUntil: null };
    const command = { type: 'ReportTransferStatus', transferId: owner, ...said } as const;
    const called = { ...turn, world: { ...world, rows } };
    const next = { at: 'tell', command, thenPark: false, of: idOfRow(world, row) } as const;
    return [{ label: `has ${owner} canceled`, world: goesOn(called, next) }];
  }
  const isDropped =
    world.jobs[owner] === 'dropped' &&
    obstacleToDrop({ kind, entityId: owner }, world.account, '') === undefined;
  if (isDropped) {
    const facts = { transferId: owner, attempt: transfer.attempts, code: 'DroppedByOperator' };
    return [{ label: `calls ${owner} off`, world: tells(turn, { type: 'RecordTransferRefused', ...facts }) }];
  }
  if (transfer.submitting) return findsOut(turn, transfer);
  const attempt = transfer.attempts + 1;
  if (attempt > mostAttempts) return [];
  return [{ label: `takes ${owner} up`, world: goesOn(turn, { at: 'fence', owner, attempt }) }];
};

const looks = (turn: Turn): Move[] => {
  const { world, rules } = turn;
  const jobs = new Map(Object.entries(world.jobs).map(([owner, state]) => [stepId(owner), state]));
  const settled = rules.settledJobs(jobs, world.account).flatMap((id) => stepOfId(id)?.entityId ?? []);
  const open = settled.find((owner) => {
    const transfer = world.account.transfers.get(owner);
    return transfer?.status === 'requested' && transfer.brokerTransferId === undefined;
  });
  if (open !== undefined && world.jobs[open] === 'parked')
    return [{ label: `ends the job of ${open}`, world, violation: 'a parked job ended without an answer' }];
  const tidy = settled.reduce((after, owner) => withJob(after, owner, { type: 'FinishJob' }), world);
  return rules.stepsDue(world.account).flatMap((step) => begins({ ...turn, world: tidy }, step));
};

const fences = (turn: Turn, owner: string, attempt: number): Move[] => {
  const { world, worker, rules } = turn;
  const command = { type: 'StartTransferSubmission', transferId: owner, attempt } as const;
  const after = told(world, command, rules);
  const about = keyOf(owner, attempt);
  if (after === world) return [{ label: `is too late for ${about}`, world: goesOn(turn, { at: 'look' }) }];
  const done = { ...turn, world: after };
  const unsent = [...worker.unsent, about];
  return [
    { label: `fences ${about}`, world: goesOn(done, { at: 'send', owner, attempt }, unsent) },
    { label: `fences ${about}, and is not told so`, world: goesOn(done, { at: 'look' }, unsent) },
  ];
};

const sends = (turn: Turn, owner: string, attempt: number): Move[] => {
  const { world, worker, rules } = turn;
  const about = keyOf(owner, attempt);
  // The wall clock may have been set back, so here it never shows that time is over.
  const elapsed = { wall: 0, monotonic: world.expired.includes(about) ? timeout : 0 };
  if (rules.timeLeft(elapsed, timeout) <= 0) {
    const facts = { transferId: owner, attempt, evidence: 'not sent' } as const;
    return [{ label: `lets ${about} be`, world: tells(turn, { type: 'RecordTransferNotMade', ...facts }) }];
  }
  const call: Call = { owner, attempt, awaited: true, state: 'sent' };
  const sent = { ...turn, world: { ...world, calls: [...world.calls, call] } };
  const unsent = worker.unsent.filter((other) => other !== about);
  const isBlind = world.unresolved.some((other) => other.startsWith(`${owner}.`));
  const violation = isBlind ? 'sent again without certainty' : undefined;
  return [
    { label: `sends ${about}`, world: goesOn(sent, { at: 'wait', owner, attempt }, unsent), violation },
  ];
};

const faults = {
  refused: new BrokerError('no', { kind: 'refused', status: 422, words: 'maximum is 1 per trading day' }),
  limited: new BrokerError('too many', { kind: 'limited', status: 429 }),
  lost: new BrokerError('failure', { kind: 'unavailable', status: 500 }),
  late: new BrokerError('late', { kind: 'timeout' }),
};

/** No one waits any more, but a call that was not executed yet may still be. */
const leave = (world: World, call: Call): World => ({
  ...world,
  calls: world.calls.flatMap((each) =>
    each !== call ? [each] : call.state === 'sent' ? [{ ...call, awaited: false }] : [],
  ),
  unresolved: [...new Set([...world.unresolved, keyOf(call.owner, call.attempt)])],
});

const concludes = (turn: Turn, call: Call, fault: BrokerError): World => {
  const { owner: transferId, attempt } = call;
  const end = turn.rules.endOf(fault);
  if (end.is === 'unknown') return goesOn({ ...turn, world: leave(turn.world, call) }, { at: 'look' });
  const calls = turn.world.calls.filter((each) => each !== call);
  const answered = { ...turn, world: { ...turn.world, calls } };
  return end.is === 'refused'
    ? tells(answered, { type: 'RecordTransferRefused', transferId, attempt, code: end.code })
    : tells(answered, { type: 'RecordTransferNotMade', transferId, attempt, evidence: end.evidence }, true);
};

const waits = (turn: Turn, owner: string, attempt: number): Move[] => {
  const { world } = turn;
  const call = world.calls.find((each) => each.owner === owner && each.attempt === attempt && each.awaited);
  if (!call) return [];
  const about = keyOf(owner, attempt);
  const late = { label: `hears nothing of ${about}`, world: concludes(turn, call, faults.late) };
  if (call.state === 'sent') return [late];
  if (call.state !== 'executed')
    return [
      late,
      { label: `hears of ${about}: ${call.state}`, world: concludes(turn, call, faults[call.state]) },
    ];
  const row = world.rows.findLast((made) => made.owner === owner);
  const calls = world.calls.filter((each) => each !== call);
  const found = { brokerTransferId: row ? idOfRow(world, row) : '', status: 'QUEUED' };
  const command = { type: 'RecordTransferAccepted', transferId: owner, ...found } as const;
  return [
    late,
    { label: `hears of ${about}: made`, world: tells({ ...turn, world: { ...world, calls } }, command) },
  ];
};

const says = (turn: Turn, { command, thenPark, of }: Extract<Next, { at: 'tell' }>): Move[] => {
  const { world, rules } = turn;
  const owner = 'transferId' in command ? command.transferId : '';
  const isStale = of !== undefined && world.account.transfers.get(owner)?.brokerTransferId !== of;
  let after = world;
  try {
    if (!isStale) after = told(world, command, rules);
  } catch {
    // The broker would have it twice. The worker throws, and nothing is written.
  }
  const done = { ...turn, world: after };
  const ends: Move[] = [
    { label: `writes ${command.type} of ${owner}`, world: goesOn(done, { at: 'look' }) },
    // The worker repeats the command when it continues, and others may have done anything meanwhile.
    { label: `writes ${command.type} of ${owner}, and is not told so`, world: after },
  ];
  if (thenPark)
    ends.push({ label: `writes ${command.type}, and gives up`, world: goesOn(done, { at: 'park', owner }) });
  return ends;
};

const parks = (turn: Turn, owner: string): Move[] => {
  const facts = { jobId: stepId(owner), kind: 'submit transfer', subject: '', reason: '' };
  const world = withJob(turn.world, owner, { type: 'ParkJob', ...facts });
  return [{ label: `parks ${owner}`, world: goesOn({ ...turn, world }, { at: 'look' }) }];
};

const takesTurn = (turn: Turn): Move[] => {
  const { next } = turn.worker;
  switch (next.at) {
    case 'look':
      return looks(turn);
    case 'fence':
      return fences(turn, next.owner, next.attempt);
    case 'send':
      return sends(turn, next.owner, next.attempt);
    case 'wait':
      return waits(turn, next.owner, next.attempt);
    case 'tell':
      return says(turn, next);
    case 'park':
      return parks(turn, next.owner);
  }
};

/** A process that dies loses its memory. What it sent may still be executed. */
const dies = ({ world, index, worker }: Turn): Move[] => {
  const { next, unsent } = worker;
  if (next.at === 'look' && unsent.length === 0) return [];
  const call =
    next.at === 'wait'
      ? world.calls.find(
          ({ owner, attempt, awaited }) => owner === next.owner && attempt === next.attempt && awaited,
        )
      : undefined;
  return [{ label: 'dies', world: withWorker(call ? leave(world, call) : world, index, idle) }];
};

/** Possible moves of the workers. None waits for another, as after a lost lock. */
export const workerMoves = (world: World, rules: Rules): Move[] =>
  world.workers.flatMap((worker, index) => {
    const turn = { world, index, worker, rules };
    const name = `worker ${index + 1} `;
    return [...takesTurn(turn), ...dies(turn)].map((move) => ({ ...move, label: name + move.label }));
  });
