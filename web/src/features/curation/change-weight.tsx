import { calls } from '@groundswell/contracts';
import { useState } from 'react';
import type { BodyFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { FormDialog } from '../../components/dialog/form-dialog.js';
import { percentText } from '../../components/figures/format.js';
import { rulesOf } from '../../forms/contract-rules.js';
import { GenericForm } from '../../forms/generic-form.js';
import { useCuration } from './curation-context.js';
import { percentField, reasonField } from './reason-field.js';
import { useTypedUpon } from './use-typed-upon.js';
import { weightOf } from './weights.js';

type Weight = Omit<BodyFor<'changeStockAllocation'>, 'id'>;

interface ChangeWeightProps {
  id: string;
  /** The holding: "Tesla (TSLA)". */
  what: string;
  percent: number;
}

export const ChangeWeight = ({ id, what, percent }: ChangeWeightProps) => {
  const { change, isInDoubt } = useCuration();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  // The weight behind the dialog follows changes by others.
  const upon = useTypedUpon(weightOf(String(percent)));
  const begin = () => {
    upon.begin();
    setOpen(true);
  };
  const submit = async (state: Weight, key: string) => {
    setBusy(true);
    try {
      await upon.send({
        wanted: weightOf(String(state.percentage_allocation)),
        isInDoubt: isInDoubt(key),
        send: () => change('changeStockAllocation', { ...state, id }, key),
        words: `It’s ${percentText(percent)} now: someone else changed it in the meantime. Your change wasn’t saved.`,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" size="small" onClick={begin}>
        Change<span className="for-screen-readers"> the weight of {what}</span>
      </Button>
      <FormDialog open={open} title={what} busy={busy} onClose={() => setOpen(false)}>
        <GenericForm
          label={`Change the weight of ${what}`}
          fields={[{ ...percentField, initial: percent.toFixed(2) }, reasonField]}
          submitLabel="Change"
          validate={rulesOf(calls.changeStockAllocation, { id })}
          submit={submit}
          onSuccess={() => setOpen(false)}
        />
      </FormDialog>
    </>
  );
};
