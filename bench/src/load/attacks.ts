/** An attacker's instructions, as JSON in its last argument. */
export interface Attack {
  readonly name: AttackName;
  /** The third number of the addresses 127.0.x that it comes from: those of an earlier attack are known by then. */
  readonly network: number;
  readonly port: number;
  /** Port of the command service, for what goes around the gateway. */
  readonly servicePort: number;
  readonly trends: readonly string[];
  /** Of a person who is signed in, and of a member of staff whose token was stolen. */
  readonly userToken: string;
  readonly staffToken: string;
  readonly email: string;
  readonly password: string;
}

/** Every attack, with what it sends. */
export const attacks = {
  'cheap reads': 'lists of trends, 256 connections',
  'long fields': 'an e-mail address of 15,000 plus signs, signed in, 64 connections',
  'unknown fields': '95,000 unknown fields, and 1,200 in a body that is taken, 64 connections',
  'live streams': '512 streams from four networks',
  'half-sent bodies': '600 bodies that never come whole, from two networks',
  'half-sent bodies, straight': '2,500 of them at the port of a service, from two addresses',
  'half-sent bodies, many networks': '1,200 bodies that never come whole, from forty networks',
  'half-sent uploads': '600 images that never come whole, with a stolen token of staff',
  'cut bodies': '300 connections that send half a body and leave, over and over',
  'silent sockets': '3,000 connections that say nothing, from eight networks',
  connections: '256 connections that are opened and closed, over and over',
  'wrong passwords, one network': '64 connections, one known address',
  'wrong passwords, many networks': '200 networks, addresses that are known and unknown',
  'sign-ins': '64 connections with the right password',
  'password resets': '64 connections, addresses that are known and unknown',
  waitlist: '64 connections, each time another address',
  'expensive reads': 'histories, proofs, days of the past, 128 connections',
  'expensive reads of staff': 'audit, its file and searches with a stolen token, 64 connections',
  uploads: 'images of 5 MB with a stolen token of staff, 16 connections',
  commands: 'renames with a stolen token of staff, 64 connections',
  'bodies in pieces': '32,000 pieces of one byte in a body, 64 connections',
  'bodies where none belongs': 'reads with a body of one byte, 128 connections',
  'oversize heads': 'heads of 20 KB and of 1,900 fields, 128 connections',
  upgrades: 'HTTP/2 by preface and by upgrade, WebSocket, CONNECT, Expect, 128 connections',
  'slow readers': '400 connections that ask and read nothing, from two networks',
  pipelining: '2,500 requests in one packet, 128 connections',
  'requests without a host': '3,600 in one packet, 128 connections',
  'reads after a far position':
    'lists and proofs as of a position that never comes, 480 connections, seven networks',
} as const;

export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];
