import { positionOf } from '@groundswell/contracts';
import type { Position } from './types.js';

/** Whether `position` is at or after `other`. Every position is after undefined. */
export const hasReached = (position: Position | undefined, other: Position | undefined): boolean =>
  other === undefined || (position !== undefined && position.commit >= other.commit);

/** A position as clients see it: opaque decimal text. */
export const formatPosition = ({ commit }: Position): string => commit.toString(10);

/** @returns undefined for a text that is no position */
export const parsePosition = (text: string): Position | undefined => {
  const commit = positionOf(text);
  return commit === undefined ? undefined : { commit, prepare: commit };
};
