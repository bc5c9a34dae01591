import type { ResponseFor } from '../../api/endpoints.js';
import { hashOfText } from './hashes.js';
import type { TreeHead } from './merkle.js';

export type Checkpoint = NonNullable<ResponseFor<'getLatestCheckpoint'>['head']>;

/** Whether a checkpoint's name is the hash of its content. */
export const isNamedRightly = async (checkpoint: Checkpoint): Promise<boolean> => {
  const { signed } = checkpoint;
  const lines = [
    `groundswell checkpoint ${signed ? 2 : 1}`,
    ...(signed ? [`log ${signed.log}`] : []),
    `position ${checkpoint.position}`,
    `count ${checkpoint.count}`,
    ...(signed ? [`version1 ${signed.version1}`] : []),
    `time ${checkpoint.time}`,
    `chain ${checkpoint.chain}`,
    `root ${checkpoint.root}`,
    `concepts ${checkpoint.concepts}`,
    `previous ${checkpoint.previous ?? '-'}`,
    ...(signed ? [`key ${signed.key}`] : []),
    '',
  ];
  return (await hashOfText(lines.join('\n'))) === checkpoint.hash;
};

/** The part of a checkpoint people need to keep: one line. */
export interface Noted extends TreeHead {
  readonly position: string;
}

const pattern = /groundswell (\d{1,12}) (\d{1,19}) ([0-9a-f]{64})\b/;

/** The line a visitor notes: number of events, position of the last one, and the hash over all of them. */
export const noteOf = ({ count, position, root }: Noted): string =>
  `groundswell ${count} ${position} ${root}`;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses a line from a checkpoint file, or a response of the service. */
const inJson = (text: string): Noted | undefined => {
  try {
    const { count, position, root } = JSON.parse(text);
    const fits = Number.isSafeInteger(count) && count > 0 && isText(position) && isText(root);
    return fits && /^[0-9a-f]{64}$/.test(root) ? { count, position, root } : undefined;
  } catch {
    return undefined;
  }
};

/** A noted checkpoint, in whatever form it was pasted; undefined when it is not one. */
export const notedIn = (pasted: string): Noted | undefined => {
  const [, count, position, root] = pattern.exec(pasted) ?? [];
  if (count && position && root) return { count: Number(count), position, root };
  return inJson(pasted);
};

const storageKey = 'groundswell_checkpoint';
type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The checkpoint stored in this browser: the last one that verified. */
export const keptIn = (storage: Store) => ({
  read: (): Noted | undefined => notedIn(storage.getItem(storageKey) ?? ''),
  keep: (noted: Noted): void => storage.setItem(storageKey, noteOf(noted)),
});
