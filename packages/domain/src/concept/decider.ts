import {
  type ConceptEvent,
  formatPercent,
  mostAllocations,
  type Refusal,
  refuse,
  wholeWeight,
} from '@groundswell/contracts';
import type { ConceptCommand } from './commands.js';
import type { Concept } from './concept.js';
import { sameName } from './names.js';

export interface ConceptFacts {
  /** Id of the entity that the command creates, if any. */
  readonly newId: string;
  /** What the broker knows about the symbol being added. Undefined if the broker does not know it. */
  readonly asset?: { readonly tradable: boolean } | undefined;
}

type Of<Type extends ConceptCommand['type']> = Extract<ConceptCommand, { type: Type }>;
type Outcome = readonly ConceptEvent[] | Refusal;

const create = ({ name, description, imageUrl }: Of<'CreateConcept'>, { newId }: ConceptFacts): Outcome => [
  {
    type: 'ConceptCreated',
    data: { conceptId: newId, name, description, ...(imageUrl === undefined ? {} : { imageUrl }) },
  },
];

const addSubConcept = (
  { name, description }: Of<'AddSubConcept'>,
  { sub_concepts }: Concept,
  { newId }: ConceptFacts,
): Outcome =>
  sub_concepts.some((taken) => sameName(taken.name, name))
    ? refuse('SubConceptNameTaken')
    : [{ type: 'SubConceptAdded', data: { subConceptId: newId, name, description } }];

const isPart = ({ sub_concepts }: Concept, id: string): boolean =>
  sub_concepts.some(({ subConceptId }) => subConceptId === id);

const removeSubConcept = ({ subConceptId }: Of<'RemoveSubConcept'>, concept: Concept): Outcome => {
  if (!isPart(concept, subConceptId)) return refuse('SubConceptNotFound');
  const used = concept.allocations.some((allocation) => allocation.subConceptId === subConceptId);
  return used ? refuse('SubConceptInUse') : [{ type: 'SubConceptRemoved', data: { subConceptId } }];
};

/** Sum in basis points. */
const allocated = (weights: readonly { readonly weight: number }[]): number =>
  weights.reduce((sum, { weight }) => sum + weight, 0);

const weightOf = ({ allocations }: Concept, id: string): number | undefined =>
  allocations.find(({ allocationId }) => allocationId === id)?.weight;

const isWeight = (weight: number): boolean =>
  Number.isInteger(weight) && weight >= 1 && weight <= wholeWeight;

/** Refuses a weight that exceeds what the others leave. */
const withinWhole = (weight: number, others: number): Refusal | undefined =>
  weight + others > wholeWeight
    ? refuse(
        'AllocationSumExceeded',
        `A trend’s allocations can’t add up to more than 100%. ${formatPercent(wholeWeight - others)}% is left.`,
      )
    : undefined;

const addAllocation = (
  { subConceptId, symbol, companyName, weight }: Of<'AddAllocation'>,
  concept: Concept,
  { newId, asset }: ConceptFacts,
): Outcome => {
  if (!isWeight(weight)) return refuse('InvalidRequest');
  if (!isPart(concept, subConceptId)) return refuse('SubConceptNotFound');
  if (concept.allocations.length >= mostAllocations) return refuse('TooManyAllocations');
  if (concept.allocations.some((held) => held.symbol === symbol)) {
    return refuse('AllocationSymbolTaken', `This trend already holds ${symbol}.`);
  }
  if (!asset)
    return refuse('SymbolUnknown', `The broker doesn’t know the ticker ${symbol}. Choose one from the list.`);
  if (!asset.tradable) return refuse('SymbolNotTradable', `The broker doesn’t trade ${symbol} right now.`);
  const exceeded = withinWhole(weight, allocated(concept.allocations));
  if (exceeded) return exceeded;
  const data = { allocationId: newId, subConceptId, symbol, companyName, weight };
  return [{ type: 'AllocationAdded', data }];
};

const removeAllocation = ({ allocationId }: Of<'RemoveAllocation'>, concept: Concept): Outcome =>
  weightOf(concept, allocationId) === undefined
    ? refuse('AllocationNotFound')
    : [{ type: 'AllocationRemoved', data: { allocationId } }];

const changeWeight = ({ allocationId, weight }: Of<'ChangeAllocationWeight'>, concept: Concept): Outcome => {
  const known = weightOf(concept, allocationId);
  if (!isWeight(weight)) return refuse('InvalidRequest');
  if (known === undefined) return refuse('AllocationNotFound');
  if (known === weight) return refuse('ConceptUnchanged');
  return (
    withinWhole(weight, allocated(concept.allocations) - known) ?? [
      { type: 'AllocationWeightChanged', data: { allocationId, weight } },
    ]
  );
};

/** Sets every weight in one step, so that no intermediate sum exists that no one chose. */
const rebalance = ({ weights }: Of<'RebalanceAllocations'>, concept: Concept): Outcome => {
  const named = new Set(weights.map(({ allocationId }) => allocationId));
  const complete = named.size === weights.length && weights.length === concept.allocations.length;
  if (!complete || weights.some(({ allocationId }) => weightOf(concept, allocationId) === undefined)) {
    return refuse('AllocationsIncomplete');
  }
  if (weights.some(({ weight }) => !isWeight(weight))) return refuse('InvalidRequest');
  const exceeded = withinWhole(allocated(weights), 0);
  if (exceeded) return refuse('AllocationSumExceeded');
  return weights.every(({ allocationId, weight }) => weightOf(concept, allocationId) === weight)
    ? refuse('ConceptUnchanged')
    : [{ type: 'AllocationsRebalanced', data: { weights: weights.map((each) => ({ ...each })) } }];
};

/** Decides on a command. Every command except creation requires an existing concept. */
export const decide = (
  command: ConceptCommand,
  concept: Concept | undefined,
  facts: ConceptFacts,
): Outcome => {
  if (command.type === 'CreateConcept') {
    return concept ? refuse('RevisionConflict') : create(command, facts);
  }
  if (!concept) return refuse('ConceptNotFound');
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
    case 'ChangeAllocationWeight':
      return changeWeight(command, concept);
    case 'RebalanceAllocations':
      return rebalance(command, concept);
    case 'ChangeConceptImage':
      return command.imageUrl === concept.image_url
        ? refuse('ConceptUnchanged')
        : [{ type: 'ConceptImageChanged', data: { imageUrl: command.imageUrl } }];
  }
};
