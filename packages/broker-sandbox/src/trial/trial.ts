import type { FastifyInstance, InjectOptions } from 'fastify';
import { createSandbox, type SandboxOptions } from '../server.js';
import { application, bankAccount } from './application.js';

type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

const bodyOf = (text: string): Json => (text === '' ? {} : (JSON.parse(text) as Json));

/** A sandbox whose clock is turned by hand, and what its callers do most. */
export class Trial {
  readonly server: FastifyInstance;
  private time: number;

  constructor({
    start = '2026-11-20T15:00:00Z',
    ...options
  }: Partial<SandboxOptions> & { start?: string } = {}) {
    this.time = Date.parse(start);
    this.server = createSandbox({ now: () => new Date(this.time), ...options });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Lets time go by, and whatever is due in it happen. */
  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    await this.server.inject({ method: 'POST', url: '/admin/tick' });
  }

  setClock(instant: string): void {
    this.time = Date.parse(instant);
  }

  async call(method: InjectOptions['method'], url: string, payload?: object, key = 'key'): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(`${key}:secret`).toString('base64')}`;
    const answer = await this.server.inject({
      method,
      url,
      headers: { authorization },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: bodyOf(answer.body) };
  }

  async list(url: string): Promise<Json[]> {
    return (await this.call('GET', url)).body as unknown as Json[];
  }

  async openAccount(email?: string): Promise<string> {
    const { body } = await this.call('POST', '/v1/accounts', application(email));
    await this.pass(0);
    return String(body.id);
  }

  async link(accountId: string, accountNumber?: string): Promise<string> {
    const url = `/v1/accounts/${accountId}/ach_relationships`;
    const { body } = await this.call('POST', url, bankAccount(accountNumber));
    await this.pass(0);
    return String(body.id);
  }

  transfer(accountId: string, relationshipId: string, direction: string, amount: string): Promise<Answer> {
    return this.call('POST', `/v1/accounts/${accountId}/transfers`, {
      transfer_type: 'ach',
      relationship_id: relationshipId,
      direction,
      amount,
    });
  }

  transfersOf(accountId: string): Promise<Json[]> {
    return this.list(`/v1/accounts/${accountId}/transfers`);
  }

  async tradingAccount(accountId: string): Promise<Json> {
    return (await this.call('GET', `/v1/trading/accounts/${accountId}/account`)).body;
  }

  /** All that a stream has told so far. */
  async history(path: string, more = ''): Promise<Json[]> {
    const until = new Date(this.time + 86_400_000).toISOString().slice(0, 10);
    this.time += 2 * 86_400_000;
    const authorization = `Basic ${Buffer.from('key:secret').toString('base64')}`;
    const url = `${path}?since=2020-01-01&until=${until}${more}`;
    const answer = await this.server.inject({ url, headers: { authorization } });
    this.time -= 2 * 86_400_000;
    return answer.body
      .split('\n\n')
      .filter((part) => part.startsWith('data: '))
      .map((part) => JSON.parse(part.slice(6)) as Json);
  }
}
