import { createContext, useContext } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { BodyFor, CommandName, ResponseFor } from '../../api/endpoints.js';

type Editing = Pick<ResponseFor<'getConceptAllocations'>, 'concept' | 'revision'>;

/** The concept being edited, as it was last read. */
export const EditingContext = createContext<Editing | undefined>(undefined);

/** Somebody was faster, and nothing was overwritten. */
export const outrun = (words: string) =>
  new ApiError({ status: 409, code: 'RevisionConflict', error: words });

/**
 * Sends changes of the concept on screen, made upon the revision that was read; afterwards the screen is read anew.
 * When somebody was faster, nothing is overwritten: their change comes on screen, and the person is told.
 */
export const useCuration = () => {
  const editing = useContext(EditingContext);
  const { revalidate } = useRevalidator();
  if (!editing) throw new Error('An editor stands outside of a concept.');
  const change = async <Name extends CommandName>(name: Name, payload: BodyFor<Name>, key?: string) => {
    try {
      await command(name, payload, { revision: editing.revision, ...(key && { key }) });
    } catch (refused) {
      if (!(refused instanceof ApiError) || refused.code !== 'RevisionConflict') throw refused;
      await revalidate();
      throw outrun(
        'Someone else changed this trend in the meantime. The page now shows their change; yours was not made. Look at theirs, then send yours again.',
      );
    }
    await revalidate();
  };
  return { ...editing, change };
};
