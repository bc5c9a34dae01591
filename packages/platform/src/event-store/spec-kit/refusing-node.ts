import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Self-signed, for localhost only. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIULAVmSGsIMxYXlFGnYI4KNp4yavgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDAyMzgzM1oYDzIxMjYxMDMx
MDIzODMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARPGqDVyEPkCRpPJ+Y2zS3mo4/qaafwmF8QV0a00a0f2P/5zPAEomug
/w2YPUJVp9v+3bC50Wdk1R0dRKONJoAro2kwZzAdBgNVHQ4EFgQUZN/h1Zy5r/tY
2U/Wn4Wh/CnjgVIwHwYDVR0jBBgwFoAUZN/h1Zy5r/tY2U/Wn4Wh/CnjgVIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgGab/v5INI6tPJHMgJnaeKegn+Py+WGwj9RBprxP9K+QCICg+C7Q1Av1T
dFvcMVo12Uk+McJi9vqgLbHe6YnB8BTO
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOIQlVfokI8UEH5hP
cR7Es5k/Ctf3aLEb7Kr8S4/oLXKhRANCAARPGqDVyEPkCRpPJ+Y2zS3mo4/qaafw
mF8QV0a00a0f2P/5zPAEomug/w2YPUJVp9v+3bC50Wdk1R0dRKONJoAr
-----END PRIVATE KEY-----
`;

/** A node that speaks TLS and lets no one in, as a real one does to a user that it does not know. */
export interface RefusingNode {
  readonly port: number;
  /** The file of the CA that signed its certificate. */
  readonly caFile: string;
  /** What it was shown as `authorization`. */
  readonly shown: readonly (string | undefined)[];
  readonly close: () => Promise<void>;
}

/** @param status of gRPC, with which every request is answered: 16 is a wrong password, 7 is no user at all */
export const startRefusingNode = async (status: number): Promise<RefusingNode> => {
  const shown: (string | undefined)[] = [];
  const server = createSecureServer({ cert: certificate, key });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, { authorization }) => {
    shown.push(authorization);
    const answer = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(status) };
    stream.respond(answer, { endStream: true });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const caFile = join(tmpdir(), `refusing-node-${port}.crt`);
  writeFileSync(caFile, certificate);
  return {
    port,
    caFile,
    shown,
    async close() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
