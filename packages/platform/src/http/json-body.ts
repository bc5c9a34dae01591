import { refuse } from '@groundswell/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from './refused.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Whether a body is uncompressed UTF-8 text. */
const isPlain = ({ headers }: FastifyRequest): boolean =>
  /^(identity)?$/i.test(headers['content-encoding'] ?? '') &&
  /^utf-?8$/i.test(charset.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8');

/**
 * Reads JSON (RFC 8259) alone: a form of another site can send plain text without asking first, and a text that is
 * not UTF-8 would be stored as another one. A body with `__proto__` or `constructor.prototype` is refused, not cleaned.
 */
export const takeJsonAlone = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isPlain(request)) return done(new Refused(refuse('UnsupportedMediaType')));
    try {
      return parse(request, utf8.decode(body), done);
    } catch {
      return done(new Refused(refuse('InvalidRequest')));
    }
  });
  // Forms are not read here: the handler reads its form once the guard has admitted the caller.
  server.addContentTypeParser('multipart/form-data', (request, _body, done) =>
    isPlain(request) ? done(null, undefined) : done(new Refused(refuse('UnsupportedMediaType'))),
  );
};
