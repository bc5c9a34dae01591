import type { Sql } from '@groundswell/platform/database';
import { moneyBook, type PendingStep } from './book/money-book.js';
import { type ComparingTimes, forgetCompared, noteCompared, peopleToCompare } from './comparing/compared.js';
import { type BrokerStream, heardUpTo, noteHeard } from './hearing/heard.js';
import { forgetTrouble, hurry, noteTrouble, type Trouble, troublesOf } from './steps/troubles.js';

/** What workers look up and note beside the log. Each call is one statement; losing all of it costs time alone. */
export interface MoneyStore {
  steps(): Promise<PendingStep[]>;
  personOfAccount(brokerAccountId: string): Promise<string | undefined>;
  personOfJob(jobId: string): Promise<string | undefined>;
  releasable(now: Date): Promise<{ userId: string; transferId: string }[]>;
  jobsOf(userId: string): ReturnType<typeof moneyBook.queries.jobsOf>;
  troublesOf(userId: string): Promise<Map<string, Trouble>>;
  noteTrouble(userId: string, trouble: Trouble, reason: string): Promise<void>;
  forgetTrouble(stepId: string): Promise<void>;
  hurry(userId: string, now: Date): Promise<boolean>;
  heardUpTo(stream: BrokerStream): Promise<string>;
  noteHeard(stream: BrokerStream, cursor: string): Promise<void>;
  peopleToCompare(times: ComparingTimes, most: number): Promise<string[]>;
  noteCompared(userId: string, comparedAt: Date, position: bigint | undefined): Promise<void>;
  forgetCompared(): Promise<void>;
}

/** @param sql finds the tables of the book and the workers' own by their bare names */
export const openMoneyStore = (sql: Sql): MoneyStore => ({
  steps: () => moneyBook.queries.steps(sql),
  personOfAccount: (id) => moneyBook.queries.personOfAccount(sql, id),
  personOfJob: (jobId) => moneyBook.queries.personOfJob(sql, jobId),
  releasable: (now) => moneyBook.queries.releasable(sql, now),
  jobsOf: (userId) => moneyBook.queries.jobsOf(sql, userId),
  troublesOf: (userId) => troublesOf(sql, userId),
  noteTrouble: (userId, trouble, reason) => noteTrouble(sql, userId, trouble, reason),
  forgetTrouble: (stepId) => forgetTrouble(sql, stepId),
  hurry: (userId, now) => hurry(sql, userId, now),
  heardUpTo: (stream) => heardUpTo(sql, stream),
  noteHeard: (stream, cursor) => noteHeard(sql, stream, cursor),
  peopleToCompare: (times, most) => peopleToCompare(sql, times, most),
  noteCompared: (userId, comparedAt, position) => noteCompared(sql, userId, comparedAt, position),
  forgetCompared: () => forgetCompared(sql),
});
