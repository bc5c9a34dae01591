import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseEventStoreAddress } from './event-store-address.js';
import { parseConfig } from './load-config.js';
import { eventStoreUrlVariable } from './variables.js';

const of = (text: string) => parseEventStoreAddress(text);

describe('the address of an event store', () => {
  it('is one node', () => {
    expect(of('esdb://127.0.0.1:2113?tls=false')).toEqual({
      hosts: [{ address: '127.0.0.1', port: 2113 }],
      discover: false,
      tls: false,
      numbers: {},
    });
    expect(of('kurrentdb://node')).toMatchObject({ hosts: [{ address: 'node', port: 2113 }], tls: true });
  });

  it('is several nodes of a cluster', () => {
    expect(of('esdb://a:2113,b:2114,[::1]:2115/?tls=true')).toMatchObject({
      hosts: [
        { address: 'a', port: 2113 },
        { address: 'b', port: 2114 },
        { address: '[::1]', port: 2115 },
      ],
    });
  });

  it.each(['esdb+discover', 'kurrentdb+discover'])(
    'is a name that stands for all nodes, as %s',
    (protocol) => {
      expect(of(`${protocol}://cluster.example:2113`)).toMatchObject({ discover: true, tls: true });
    },
  );

  it('has a user, a password, a CA and times', () => {
    expect(
      of('esdb://ad%40min:p%3Aa%2Fss@a?tls=true&tlsCaFile=/etc/ca%20.crt&gossip_timeout=3'),
    ).toMatchObject({
      credentials: { username: 'ad@min', password: 'p:a/ss' },
      caFile: '/etc/ca .crt',
      numbers: { gossipTimeout: 3 },
    });
  });

  it.each([
    ['http://a', 'must begin with esdb://, esdb+discover://, kurrentdb:// or kurrentdb+discover://'],
    ['esdb://', 'must name its hosts as host:port'],
    ['esdb://a:0', 'must name its hosts as host:port'],
    ['esdb://a,,b', 'must name its hosts as host:port'],
    ['esdb://a:1:2', 'must name its hosts as host:port'],
    [`esdb://${Array(17).fill('a').join(',')}`, 'must name at most 16 hosts'],
    [`esdb://${'a'.repeat(4_000)}`, 'must be at most 4000 characters long'],
    ['esdb://a/streams', 'must have nothing but ?options behind its hosts'],
    ['esdb://secret@a', 'must have a user and a password before the @'],
    ['esdb://user:se:cret@a', 'must have a user and a password before the @'],
    ['esdb://user:secret%@a', 'must have a percent sign only before two hexadecimal digits'],
    ['esdb://user:sec/ret@a', 'must name its hosts as host:port'],
    ['esdb://user:secret@a?tls=false', 'has a user and a password, which go over TLS alone'],
    ['esdb://a?tls=no', 'must have tls=true or tls=false'],
    ['esdb://a?tls=false&tlsCAFile=x', 'names files for TLS and turns it off'],
    ['esdb://a?tlsVerifyCert=false', 'must not turn off tlsVerifyCert'],
    ['esdb://a?nodePreference=follower', 'must have no nodePreference but leader'],
    ['esdb://a?throwOnAppendFailure=false', 'must not turn off throwOnAppendFailure'],
    ['esdb://a?userCertFile=x', 'must have both userCertFile and userKeyFile'],
    ['esdb://a?secret=1', 'must have no options but tls, tlsCAFile'],
    ['esdb://a?tls', 'must give tls a value'],
    ['esdb://a?tls=true&tls=true', 'must give tls once'],
    ['esdb://a?gossipTimeout=secret', 'must give gossipTimeout a whole number'],
  ])('is refused as %s, with a message that repeats nothing of it', (address, words) => {
    const said = of(address);
    expect(said).toContain(words);
    expect(said).not.toContain('secret');
    const schema = z.object({ EVENTSTORE_URL: eventStoreUrlVariable });
    expect(() => parseConfig(schema, { EVENTSTORE_URL: address })).toThrow(
      `Wrong configuration: EVENTSTORE_URL ${words}`,
    );
  });
});
