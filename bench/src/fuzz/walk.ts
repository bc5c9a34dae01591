import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Operation, type Run, tryOnce, type Wanted, type Who } from '@groundswell/e2e';

/** What of an answer a step of a chain continues with. */
export type Said = Answer & { readonly json: Record<string, unknown> & { readonly code?: string } };

export interface Ask {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  readonly headers?: Wanted['headers'];
  /** Statuses that are right at this place of the chain; 200 when it does not say. */
  readonly right?: readonly number[];
}

/** Says that a chain cannot continue. What was wrong has been told. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken';
}

const stepKind = 'a step of a chain';

interface Judged {
  readonly name: string;
  readonly answer: Answer;
  readonly problems: readonly string[];
  readonly curl: string;
}

/** Milliseconds to wait for a state: on a busy machine each step of the broker takes long. */
const patience = 240_000;

/** The calls of one person, one after the other: each answer is judged as any other is, and must be of the status that is right. */
export class Walk {
  constructor(
    private readonly run: Run,
    private readonly operations: ReadonlyMap<string, Operation>,
    private readonly who: Who,
    private readonly from: readonly [number, number],
    private readonly seed: number,
  ) {}

  /** The same chain, gone by someone else or by no one. */
  as(who: Who): Walk {
    return new Walk(this.run, this.operations, who, this.from, this.seed);
  }

  async ask(
    name: string,
    { params = {}, query = {}, body, headers = [], right = [200] }: Ask = {},
  ): Promise<Said> {
    const operation = this.operations.get(name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    const { call } = operation;
    const words = new URLSearchParams(query).toString();
    const hasKey = headers.some(([header]) => header === 'idempotency-key');
    const wanted: Wanted = {
      kind: stepKind,
      method: call.method,
      target:
        call.path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? '')) +
        (words && `?${words}`),
      headers: [
        ...(body ? [['content-type', 'application/json'] as const] : []),
        ...(body && !hasKey ? once() : []),
        ...headers,
      ],
      body: body && Buffer.from(JSON.stringify(body)),
      who: this.who,
      from: this.from,
      expect: 'no fault',
    };
    // What is asked too often, or of a part that is busy, is asked again when it says so, under the same key.
    for (;;) {
      const { answer, problems, curl } = await tryOnce(this.run, operation, wanted);
      const after = Number(answer.headers['retry-after']);
      if (problems.length === 0 && [429, 503].includes(answer.status) && !right.includes(answer.status)) {
        await pause(Math.max(after, 1) * 1_000);
        continue;
      }
      this.#judge({ name, answer, problems, curl }, right);
      return Object.assign(answer, { json: this.#jsonOf(answer) });
    }
  }

  /** Asks until an answer is as it has to become. */
  async until(name: string, ask: Ask, isThere: (json: Said['json']) => boolean): Promise<Said> {
    const end = Date.now() + patience;
    for (;;) {
      const said = await this.ask(name, ask);
      if (isThere(said.json)) return said;
      if (Date.now() > end)
        throw new ChainBroken(`${name} did not become what it has to: ${said.body.toString().slice(0, 300)}`);
      await pause(300);
    }
  }

  /** Reports what was wrong with an answer. @throws ChainBroken when the chain cannot continue with it */
  #judge({ name, answer, problems, curl }: Judged, right: readonly number[]): void {
    const { status, body } = answer;
    const other = right.includes(status)
      ? []
      : [`${right.join(' or ')} was right here, and it was ${status}: ${body.toString().slice(0, 200)}`];
    const wrong = [...problems, ...other];
    if (wrong.length > 0)
      this.run.fail({ operation: name, kind: stepKind, problems: wrong, curl, seed: this.seed });
    if (other.length > 0) throw new ChainBroken(`${name}: ${wrong.join('; ')}`);
  }

  #jsonOf({ body }: Answer): Said['json'] {
    try {
      return JSON.parse(body.toString());
    } catch {
      return {};
    }
  }
}

/** A key under which a request is carried out once. */
export const once = (): Wanted['headers'] => [['idempotency-key', randomUUID()]];

/** Proves who someone is for one call. @param headers of a session of theirs, when the walk has none */
export const proofFor = async (
  walk: Walk,
  path: string,
  password: string,
  headers: Wanted['headers'] = [],
): Promise<Wanted['headers']> => {
  const { proof } = (await walk.ask('proveIdentity', { body: { for: path, password }, headers })).json;
  return [...headers, ['identity-proof', String(proof)]];
};

/** Goes a chain; one that broke has been told. */
export const goThrough = async (run: Run, chain: () => Promise<void>): Promise<void> => {
  try {
    await chain();
  } catch (fault) {
    if (fault instanceof ChainBroken && fault.message.includes('did not become'))
      run.fail({ operation: 'chain', kind: 'a chain', problems: [fault.message], curl: '', seed: 0 });
    else if (!(fault instanceof ChainBroken)) throw fault;
  }
};
