import { useLoaderData, useRevalidator } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { Arriving } from '../../components/arriving.js';
import { LinkButton } from '../../components/button/button.js';
import { Page, Section } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { AllocationForm } from './allocation-form.js';
import { AllocationTable } from './allocation-table.js';
import { ConceptForms } from './concept-forms.js';
import styles from './curation.module.css';
import type { AllocationsData } from './load-allocations.js';
import { SubConceptForm } from './sub-concept-form.js';
import { SubConceptTable } from './sub-concept-table.js';

type Allocations = ResponseFor<'getConceptAllocations'>;

const Editors = ({ data }: { data: Allocations }) => {
  const { revalidate } = useRevalidator();
  const reload = () => void revalidate();
  const { concept, sub_concepts, stock_allocations } = data;
  return (
    <Page title={`Concept: ${concept.name}`} lead={concept.description}>
      <LinkButton to={`/get_concept/${concept.id}`} variant="secondary">
        See it as visitors do
      </LinkButton>
      <Section title="Sub-concepts">
        <div className={styles.sides}>
          <SubConceptTable subConcepts={sub_concepts} onRemoved={reload} />
          <SubConceptForm conceptId={concept.id} onAdded={reload} />
        </div>
      </Section>
      <Section title="Stock allocations">
        <div className={styles.sides}>
          <AllocationTable allocations={stock_allocations} onRemoved={reload} />
          <AllocationForm subConcepts={sub_concepts} onAdded={reload} />
        </div>
      </Section>
      <Section title="Name and description">
        <ConceptForms concept={concept} onChanged={reload} />
      </Section>
    </Page>
  );
};

const Skeleton = () => (
  <Page title="Concept">
    <Loading label="Loading the allocations">
      <Bone height="320px" />
    </Loading>
  </Page>
);

export const ManageAllocations = () => {
  const { allocations } = useLoaderData<AllocationsData>();
  return (
    <Arriving answer={allocations} failureTitle="The allocations could not be loaded" skeleton={<Skeleton />}>
      {(data) => <Editors data={data} />}
    </Arriving>
  );
};
