import {
  type ConceptCommand,
  type ConceptEvent,
  formatPercent,
  type Refusal,
  refuse,
  wholeWeight,
} from '@groundswell/contracts';

interface Allocation {
  readonly subConceptId: string;
  readonly symbol: string;
  readonly weight: number;
}

/** What the rules of a concept need to know of its past. */
export interface Concept {
  readonly exists: boolean;
  readonly name: string;
  readonly description: string;
  /** Sub-concept id to name. */
  readonly subConcepts: ReadonlyMap<string, string>;
  readonly allocations: ReadonlyMap<string, Allocation>;
}

export interface ConceptFacts {
  /** Id for what the command makes, if it makes something. */
  readonly newId: string;
}

export const initialState: Concept = {
  exists: false,
  name: '',
  description: '',
  subConcepts: new Map(),
  allocations: new Map(),
};

type Of<Type extends ConceptCommand['type']> = Extract<ConceptCommand, { type: Type }>;
type Outcome = readonly ConceptEvent[] | Refusal;

/** Names that differ in letters' size or in spaces alone would look like one to people. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Basis points that all allocations of a concept have in sum. */
export const allocated = ({ allocations }: Concept): number =>
  [...allocations.values()].reduce((sum, { weight }) => sum + weight, 0);

const create = ({ name, description, imageUrl }: Of<'CreateConcept'>, { newId }: ConceptFacts): Outcome => [
  {
    type: 'ConceptCreated',
    data: { conceptId: newId, name, description, ...(imageUrl === undefined ? {} : { imageUrl }) },
  },
];

const addSubConcept = (
  { name, description }: Of<'AddSubConcept'>,
  { subConcepts }: Concept,
  { newId }: ConceptFacts,
): Outcome =>
  [...subConcepts.values()].some((taken) => sameName(taken, name))
    ? refuse('SubConceptNameTaken')
    : [{ type: 'SubConceptAdded', data: { subConceptId: newId, name, description } }];

const removeSubConcept = ({ subConceptId }: Of<'RemoveSubConcept'>, concept: Concept): Outcome => {
  if (!concept.subConcepts.has(subConceptId)) return refuse('SubConceptNotFound');
  const used = [...concept.allocations.values()].some(
    (allocation) => allocation.subConceptId === subConceptId,
  );
  return used ? refuse('SubConceptInUse') : [{ type: 'SubConceptRemoved', data: { subConceptId } }];
};

const addAllocation = (
  { subConceptId, symbol, companyName, weight }: Of<'AddAllocation'>,
  concept: Concept,
  { newId }: ConceptFacts,
): Outcome => {
  if (!Number.isInteger(weight) || weight < 1 || weight > wholeWeight) return refuse('InvalidRequest');
  if (!concept.subConcepts.has(subConceptId)) return refuse('SubConceptNotFound');
  if ([...concept.allocations.values()].some((held) => held.symbol === symbol)) {
    return refuse('AllocationSymbolTaken', `This trend already holds ${symbol}.`);
  }
  const left = wholeWeight - allocated(concept);
  if (weight > left) {
    return refuse(
      'AllocationSumExceeded',
      `The allocations of a trend cannot add up to more than 100%. ${formatPercent(left)}% is left.`,
    );
  }
  const data = { allocationId: newId, subConceptId, symbol, companyName, weight };
  return [{ type: 'AllocationAdded', data }];
};

const removeAllocation = ({ allocationId }: Of<'RemoveAllocation'>, { allocations }: Concept): Outcome =>
  allocations.has(allocationId)
    ? [{ type: 'AllocationRemoved', data: { allocationId } }]
    : refuse('AllocationNotFound');

/** What becomes of a command. Every command but the first needs a concept that exists. */
export const decide = (command: ConceptCommand, concept: Concept, facts: ConceptFacts): Outcome => {
  if (command.type === 'CreateConcept') {
    return concept.exists ? refuse('RevisionConflict') : create(command, facts);
  }
  if (!concept.exists) return refuse('ConceptNotFound');
  switch (command.type) {
    case 'RenameConcept':
      return command.name === concept.name
        ? refuse('ConceptUnchanged')
        : [{ type: 'ConceptRenamed', data: { name: command.name } }];
    case 'DescribeConcept':
      return command.description === concept.description
        ? refuse('ConceptUnchanged')
        : [{ type: 'ConceptDescribed', data: { description: command.description } }];
    case 'AddSubConcept':
      return addSubConcept(command, concept, facts);
    case 'RemoveSubConcept':
      return removeSubConcept(command, concept);
    case 'AddAllocation':
      return addAllocation(command, concept, facts);
    case 'RemoveAllocation':
      return removeAllocation(command, concept);
  }
};

const withEntry = <Value>(
  entries: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> => new Map(entries).set(key, value);

const without = <Value>(entries: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> =>
  new Map([...entries].filter(([each]) => each !== key));

export const evolve = (concept: Concept, event: ConceptEvent): Concept => {
  switch (event.type) {
    case 'ConceptCreated':
      return { ...concept, exists: true, name: event.data.name, description: event.data.description };
    case 'ConceptRenamed':
      return { ...concept, name: event.data.name };
    case 'ConceptDescribed':
      return { ...concept, description: event.data.description };
    case 'SubConceptAdded':
      return {
        ...concept,
        subConcepts: withEntry(concept.subConcepts, event.data.subConceptId, event.data.name),
      };
    case 'SubConceptRemoved':
      return { ...concept, subConcepts: without(concept.subConcepts, event.data.subConceptId) };
    case 'AllocationAdded': {
      const { allocationId, subConceptId, symbol, weight } = event.data;
      const allocation = { subConceptId, symbol, weight };
      return { ...concept, allocations: withEntry(concept.allocations, allocationId, allocation) };
    }
    case 'AllocationRemoved':
      return { ...concept, allocations: without(concept.allocations, event.data.allocationId) };
  }
};
