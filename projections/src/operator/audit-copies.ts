import { readFile } from 'node:fs/promises';
import { messageOf } from '@groundswell/platform';
import { bucketIn, openBucket } from '@groundswell/platform/mirror';
import { type Invocation, NotDone, textOf } from '@groundswell/platform/operator';
import { BrokenCopy, parseCopy } from '../audit/copied-checkpoints.js';
import { type Copies, writtenDown } from '../audit/copies.js';
import type { OperatorConfig } from './config.js';

/** Copies kept by an operator. @throws NotDone when they cannot be read, or were changed */
const given = async (path: string): Promise<Copies> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new NotDone(`${path} cannot be read: ${messageOf(error)}`);
  });
  try {
    return { checkpoints: parseCopy(text).checkpoints, broken: [], unread: [] };
  } catch (error) {
    throw error instanceof BrokenCopy ? new NotDone(`${path}: ${error.message}`) : error;
  }
};

/** The checkpoints in the mirror's bucket; none where no bucket is configured. */
const mirrored = async (config: OperatorConfig, { terminal, signal }: Invocation): Promise<Copies> => {
  const place = bucketIn(config);
  if (!place) return { checkpoints: [], broken: [], unread: [] };
  const where = `the bucket ${place.bucket}`;
  try {
    const lines = await openBucket(place).readAll(signal, (read) =>
      terminal.progress.show({
        label: 'reading mirrored checkpoints',
        fraction: 0,
        done: read,
        unit: 'objects',
      }),
    );
    const checkpoints = lines.length > 0 ? parseCopy(lines.join('\n')).checkpoints : [];
    return { checkpoints, broken: [], unread: [] };
  } catch (error) {
    signal.throwIfAborted();
    const why = messageOf(error);
    return error instanceof BrokenCopy
      ? { checkpoints: [], broken: [`${where}: ${why}`], unread: [] }
      : { checkpoints: [], broken: [], unread: [`${where} could not be read: ${why}`] };
  }
};

/** Copied checkpoints to compare with: the given file, or else all places that checkpoints are mirrored to. */
export const copiesFor = async (config: OperatorConfig, invocation: Invocation): Promise<Copies> => {
  const path = textOf(invocation, 'against');
  if (path !== undefined) return given(path);
  const [file, bucket] = [await writtenDown(config.CHECKPOINT_DIR), await mirrored(config, invocation)];
  const byHash = new Map([...file.checkpoints, ...bucket.checkpoints].map((each) => [each.hash, each]));
  return {
    checkpoints: [...byHash.values()],
    broken: [...file.broken, ...bucket.broken],
    unread: [...file.unread, ...bucket.unread],
  };
};
