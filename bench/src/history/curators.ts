import { type ConceptEvent, streamOf } from '@groundswell/contracts';
import { type Concept, type ConceptCommand, decide, evolve, initialState } from '@groundswell/domain/concept';
import { derivedId } from '@groundswell/platform';
import type { Chance } from './chance.js';
import { type Append, type Cause, Stream } from './writer.js';

type State = Concept | undefined;

const themes = [
  'Ocean',
  'Orbit',
  'Grid',
  'Harvest',
  'Signal',
  'Foundry',
  'Clinic',
  'Harbour',
  'Quarry',
  'Loom',
];
const sectors = ['Builders', 'Suppliers', 'Operators', 'Owners', 'Financiers', 'Pioneers'];
const reasons = [
  'Earnings of the quarter moved its share of the trend.',
  'Grew beyond the weight that it was given.',
  'Sold the part of its business that belonged here.',
  'Takes the place of a company that was bought.',
];

const describe = (name: string, turn: number): string =>
  `${name}: companies that build what the coming decade runs on, those who supply them, and those who operate it day ` +
  `by day. Chosen for what they earn with it today, weighed by how much of them it is. Review ${turn}.`;

/** Staff and their trends. What they ask for is decided by the rules of the product, and now and then refused. */
export class Curators {
  readonly #concepts: { readonly id: string; readonly stream: Stream<State, ConceptEvent> }[] = [];

  constructor(
    private readonly chance: Chance,
    private readonly symbols: readonly string[],
  ) {}

  get ids(): readonly string[] {
    return this.#concepts.map(({ id }) => id);
  }

  get count(): number {
    return this.#concepts.length;
  }

  anyId(): string {
    return this.chance.pick(this.#concepts).id;
  }

  /** A new trend, with sub-concepts and what it holds from the start. */
  found(occurredAt: string): Append | undefined {
    const number = this.#concepts.length;
    const id = derivedId('a trend of the past', String(number));
    const stream = new Stream<State, ConceptEvent>(streamOf('concept', id), evolve, initialState);
    this.#concepts.push({ id, stream });
    const name = `${this.chance.pick(themes)} ${number + 1}`;
    return stream.request(this.#cause(occurredAt), [
      decided(
        stream,
        { type: 'CreateConcept', name, description: describe(name, 0), imageUrl: `/uploads/${id}.webp` },
        id,
      ),
      ...sectors
        .slice(0, this.chance.between(2, 4))
        .map((sector) =>
          decided(stream, { type: 'AddSubConcept', name: sector, description: `${sector} of ${name}` }),
        ),
      ...Array.from({ length: this.chance.between(4, 9) }, () => this.#addition(stream)),
    ]);
  }

  /** One review of one trend: a few changes or many. Trends that were there first are reviewed most. */
  visit(occurredAt: string): Append | undefined {
    const index = Math.floor(this.chance.fraction() ** 1.5 * this.#concepts.length);
    const stream = this.#concepts[index]?.stream;
    return stream?.request(
      this.#cause(occurredAt),
      Array.from({ length: this.chance.between(2, 20) }, () => this.#change(stream)),
    );
  }

  #cause(occurredAt: string): Cause {
    return {
      actor: { id: derivedId('a curator', String(this.chance.between(1, 12))), role: 'staff' },
      occurredAt,
      reason: this.chance.pick(reasons),
    };
  }

  #addition(stream: Stream<State, ConceptEvent>) {
    const [symbol, weight] = [this.chance.pick(this.symbols), this.chance.between(100, 1_500)];
    return (concept: State) =>
      decided(stream, {
        type: 'AddAllocation',
        subConceptId: this.chance.pick(['', ...partsOf(concept)].slice(-4)),
        symbol,
        companyName: `${symbol} Holdings Incorporated`,
        weight,
      })(concept);
  }

  #change(stream: Stream<State, ConceptEvent>) {
    const kind = this.chance.weighted({
      weight: 40,
      rebalance: 16,
      add: 14,
      remove: 12,
      describe: 8,
      rename: 4,
      image: 3,
      sector: 3,
    });
    if (kind === 'add') return this.#addition(stream);
    return (concept: State) => decided(stream, this.#commandOf(kind, concept))(concept);
  }

  #commandOf(kind: string, concept: State): ConceptCommand {
    const held = concept?.allocations ?? [];
    const allocationId = held.length > 0 ? this.chance.pick(held).allocationId : 'nothing';
    const turn = this.chance.between(1, 10_000);
    switch (kind) {
      case 'weight':
        return { type: 'ChangeAllocationWeight', allocationId, weight: this.chance.between(50, 2_500) };
      case 'rebalance':
        return {
          type: 'RebalanceAllocations',
          weights: held.map((allocation) => ({
            allocationId: allocation.allocationId,
            weight: this.chance.between(1, Math.floor(10_000 / Math.max(1, held.length))),
          })),
        };
      case 'remove':
        return { type: 'RemoveAllocation', allocationId };
      case 'describe':
        return { type: 'DescribeConcept', description: describe(concept?.name ?? '', turn) };
      case 'rename':
        return { type: 'RenameConcept', name: `${this.chance.pick(themes)} ${turn}` };
      case 'image':
        return { type: 'ChangeConceptImage', imageUrl: `/uploads/${turn}.webp` };
      default:
        return this.#sectorCommand(concept);
    }
  }

  #sectorCommand(concept: State): ConceptCommand {
    const used = new Set(concept?.allocations.map(({ subConceptId }) => subConceptId));
    const unused = partsOf(concept).find((id) => !used.has(id));
    return unused === undefined
      ? { type: 'AddSubConcept', name: this.chance.pick(sectors), description: 'What the others left out.' }
      : { type: 'RemoveSubConcept', subConceptId: unused };
  }
}

const partsOf = (concept: State): string[] =>
  concept?.sub_concepts.map(({ subConceptId }) => subConceptId) ?? [];

const asset = { tradable: true };

const decided =
  (stream: Stream<State, ConceptEvent>, command: ConceptCommand, newId?: string) => (concept: State) =>
    decide(command, concept, { newId: newId ?? stream.nextId(), asset });
