import type { Sql } from '@groundswell/platform/database';
import { type BrokerStream, readCursor, saveCursor } from './broker-listener/cursors.js';
import { moneyState, type PendingStep } from './process-state/money-state.js';
import {
  forgetReconciled,
  noteReconciled,
  peopleToReconcile,
  type TurnTimes,
} from './reconciliation/turns.js';
import { forgetTrouble, hurry, noteTrouble, type Trouble, troublesOf } from './steps/troubles.js';

/**
 * What workers look up and record outside the log. Each call is one statement; losing all of it costs only
 * time.
 */
export interface MoneyStore {
  steps(): Promise<PendingStep[]>;
  personOfAccount(brokerAccountId: string): Promise<string | undefined>;
  personOfJob(jobId: string): Promise<string | undefined>;
  releasable(now: Date): Promise<{ userId: string; transferId: string }[]>;
  jobsOf(userId: string): ReturnType<typeof moneyState.queries.jobsOf>;
  jobsAmong(ids: readonly string[]): Promise<string[]>;
  troublesOf(userId: string): Promise<Map<string, Trouble>>;
  noteTrouble(userId: string, trouble: Trouble, reason: string): Promise<void>;
  forgetTrouble(stepId: string): Promise<void>;
  hurry(userId: string, now: Date): Promise<boolean>;
  readCursor(stream: BrokerStream): Promise<string>;
  saveCursor(stream: BrokerStream, cursor: string): Promise<void>;
  peopleToReconcile(times: TurnTimes, most: number): Promise<string[]>;
  noteReconciled(userId: string, comparedAt: Date, position: bigint | undefined): Promise<void>;
  forgetReconciled(): Promise<void>;
}

/** @param sql its search path finds the tables of the process state and the workers' own tables */
export const openMoneyStore = (sql: Sql): MoneyStore => ({
  steps: () => moneyState.queries.steps(sql),
  personOfAccount: (id) => moneyState.queries.personOfAccount(sql, id),
  personOfJob: (jobId) => moneyState.queries.personOfJob(sql, jobId),
  releasable: (now) => moneyState.queries.releasable(sql, now),
  jobsOf: (userId) => moneyState.queries.jobsOf(sql, userId),
  jobsAmong: (ids) => moneyState.queries.jobsAmong(sql, ids),
  troublesOf: (userId) => troublesOf(sql, userId),
  noteTrouble: (userId, trouble, reason) => noteTrouble(sql, userId, trouble, reason),
  forgetTrouble: (stepId) => forgetTrouble(sql, stepId),
  hurry: (userId, now) => hurry(sql, userId, now),
  readCursor: (stream) => readCursor(sql, stream),
  saveCursor: (stream, cursor) => saveCursor(sql, stream, cursor),
  peopleToReconcile: (times, most) => peopleToReconcile(sql, times, most),
  noteReconciled: (userId, comparedAt, position) => noteReconciled(sql, userId, comparedAt, position),
  forgetReconciled: () => forgetReconciled(sql),
});
