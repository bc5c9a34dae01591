/** Commands from staff. Ids and times are passed in as facts, never generated here. */
export type ConceptCommand =
  | { type: 'CreateConcept'; name: string; description: string; imageUrl?: string | undefined }
  | { type: 'RenameConcept'; name: string }
  | { type: 'DescribeConcept'; description: string }
  | { type: 'AddSubConcept'; name: string; description: string }
  | { type: 'RemoveSubConcept'; subConceptId: string }
  | { type: 'AddAllocation'; subConceptId: string; symbol: string; companyName: string; weight: number }
  | { type: 'RemoveAllocation'; allocationId: string }
  | { type: 'ChangeAllocationWeight'; allocationId: string; weight: number }
  | { type: 'RebalanceAllocations'; weights: readonly { allocationId: string; weight: number }[] }
  | { type: 'ChangeConceptImage'; imageUrl: string };
