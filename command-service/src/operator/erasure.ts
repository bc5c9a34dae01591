import { isRefusal } from '@groundswell/contracts';
import { counted, NotDone } from '@groundswell/platform/operator';
import type { CoreServices } from '../core-services.js';
import { erasePerson, type Prospect, prospectOf } from '../erase-person.js';
import type { Cause } from '../people/account/cause.js';
import type { Said } from './said.js';

interface SaidOfProspect extends Said {
  readonly prospect: Prospect;
}

const nobody = 'No person has this id.';

const linesOf = (personId: string, { kinds, sessions, refusal }: Prospect): string[] => [
  refusal ? `${personId} would not be erased: ${refusal}` : `${personId} would be erased`,
  `in the vault: ${kinds.join(', ') || 'nothing'}`,
  `signed in: ${counted(sessions, 'session')}`,
  'nothing was changed',
];

const foresee = async (core: CoreServices, personId: string): Promise<SaidOfProspect> => {
  const prospect = await prospectOf(core, personId);
  if (!prospect) throw new NotDone(nobody);
  const { erased } = prospect;
  const message = erased ? `${personId} was already erased` : linesOf(personId, prospect).join('\n');
  const declined = prospect.refusal !== null;
  return { id: personId, state: erased ? 'erased' : 'known', changed: false, declined, prospect, message };
};

/** Erases a person, or previews it. @throws NotDone */
export const carryOutErasure = async (
  core: CoreServices,
  { personId, dryRun }: { readonly personId: string; readonly dryRun: boolean },
  cause: Cause,
): Promise<Said> => {
  if (dryRun) return foresee(core, personId);
  const erased = await erasePerson(core, personId, cause);
  if (erased === undefined) throw new NotDone(nobody);
  if (isRefusal(erased)) throw new NotDone(erased.message);
  const message = `${personId} ${erased ? 'is erased' : 'was already erased'}`;
  return { id: personId, state: 'erased', changed: erased, message };
};
