import { ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { SimContext } from './context.js';
import type { Node } from './loop.js';

type PersonalValues = Parameters<Vault['put']>[1];

/** The vault. Each call is a transaction. */
export class SimVault {
  readonly #people = new Map<string, Map<string, string>>();
  readonly #owners = new Map<string, string>();

  constructor(private readonly world: Pick<SimContext, 'faults'>) {}

  of(personId: string): Map<string, string> {
    const values = this.#people.get(personId) ?? new Map<string, string>();
    this.#people.set(personId, values);
    return values;
  }

  get<Field extends string>(personId: string, fields: readonly Field[]): Partial<Record<Field, string>> {
    const kept = this.of(personId);
    return Object.fromEntries(
      fields.flatMap((field) => (kept.has(field) ? [[field, kept.get(field)]] : [])),
    ) as Partial<Record<Field, string>>;
  }

  put(personId: string, values: PersonalValues): void {
    for (const [field, { value, unique }] of Object.entries(values)) {
      const owner = this.#owners.get(`${field} ${value}`);
      if (unique && owner !== undefined && owner !== personId) throw new ValueTaken(field);
    }
    for (const [field, { value, unique }] of Object.entries(values)) {
      this.of(personId).set(field, value);
      if (unique) this.#owners.set(`${field} ${value}`, personId);
    }
  }

  remove(personId: string, fields: readonly string[]): void {
    for (const field of fields) {
      const value = this.of(personId).get(field);
      this.of(personId).delete(field);
      if (value !== undefined && this.#owners.get(`${field} ${value}`) === personId)
        this.#owners.delete(`${field} ${value}`);
    }
  }

  seenBy(node: Node): Pick<Vault, 'get' | 'put' | 'putUnless' | 'replace'> {
    const lost = (): Error => new Error('simulated: the vault was lost on the way');
    const ask = <T>(what: string, act: () => T): Promise<T> =>
      this.world.faults.ask(node, 'vault', what, act, { before: lost, after: lost });
    return {
      get: (personId, fields) => ask('vault get', () => this.get(personId, fields)),
      put: (personId, values) => ask('vault put', () => this.put(personId, values)),
      putUnless: (personId, values, isSettled) =>
        ask('vault put', () => {
          if (isSettled(this.get(personId, Object.keys(values)))) return false;
          this.put(personId, values);
          return true;
        }),
      replace: (personId, fields, values) =>
        ask('vault replace', () => {
          this.remove(personId, fields);
          this.put(personId, values);
        }),
    };
  }
}
