import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from '../gateway/problems.js';
import { keptMails } from './kept-mails.js';
import { pageOf } from './page.js';

const page = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html);

/** The developer's mailbox: all mails, a single one, and all as JSON for tests. */
export const serveMailbox = (gateway: FastifyInstance, directory: string): void => {
  for (const path of ['/mailbox', '/mailbox/']) {
    gateway.get(path, async (_request, reply) => page(reply, pageOf(await keptMails(directory))));
  }
  gateway.get('/mailbox/all.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ mails: await keptMails(directory) }),
  );
  gateway.get<{ Params: { id: string } }>('/mailbox/:id', async ({ params }, reply) => {
    const mail = (await keptMails(directory)).find(({ id }) => id === params.id);
    return mail ? page(reply, mail.html) : sendProblem(reply, 'NotFound');
  });
};
