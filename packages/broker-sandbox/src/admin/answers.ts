import type { FastifyReply } from 'fastify';
import type { Bank } from '../bank/bank.js';
import type { NewChange } from '../bank/records.js';
import { refuse } from '../http/refusal.js';

export type WithId = { Params: { id: string } };

export const unknown = (reply: FastifyReply) => refuse(reply, 404, 'not found', 40410000);

export const inTheWrongState = (reply: FastifyReply, what: string, status: string) =>
  refuse(reply, 409, `${what} is ${status}`, 40910000);

export const done = async (bank: Bank, reply: FastifyReply, changes: readonly NewChange[]) => {
  await bank.commit(changes);
  return reply.status(204).send();
};
