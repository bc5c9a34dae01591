import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { importJWK, jwtVerify } from 'jose';
import type { BareRoutes } from './routes.js';

// A Fastify server with nothing around its routes: what a request costs at the least.
const { tokenKey, routes }: BareRoutes = JSON.parse(readFileSync(process.env.ROUTES_FILE ?? '', 'utf8'));
const server = fastify();

if (tokenKey) {
  const key = await importJWK(tokenKey, 'EdDSA');
  const rules = {
    algorithms: ['EdDSA'],
    typ: 'at+jwt',
    issuer: 'groundswell',
    audience: 'groundswell-api',
  };
  server.addHook('onRequest', async ({ headers }) => {
    await jwtVerify((headers.authorization ?? '').replace('Bearer ', ''), key, rules);
  });
}
for (const { method, path, answers } of routes) {
  const ready = new Map(
    Object.entries(answers).map(([id, { headers, body }]) => [id, { headers, body: Buffer.from(body) }]),
  );
  server.route<{ Querystring: { concept_id?: string } }>({
    method,
    url: path,
    handler: (request, reply) => {
      const answer = ready.get(request.query.concept_id ?? '');
      if (!answer) return reply.status(404).send();
      return reply.headers(answer.headers).send(answer.body);
    },
  });
}
await server.listen({ host: '127.0.0.1', port: 0 });
const address = server.server.address();
process.send?.({ ready: { port: typeof address === 'object' ? address?.port : undefined } });
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
