import { randomBytes } from 'node:crypto';
import type { Attack, AttackName } from '../attacks.js';
import { cut, type Flood, flood, hold, requestOf, type Seen } from './sockets.js';

const networksOf = (third: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `127.0.${third}.${index + 1}`);

const half = (path: string, head = ''): string =>
  requestOf('POST', path, { body: '{"email":"', length: 1_000, head });
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;
const unknownFields = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1])));

/** In turn. */
const oneOf = <T>(items: readonly T[]): (() => T) => {
  let turn = 0;
  return () => items[turn++ % items.length] as T;
};

let counter = 0;
const stranger = (): string => `stranger-${process.pid}-${counter++}@example.net`;
const dayOf = (turn: number): string =>
  new Date(Date.UTC(2020, 0, 1 + (turn % 2_000))).toISOString().slice(0, 10);

const upload = (token: string): Buffer => {
  const image = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(5_000_000)]);
  const before = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.png"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(before), image, Buffer.from('\r\n--b--\r\n')]);
  const head = `POST /api/upload_file/ HTTP/1.1\r\nHost: load\r\n${bearer(token)}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
};

const upgrades = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  requestOf('GET', '/api/get_concepts/', {
    head: 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  }),
  requestOf('GET', '/api/live', {
    head: 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  }),
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: load\r\n\r\n',
  requestOf('POST', '/user/token/', { head: 'Expect: 100-continue\r\n', length: 100 }),
  requestOf('POST', '/user/token/', { head: 'Expect: the-unexpected\r\n', body: '{}' }),
  'POST /user/token/ HTTP/1.1\r\nHost: load\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
];

/** Begins an attack, which continues until the process ends. */
export const begin = (attack: Attack, seen: Seen): void => {
  const { port, servicePort, network, trends, userToken, staffToken, email, password } = attack;
  const from = (count: number) => ({ port, from: networksOf(network, count) });
  const one = from(1);
  const trend = oneOf(trends);
  const with_ = (sockets: number, next: Flood['next'], target: Flood['target'] = one): Flood => ({
    target,
    sockets,
    seen,
    next,
  });
  const credentials = (of: string, secret: string): string =>
    requestOf('POST', '/user/token/', { body: JSON.stringify({ email: of, password: secret }) });
  const get = (path: string, token?: string): string =>
    requestOf('GET', path, token ? { head: bearer(token) } : {});
  const expensive = oneOf([
    () => get(`/api/get_concept_changes/?concept_id=${trend()}`),
    () => get(`/api/get_concept_calculation/?concept_id=${trend()}`),
    () => get(`/api/get_concept_proof/?concept_id=${trend()}`),
    () => get(`/api/get_concept/?concept_id=${trend()}&as_of=${dayOf(counter++)}`),
    () => get(`/api/checkpoints/consistency/?first=1&second=${2 + (counter++ % 100)}`),
    () => get('/api/docs/openapi.json'),
  ]);
  const expensiveOfStaff = oneOf([
    () => get('/api/get_audit/', staffToken),
    () => get('/api/get_audit_csv/', staffToken),
    () => get(`/api/find_assets/?search=${'abcdefghij'[counter++ % 10]}`, staffToken),
    () => get('/api/get_status/', staffToken),
  ]);
  const fields = oneOf([
    requestOf('POST', '/user/token/', { body: unknownFields(95_000) }),
    requestOf('POST', '/user/token/', { body: unknownFields(1_200) }),
  ]);
  const ofEmail =
    (path: string, more: object = {}) =>
    () =>
      requestOf('POST', path, { body: JSON.stringify({ email: counter % 2 ? email : stranger(), ...more }) });

  const beginnings: Readonly<Record<AttackName, () => void>> = {
    'cheap reads': () => flood(with_(256, () => get('/api/get_concepts/'))),
    'long fields': () => {
      const body = JSON.stringify({ email: `a${'+'.repeat(15_000)}`, first_name: '+'.repeat(500) });
      flood(
        with_(64, () => requestOf('POST', '/api/create_alpaca_account/', { body, head: bearer(userToken) })),
      );
    },
    'unknown fields': () => flood(with_(64, fields)),
    'live streams': () => hold(with_(512, () => get('/api/live'), from(4))),
    'half-sent bodies': () => hold(with_(600, () => half('/user/token/'), from(2))),
    'half-sent bodies, straight': () =>
      hold(with_(2_500, () => half('/user/token/'), { port: servicePort, from: networksOf(network, 2) })),
    'half-sent uploads': () =>
      hold(
        with_(
          600,
          () =>
            requestOf('POST', '/api/upload_file/', {
              length: 5_000_000,
              body: '--b\r\n',
              head: bearer(staffToken),
            }).replace('application/json', 'multipart/form-data; boundary=b'),
          from(2),
        ),
      ),
    'cut bodies': () =>
      cut(
        with_(300, () => half('/user/token/')),
        5,
      ),
    'silent sockets': () => hold(with_(3_000, () => '', from(8))),
    connections: () =>
      cut(
        with_(256, () => get('/'), one),
        0,
      ),
    'wrong passwords, one network': () => flood(with_(64, () => credentials(email, 'a wrong password'))),
    'wrong passwords, many networks': () =>
      flood(with_(200, () => credentials(counter % 2 ? email : stranger(), 'a wrong password'), from(200))),
    'sign-ins': () => flood(with_(64, () => credentials(email, password))),
    'password resets': () => flood(with_(64, ofEmail('/user/password_reset_request/'))),
    waitlist: () => flood(with_(64, ofEmail('/user/register/'))),
    'expensive reads': () => flood(with_(128, () => expensive()())),
    'expensive reads of staff': () => flood(with_(64, () => expensiveOfStaff()())),
    uploads: () => {
      const image = upload(staffToken);
      flood(with_(16, () => image));
    },
    commands: () =>
      flood(
        with_(64, () =>
          requestOf('POST', '/api/rename_concept/', {
            head: bearer(staffToken),
            body: JSON.stringify({ concept_id: trend(), name: `Flood ${counter++}` }),
          }),
        ),
      ),
    'oversize heads': () => {
      const heads = oneOf([`X: ${'x'.repeat(20_000)}\r\n`, 'A: b\r\n'.repeat(1_900)]);
      flood(with_(128, () => requestOf('GET', '/api/get_concepts/', { head: heads() })));
    },
    upgrades: () => flood(with_(128, oneOf(upgrades))),
    'slow readers': () =>
      hold(
        with_(400, () => get(`/api/get_concept/?concept_id=${trend()}`).repeat(8), from(2)),
        false,
      ),
    pipelining: () => flood(with_(128, () => get('/api/get_concepts/').repeat(500))),
  };
  beginnings[attack.name]();
};
