/**
 * Begins a statement whose effect a crash of the database may take: it does not wait for the disk. The statement has to read from
 * `haste`, or it is not carried out.
 */
export const haste = `WITH haste AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;
