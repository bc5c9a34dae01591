import { eventTypes, type StoredEvent } from './event.js';

export interface LinkTarget {
  readonly stream: string;
  readonly revision: number;
}

/** The target of a link event, whose data is `<revision>@<stream>`. Undefined for any other event. */
export const linkTarget = (event: StoredEvent): LinkTarget | undefined => {
  if (event.type !== eventTypes.link) return undefined;
  const text = event.data.toString();
  const at = text.indexOf('@');
  const revision = text.slice(0, at);
  const stream = text.slice(at + 1);
  return at > 0 && /^-?\d{1,15}$/.test(revision) ? { stream, revision: Number(revision) } : undefined;
};
