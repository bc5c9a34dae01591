import {
  type AnyEvent,
  type ChangeLine,
  type ConceptChangeKind,
  formatPercent,
} from '@groundswell/contracts';
import type { Allocation, Concept, SubConcept } from './concept.js';

interface ChangeStory {
  readonly kind: ConceptChangeKind;
  readonly lines: readonly ChangeLine[];
}

const percent = (weight: number | undefined): string | null =>
  weight === undefined ? null : `${formatPercent(weight)}%`;

const text = (subject: string, before: string | null, after: string | null): ChangeLine => ({
  subject,
  symbol: null,
  before,
  after,
});

/** The weight of one allocation before and after a change. */
const weightLine = (allocationId: string, before: Concept | undefined, after: Concept): ChangeLine => {
  const isThis = (allocation: Allocation): boolean => allocation.allocationId === allocationId;
  const [was, is] = [before?.allocations.find(isThis), after.allocations.find(isThis)];
  const held = is ?? was;
  return {
    subject: held?.companyName ?? '',
    symbol: held?.symbol ?? null,
    before: percent(was?.weight),
    after: percent(is?.weight),
  };
};

const subConceptLine = (id: string, before: Concept | undefined, after: Concept): ChangeLine => {
  const isThis = ({ subConceptId }: SubConcept): boolean => subConceptId === id;
  const [was, is] = [before?.sub_concepts.find(isThis), after.sub_concepts.find(isThis)];
  return text(`Sub-concept ${(is ?? was)?.name ?? ''}`, was?.description ?? null, is?.description ?? null);
};

/** An event's effect on a concept, in the words shown to people; undefined when there is nothing to show. */
export const tellChange = (
  event: AnyEvent,
  before: Concept | undefined,
  after: Concept,
): ChangeStory | undefined => {
  switch (event.type) {
    case 'ConceptCreated':
      return {
        kind: 'created',
        lines: [text('Name', null, after.name), text('Description', null, after.description)],
      };
    case 'ConceptRenamed':
      return { kind: 'renamed', lines: [text('Name', before?.name ?? null, after.name)] };
    case 'ConceptDescribed':
      return {
        kind: 'described',
        lines: [text('Description', before?.description ?? null, after.description)],
      };
    case 'ConceptImageChanged':
      return { kind: 'image_changed', lines: [text('Image', before?.image_url ?? null, after.image_url)] };
    case 'SubConceptAdded':
      return {
        kind: 'sub_concept_added',
        lines: [subConceptLine(event.data.subConceptId, before, after)],
      };
    case 'SubConceptRemoved':
      return {
        kind: 'sub_concept_removed',
        lines: [subConceptLine(event.data.subConceptId, before, after)],
      };
    case 'AllocationAdded':
      return { kind: 'allocation_added', lines: [weightLine(event.data.allocationId, before, after)] };
    case 'AllocationRemoved':
      return { kind: 'allocation_removed', lines: [weightLine(event.data.allocationId, before, after)] };
    case 'AllocationWeightChanged':
      return { kind: 'allocation_changed', lines: [weightLine(event.data.allocationId, before, after)] };
    case 'AllocationsRebalanced': {
      const lines = event.data.weights.map(({ allocationId }) => weightLine(allocationId, before, after));
      return { kind: 'rebalanced', lines: lines.filter((line) => line.before !== line.after) };
    }
    default:
      return undefined;
  }
};
