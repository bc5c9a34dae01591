import { randomUUID } from 'node:crypto';
import { binaryEvent, MaxAppendSizeExceededError, UnknownError } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from '../conformance/event-builders.js';
import { ownServerForThisFile } from '../conformance/own-server.js';
import {
  answers,
  batchOptions,
  batchRequest,
  proposal,
  rawClient,
  read,
  readAllOptions,
} from '../conformance/raw-client.js';
import { newStream } from '../conformance/server-under-test.js';

const server = ownServerForThisFile();

describe('a read under an impossible stream name', () => {
  it('is refused when the name holds NUL, in a link, too', async () => {
    await expect(readRevisions(server.client, 'with\0nul')).rejects.toMatchObject({ code: 3 });
    const links = newStream();
    await server.client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from('1@with\0nul') }));
    const [resolved] = await collect(server.client.readStream(links, { resolveLinkTos: true }));
    expect([resolved?.event, resolved?.link?.type]).toEqual([undefined, '$>']);
  });

  it('is not found when the name is too long', async () => {
    const long = readRevisions(server.client, 'x'.repeat(2_001));
    await expect(long).rejects.toMatchObject({ type: 'stream-not-found' });
  });
});

describe('a filter', () => {
  const { FilterOptions } = streams.ReadReq.Options;
  const expression = () => new FilterOptions.Expression();
  const names = (count: number) => Array.from({ length: count }, (_, number) => `nothing-${number}`);
  const faultOf = async (wish: ReturnType<typeof expression>) => {
    const filter = new FilterOptions()
      .setStreamIdentifier(wish)
      .setMax(32)
      .setCheckpointintervalmultiplier(1);
    return (await read(rawClient(server), readAllOptions().setFilter(filter))).fault;
  };

  it('has at most a thousand prefixes, or a thousand characters', async () => {
    expect(await faultOf(expression().setPrefixList(names(1_000)))).toBeUndefined();
    expect(await faultOf(expression().setRegex('x'.repeat(1_000)))).toBeUndefined();
    const reason = { code: 3, details: expect.stringContaining('at most 1000') };
    expect(await faultOf(expression().setPrefixList(names(1_001)))).toMatchObject(reason);
    expect(await faultOf(expression().setRegex('x'.repeat(1_001)))).toMatchObject(reason);
  });
});

describe('a batch append', () => {
  const refusalOf = async (request: Parameters<typeof batchRequest>[0]) => {
    const call = rawClient(server).batchAppend();
    call.on('error', () => {});
    call.write(batchRequest(request));
    const [answer] = await answers(call, 1);
    call.cancel();
    return answer?.getError()?.getDetails()?.getTypeName();
  };

  it('is refused without a content type', async () => {
    const event = proposal();
    event.getMetadataMap().del('content-type');
    const request = { correlation: randomUUID(), options: batchOptions(newStream()), events: [event] };
    expect(await refusalOf(request)).toBe('event_store.client.BadRequest');
  });

  it('accepts 10,000 events, and no more', async () => {
    const stream = newStream();
    const events = severalTested(10_001);
    const whole = server.client.appendToStream(stream, events);
    await expect(whole).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    await server.client.appendToStream(stream, events.slice(1));
    const [last] = await collect(server.client.readStream(stream, { fromRevision: 9_999n }));
    expect(last?.event?.revision).toBe(9_999n);
  });
});

describe('a classic append', () => {
  it('accepts 10,000 events, and no more', async () => {
    const stream = newStream();
    const events = severalTested(10_001);
    // With credentials the client does not use the batch append.
    const options = { credentials: server.wayIn.credentials };
    const whole = server.client.appendToStream(stream, events, options);
    await expect(whole).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    await server.client.appendToStream(stream, events.slice(1), options);
    const [last] = await collect(server.client.readStream(stream, { fromRevision: 9_999n }));
    expect(last?.event?.revision).toBe(9_999n);
  });
});

describe('a server whose database takes no writes', () => {
  const readiness = async () => (await server.ask('/health/ready')).status;

  it('says that it is not ready, until it can write again', async () => {
    const administrator = new pg.Client({ connectionString: server.databaseUrl });
    await administrator.connect();
    expect(await readiness()).toBe(200);
    await administrator.query('ALTER TABLE event ADD CONSTRAINT full_disk CHECK (false) NOT VALID');
    await expect(server.client.appendToStream(newStream(), tested())).rejects.toBeInstanceOf(UnknownError);
    expect(await readiness()).toBe(503);
    await administrator.query('ALTER TABLE event DROP CONSTRAINT full_disk');
    await administrator.end();
    await server.client.appendToStream(newStream(), tested());
    expect(await readiness()).toBe(200);
  });
});

describe('a session of PostgreSQL that ends under a reader', () => {
  it('ends that read at most, and never the server', { timeout: 90_000 }, async () => {
    const stream = newStream();
    await server.client.appendToStream(stream, severalTested(1_000));
    const administrator = new pg.Client({ connectionString: server.databaseUrl });
    await administrator.connect();
    for (let round = 0; round < 4; round += 1) {
      const reading = Promise.allSettled(
        Array.from({ length: 6 }, () => readRevisions(server.newClient(), stream)),
      );
      for (let time = 0; time < 5; time += 1) {
        await administrator.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'event-store reader' AND datname = current_database()`,
        );
      }
      await reading;
    }
    await administrator.end();
    await server.client.appendToStream(stream, tested(), { expectedRevision: 999n });
    expect(await server.answers()).toBe(true);
  });
});
