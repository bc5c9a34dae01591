import { useRef } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import type { Answered } from '../../api/queries.js';
import { LinkButton } from '../../components/button/button.js';
import { Page, Section } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import { LiveUpdates } from '../../shared/updates/live-updates.js';
import { AllocationForm } from './allocation-form.js';
import { Allocations } from './allocations.js';
import { ConceptForms } from './concept-forms.js';
import styles from './curation.module.css';
import { EditingContext } from './curation-context.js';
import type { AllocationsData } from './load-allocations.js';
import { SubConceptForm } from './sub-concept-form.js';
import { SubConceptTable } from './sub-concept-table.js';

interface EditorsProps {
  answered: Answered<ResponseFor<'getConceptAllocations'>>;
}

const Editors = ({ answered }: EditorsProps) => {
  const { data } = answered;
  const made = useRef('0');
  const { concept, sub_concepts, stock_allocations } = data;
  return (
    <EditingContext value={{ ...data, made }}>
      <Page title={`Concept: ${concept.name}`} lead={concept.description}>
        <LiveUpdates conceptId={concept.id} answered={answered} />
        <div className={styles.links}>
          <LinkButton to={`/get_concept/${concept.id}`} variant="secondary">
            View public page
          </LinkButton>
          <LinkButton to={`/admin/audit?concept_id=${concept.id}`} variant="quiet">
            Audit trail
          </LinkButton>
        </div>
        <Section title="Sub-concepts">
          <div className={styles.sides}>
            <SubConceptTable subConcepts={sub_concepts} />
            <SubConceptForm />
          </div>
        </Section>
        <Section title="Stock allocations">
          <div className={styles.sides}>
            <Allocations allocations={stock_allocations} />
            <AllocationForm subConcepts={sub_concepts} />
          </div>
        </Section>
        <Section title="Name, description and image">
          <ConceptForms />
        </Section>
      </Page>
    </EditingContext>
  );
};

const Skeleton = () => (
  <Page title="Concept">
    <Loading label="Loading the allocations">
      <Bone height="640px" />
    </Loading>
  </Page>
);

export const ManageAllocations = () => {
  const { allocations } = useLoaderData<AllocationsData>();
  return (
    <Arriving
      answer={allocations}
      what="the allocations"
      isScreen
      whenMissing={<Missing />}
      skeleton={<Skeleton />}
    >
      {(data, answered) => <Editors key={data.concept.id} answered={answered} />}
    </Arriving>
  );
};

const Missing = () => (
  <Page title="We couldn’t find that concept" lead="The address may have a typo.">
    <LinkButton to="/see_concepts/">See Trends</LinkButton>
  </Page>
);
