import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { NotTaken } from './carrier.js';
import { smtpCarrier } from './smtp-carrier.js';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

const message = {
  id: '6c84fb90-12c4-41e1-8f2b-0b4ffb0ba8c5',
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Plain words</p>',
};
const from = 'Groundswell <hello@groundswell.test>';

const startServer = async (options: SMTPServerOptions = {}) => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideSTARTTLS: true,
    onData(stream, _session, done) {
      let content = '';
      stream.on('data', (chunk) => {
        content += chunk.toString();
      });
      stream.on('end', () => {
        received.push(content);
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closings.push(() => server.close());
  const { port } = listening.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, received };
};

const faultOf = (carrying: Promise<void>): Promise<unknown> =>
  carrying.then(
    () => undefined,
    (fault) => fault,
  );

/** Speaks just enough SMTP, and closes the connection when the client sends the given command. */
const hangUpAt = (socket: Socket, lastWord: string): void => {
  const answers: readonly [RegExp, string][] = [
    [/^DATA/, '354 go on'],
    [/^(EHLO|MAIL|RCPT)/, '250 ok'],
  ];
  socket.on('error', () => undefined);
  socket.write('220 hello\r\n');
  socket.on('data', (chunk) => {
    const said = chunk.toString();
    if (lastWord === '.' ? said.endsWith('\r\n.\r\n') : said.startsWith(lastWord)) socket.destroy();
    else for (const [word, answer] of answers) if (word.test(said)) socket.write(`${answer}\r\n`);
  });
};

describe('SMTP', () => {
  it('carries text and HTML under an id that follows from the event', async () => {
    const { url, received } = await startServer();
    await smtpCarrier({ url, from }).carry(message);
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('To: ann@example.com');
    expect(received[0]).toContain(`Message-ID: <${message.id}@groundswell.test>`);
    expect(received[0]).toContain('Auto-Submitted: auto-generated');
    expect(received[0]).toContain('<p>Plain words</p>');
  });

  it('signs in when it has a password', async () => {
    const { url, received } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'us' && password === 'p@ss' ? done(null, { user: 'us' }) : done(new Error('no')),
    });
    const withUser = (password: string) => url.replace('//', `//us:${password}@`);
    await smtpCarrier({ url: withUser('p%40ss'), from }).carry(message);
    expect(received).toHaveLength(1);
    const refused = await faultOf(smtpCarrier({ url: withUser('wrong'), from }).carry(message));
    expect(refused).toMatchObject({ name: 'NotTaken', forGood: false });
  });

  it('is certain that nothing was accepted when nothing listens', async () => {
    const fault = await faultOf(smtpCarrier({ url: 'smtp://127.0.0.1:1', from }).carry(message));
    expect(fault).toBeInstanceOf(NotTaken);
    expect(fault).toMatchObject({ forGood: false });
  });

  it.each([
    [550, true],
    [451, false],
  ])('knows a refusal with %i, and never repeats the address', async (responseCode, forGood) => {
    const { url } = await startServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no such user ${address}`), { responseCode })),
    });
    const fault = await faultOf(smtpCarrier({ url, from }).carry(message));
    expect(fault).toMatchObject({ name: 'NotTaken', forGood });
    expect(String((fault as Error).stack)).not.toContain('ann@example.com');
  });

  it('knows a refusal after the content', async () => {
    const { url } = await startServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('full'), { responseCode: 452 })));
      },
    });
    expect(await faultOf(smtpCarrier({ url, from }).carry(message))).toMatchObject({
      name: 'NotTaken',
      forGood: false,
    });
  });

  it.each([
    ['before the content', 'MAIL', true],
    ['after the content', '.', false],
  ])('recognizes a connection lost %s', async (_when, lastWord, certain) => {
    const server = createServer((socket) => hangUpAt(socket, lastWord)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closings.push(() => server.close());
    const { port } = server.address() as { port: number };
    const fault = await faultOf(smtpCarrier({ url: `smtp://127.0.0.1:${port}`, from }).carry(message));
    expect(fault).toBeInstanceOf(Error);
    expect(fault instanceof NotTaken).toBe(certain);
  });
});
