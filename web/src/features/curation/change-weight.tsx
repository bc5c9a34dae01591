import { type BodyOf, calls } from '@groundswell/contracts';
import { useState } from 'react';
import { outrun } from '../../api/api-error.js';
import { Button } from '../../components/button/button.js';
import { FormDialog } from '../../components/dialog/form-dialog.js';
import { percentText } from '../../components/figures/format.js';
import { rulesOf } from '../../forms/contract-rules.js';
import { GenericForm } from '../../forms/generic-form.js';
import { useCuration } from './curation-context.js';
import { percentField, reasonField } from './reason-field.js';

interface ChangeWeightProps {
  id: string;
  /** Whose weight: "Tesla (TSLA)". */
  what: string;
  percent: number;
}

export const ChangeWeight = ({ id, what, percent }: ChangeWeightProps) => {
  const { change } = useCuration();
  const [open, setOpen] = useState(false);
  // The weight that was on screen when the dialog was opened: it moves on when somebody else changes it.
  const [seen, setSeen] = useState(percent);
  const begin = () => {
    setSeen(percent);
    setOpen(true);
  };
  const send = (body: BodyOf<typeof calls.changeStockAllocation>, key: string) => {
    if (seen === percent) return change('changeStockAllocation', body, key);
    setSeen(percent);
    return Promise.reject(
      outrun(
        `It is ${percentText(percent)} now: someone else changed it in the meantime. Yours was not set.`,
      ),
    );
  };
  return (
    <>
      <Button variant="quiet" size="small" onClick={begin}>
        Change<span className="for-screen-readers"> the weight of {what}</span>
      </Button>
      <FormDialog open={open} title={what} onClose={() => setOpen(false)}>
        <GenericForm
          label={`Change the weight of ${what}`}
          fields={[{ ...percentField, initial: percent.toFixed(2) }, reasonField]}
          submitLabel="Change"
          validate={rulesOf(calls.changeStockAllocation, { id })}
          submit={(state, key) => send({ ...state, id } as BodyOf<typeof calls.changeStockAllocation>, key)}
          onSuccess={() => setOpen(false)}
        />
      </FormDialog>
    </>
  );
};
