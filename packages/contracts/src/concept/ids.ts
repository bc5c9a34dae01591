/**
 * The spec's calls identify a sub-concept or an allocation by one id, without its concept. In calls such an
 * id is therefore `conceptId.localId`: the write side finds the stream without asking a read model, which may
 * lag.
 */
export const joinId = (conceptId: string, localId: string): string => `${conceptId}.${localId}`;

/** The two halves of an edge id, or undefined when it is malformed. */
export const splitId = (id: string): { conceptId: string; localId: string } | undefined => {
  const [conceptId, localId, ...rest] = id.split('.');
  return conceptId && localId && rest.length === 0 ? { conceptId, localId } : undefined;
};
