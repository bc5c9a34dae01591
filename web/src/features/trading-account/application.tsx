import type { ApplicationDraft } from '@groundswell/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router-dom';
import { useObserved } from '../../app/use-observed.js';
import { Button } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import type { FormValues } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import { Disagreed } from './disagreed.js';
import { draftOf, valuesOf } from './draft.js';
import { draftSent, keepDraft, saving$ } from './draft-saves.js';
import { unsavedDraft } from './load-draft.js';
import { Progress } from './progress.js';
import { Review } from './review.js';
import { fieldsWith, firstOpenStep, rulesOfStep, steps } from './steps.js';
import styles from './trading-account.module.css';

const review = 'review';
const titles = [...steps.map(({ title }) => title), 'Review and submit'];
const idAt = (position: number): string => steps[position]?.id ?? review;

/** The step in the address, if all earlier steps are complete. */
const stepAt = (wanted: string, values: FormValues, today: string): number => {
  const position = wanted === review ? steps.length : steps.findIndex(({ id }) => id === wanted);
  return Math.min(Math.max(position, 0), firstOpenStep(values, today));
};

const hasContent = (draft: ApplicationDraft | null): boolean =>
  draft !== null && Object.values(draft).some(({ length }) => length > 0);

/** The title's element, focused on each change of step. */
const useStepTitle = (position: number, onChange: () => void) => {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(position);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    changed();
    title.current?.focus();
  }, [position]);
  return title;
};

const Resumed = () => (
  <Notice title="Your answers are still here.">
    <p>Pick up where you left off. We didn’t keep your Social Security number, so please enter it again.</p>
  </Notice>
);

const Lost = () => (
  <Notice tone="caution" title="We couldn’t save what you typed last.">
    <p>Check your answers and re-enter anything that’s missing.</p>
  </Notice>
);

interface ApplicationProps {
  draft: ApplicationDraft | null;
  /** The draft lacks what was typed before the page was reloaded. */
  lost: boolean;
  email: string;
  /** The day in New York: `2026-11-20`. */
  today: string;
}

/** The application, step by step. Values are kept here, and in the draft except for the last step's. */
export const Application = ({ draft, lost, email, today }: ApplicationProps) => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const saving = useObserved(saving$);
  const [values, setValues] = useState(() => valuesOf(draft, email));
  const [wasLost] = useState(lost);
  useEffect(() => unsavedDraft.seen(), []);
  // It stays sent until the account takes the place of this screen, however long that takes to be shown.
  const [sent, setSent] = useState(false);
  const [resumed, setResumed] = useState(() => hasContent(draft));
  // The first step stays the same while it is filled in, until the URL names another.
  const [beginning] = useState(() => idAt(firstOpenStep(values, today)));
  const position = stepAt(search.get('step') ?? beginning, values, today);
  const step = steps[position];
  const title = useStepTitle(position, () => setResumed(false));

  const keep = (typed: FormValues, after?: number) => keepDraft(draftOf(typed), after);
  const goTo = (next: number) => void navigate(`?step=${idAt(next)}`);
  const change = (typed: FormValues) => {
    const next = { ...values, ...typed };
    setValues(next);
    // The last step's values are in no draft: nothing to save.
    if (JSON.stringify(draftOf(next)) !== JSON.stringify(draftOf(values))) keep(next);
  };
  const goOn = async () => {
    keep(values, 0);
    goTo(position + 1);
  };

  return (
    <div className={styles.application}>
      <Progress titles={titles} current={position} saving={saving} />
      {wasLost && <Lost />}
      {resumed && position > 0 && !wasLost && <Resumed />}
      <div className={styles.stepHead}>
        <h2 ref={title} tabIndex={-1}>
          {titles[position]}
        </h2>
        <p>{step?.lead ?? 'Check that everything is right. You can still make changes.'}</p>
      </div>
      {step ? (
        <GenericForm
          key={step.id}
          label={step.title}
          fields={fieldsWith(step, values)}
          validate={rulesOfStep(step, today)}
          submit={goOn}
          onValues={change}
          submitLabel="Continue"
          moreActions={
            position > 0 && (
              <Button variant="quiet" onClick={() => goTo(position - 1)}>
                Back
              </Button>
            )
          }
        />
      ) : (
        <Review
          values={values}
          sent={sent}
          onBack={() => goTo(position - 1)}
          onSent={() => {
            draftSent();
            setSent(true);
            return revalidate();
          }}
        />
      )}
      {step?.id === 'agreement' && values.agreement === 'disagree' && <Disagreed />}
    </div>
  );
};
