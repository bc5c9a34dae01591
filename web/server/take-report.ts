import type { IncomingMessage } from 'node:http';
import { type Answer, plain } from './answer.js';
import type { ViolationCount } from './violation-count.js';
import { kindOfReport, violationsIn } from './violations.js';

/** Maximum bytes of a report body. The policy it quotes takes about one thousand. */
const longestReport = 32_768;

/** The body, or undefined as soon as it is too long. @throws when the client disconnects */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  if (Number(request.headers['content-length'] ?? 0) > longestReport) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestReport) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Accepts a browser's report, and answers only whether it was one. */
export const takeReport = async (request: IncomingMessage, counted: ViolationCount): Promise<Answer> => {
  if (request.method !== 'POST') return plain(405, 'Only POST is answered here.', { allow: 'POST' });
  const kind = kindOfReport(request.headers['content-type']);
  if (!kind) return plain(415, 'This is no report.');
  if (!counted.admits()) return plain(429, 'Too many reports.', { 'retry-after': '60' });
  const body = await bodyOf(request);
  if (body === undefined) return plain(413, 'This report is too long.', { connection: 'close' });
  const violations = violationsIn(kind, body);
  if (!violations) return plain(400, 'This is no report.');
  for (const violation of violations) counted.note(violation);
  return { status: 204, headers: { 'cache-control': 'no-store' } };
};
