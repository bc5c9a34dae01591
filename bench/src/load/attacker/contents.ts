import { randomBytes } from 'node:crypto';
import { type Aim, type Beginnings, bearer, oneOf } from './aim.js';
import { flood, requestOf } from './sockets.js';

const unknownFields = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1])));

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

/** Bodies, heads and commands that are large, strange or many. */
export const contentAttacks = (aim: Aim) =>
  ({
    'long fields': () => {
      const body = JSON.stringify({ email: `a${'+'.repeat(15_000)}`, first_name: '+'.repeat(500) });
      flood(
        aim.traffic(64, () =>
          requestOf('POST', '/api/create_alpaca_account/', { body, head: bearer(aim.userToken) }),
        ),
      );
    },
    'unknown fields': () => {
      const fields = oneOf([
        requestOf('POST', '/user/token/', { body: unknownFields(95_000) }),
        requestOf('POST', '/user/token/', { body: unknownFields(1_200) }),
      ]);
      flood(aim.traffic(64, fields));
    },
    uploads: () => {
      const image = upload(aim.staffToken);
      flood(aim.traffic(16, () => image));
    },
    commands: () => {
      let turn = 0;
      flood(
        aim.traffic(64, () =>
          requestOf('POST', '/api/rename_concept/', {
            head: bearer(aim.staffToken),
            body: JSON.stringify({ concept_id: aim.trend(), name: `Flood ${turn++}` }),
          }),
        ),
      );
    },
    'bodies in pieces': () => {
      const pieces = `1\r\na\r\n`.repeat(32_000);
      const packet = `${requestOf('POST', '/policy-reports', { head: 'Transfer-Encoding: chunked\r\n' })}${pieces}0\r\n\r\n`;
      flood(aim.traffic(64, () => packet));
    },
    'bodies where none belongs': () =>
      flood(aim.traffic(128, () => requestOf('GET', '/api/get_concepts/', { body: 'a' }))),
    'oversize heads': () => {
      const heads = oneOf([`X: ${'x'.repeat(20_000)}\r\n`, 'A: b\r\n'.repeat(1_900)]);
      flood(aim.traffic(128, () => requestOf('GET', '/api/get_concepts/', { head: heads() })));
    },
    upgrades: () => flood(aim.traffic(128, oneOf(upgrades))),
  }) satisfies Partial<Beginnings>;
