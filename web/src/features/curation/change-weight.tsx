import { type BodyOf, calls } from '@groundswell/contracts';
import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { FormDialog } from '../../components/dialog/form-dialog.js';
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
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Change<span className="for-screen-readers"> the weight of {what}</span>
      </Button>
      <FormDialog open={open} title={what} onClose={() => setOpen(false)}>
        <GenericForm
          label={`Change the weight of ${what}`}
          fields={[{ ...percentField, initial: percent.toFixed(2) }, reasonField]}
          submitLabel="Change"
          validate={rulesOf(calls.changeStockAllocation, { id })}
          submit={(state, key) =>
            change(
              'changeStockAllocation',
              { ...state, id } as BodyOf<typeof calls.changeStockAllocation>,
              key,
            )
          }
          onSuccess={() => setOpen(false)}
        />
      </FormDialog>
    </>
  );
};
