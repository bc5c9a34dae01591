/** Anything may be thrown. */
export const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));

export const messageOf = (fault: unknown): string => asError(fault).message;

/** The code that PostgreSQL or the system gave: `42P01`, `ENOSPC`. */
export const codeOf = (fault: unknown): string | undefined =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;

/** Of PostgreSQL, about a table or schema that is not there. */
export const isMissing = (fault: unknown): boolean => ['42P01', '3F000'].includes(codeOf(fault) ?? '');
