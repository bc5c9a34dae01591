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
  const told = (kind: ConceptChangeKind, ...lines: ChangeLine[]): ChangeStory => ({ kind, lines });
  const subConcept = (id: string): ChangeLine => subConceptLine(id, before, after);
  const weight = (id: string): ChangeLine => weightLine(id, before, after);
  switch (event.type) {
    case 'ConceptCreated':
      return told('created', text('Name', null, after.name), text('Description', null, after.description));
    case 'ConceptRenamed':
      return told('renamed', text('Name', before?.name ?? null, after.name));
    case 'ConceptDescribed':
      return told('described', text('Description', before?.description ?? null, after.description));
    case 'ConceptImageChanged':
      return told('image_changed', text('Image', before?.image_url ?? null, after.image_url));
    case 'SubConceptAdded':
      return told('sub_concept_added', subConcept(event.data.subConceptId));
    case 'SubConceptRemoved':
      return told('sub_concept_removed', subConcept(event.data.subConceptId));
    case 'AllocationAdded':
      return told('allocation_added', weight(event.data.allocationId));
    case 'AllocationRemoved':
      return told('allocation_removed', weight(event.data.allocationId));
    case 'AllocationWeightChanged':
      return told('allocation_changed', weight(event.data.allocationId));
    case 'AllocationsRebalanced': {
      const lines = event.data.weights.map(({ allocationId }) => weight(allocationId));
      return told('rebalanced', ...lines.filter((line) => line.before !== line.after));
    }
    default:
      return undefined;
  }
};
