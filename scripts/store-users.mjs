// Creates the KurrentDB users of docker-compose.yml: one reads, the other also appends. Runs at each start and sets
// their passwords from the environment, so a new password only needs a restart.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

/** @typedef {{ host: string, port: number, ca: Buffer, admin: string, reader: string, writer: string }} Store */

/** KurrentDB access rights, in its own format. Everything else is limited to admins. */
export const rights = {
  settings: {
    $userStreamAcl: {
      $r: ['reader', 'writer'],
      $w: ['writer'],
      $d: ['$admins'],
      $mr: ['reader', 'writer'],
      $mw: ['$admins'],
    },
    $systemStreamAcl: { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' },
  },
  // The whole log is a system stream.
  all: { $acl: { $r: ['reader', 'writer'] } },
};

/** @returns {Promise<number>} the HTTP status */
const post = ({ host, port, ca, admin }, path, body) =>
  new Promise((resolve, reject) => {
    const asking = request(
      {
        host,
        port,
        ca,
        path,
        method: 'POST',
        auth: `admin:${admin}`,
        headers: { 'content-type': 'application/json' },
        timeout: 10_000,
      },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode)),
    );
    asking.once('timeout', () => asking.destroy(new Error('KurrentDB does not answer')));
    asking.once('error', reject);
    asking.end(JSON.stringify(body));
  });

const expectDone = (status, what) => {
  if (status < 200 || status > 299) throw new Error(`${what} was answered with ${status}`);
};

/** Creates a user, or sets the password of an existing one. */
const setUser = async (store, name, password) => {
  const made = await post(store, '/users', { loginName: name, fullName: name, groups: [], password });
  if (made !== 409) return expectDone(made, `making the user ${name}`);
  const set = await post(store, `/users/${name}/command/reset-password`, { newPassword: password });
  expectDone(set, `the new password of the user ${name}`);
};

/** @param {Store} store */
export const setUsers = async (store) => {
  // Set rights first: by default every user may append.
  const client = new EventStoreDBClient(
    { endpoint: { address: store.host, port: store.port } },
    { rootCertificate: store.ca },
    { username: 'admin', password: store.admin },
  );
  try {
    await client.appendToStream(
      '$settings',
      jsonEvent({ type: 'update-default-acl', data: rights.settings }),
    );
    await client.appendToStream('$$$all', jsonEvent({ type: '$metadata', data: rights.all }));
  } finally {
    await client.dispose();
  }
  await setUser(store, 'reader', store.reader);
  await setUser(store, 'writer', store.writer);
};

if (process.argv[1] === import.meta.filename) {
  const { KURRENTDB_CA, KURRENTDB_ADMIN_PASSWORD, KURRENTDB_READER_PASSWORD, KURRENTDB_WRITER_PASSWORD } =
    process.env;
  await setUsers({
    host: 'kurrentdb',
    port: 2113,
    ca: readFileSync(KURRENTDB_CA),
    admin: KURRENTDB_ADMIN_PASSWORD,
    reader: KURRENTDB_READER_PASSWORD,
    writer: KURRENTDB_WRITER_PASSWORD,
  });
  console.log('KurrentDB has its users: reader and writer');
}
