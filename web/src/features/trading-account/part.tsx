import type { ReactNode } from 'react';
import { dayText } from '../../components/figures/format.js';
import type { FormField, FormValues } from '../../forms/form-field.js';
import { Card, Facts } from '../../shared/money/facts.js';
import { type Step, shownValue } from './steps.js';
import styles from './trading-account.module.css';

const answerText = (field: FormField, values: FormValues): string => {
  const shown = shownValue(field, values);
  return field.kind === 'date' ? dayText(shown) : shown;
};

interface PartProps {
  step: Step;
  values: FormValues;
  /** What can be done about it. */
  action?: ReactNode;
}

/** The answers of one step, in readable form. */
export const Part = ({ step, values, action }: PartProps) => (
  <Card>
    <div className={styles.partHead}>
      <h3>{step.title}</h3>
      {action}
    </div>
    <Facts
      facts={step.fields.map((field) => [field.label ?? field.name, answerText(field, values)] as const)}
    />
  </Card>
);
