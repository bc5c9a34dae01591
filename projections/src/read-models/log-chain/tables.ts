/** The chain's tables. */
export const logChainDdl = `
CREATE TABLE chain_head (
  is_head boolean PRIMARY KEY DEFAULT true CHECK (is_head),
  position bigint NOT NULL,
  count bigint NOT NULL,
  time text NOT NULL,
  day text NOT NULL,
  chain bytea NOT NULL,
  root bytea NOT NULL,
  previous text,
  version1 bigint NOT NULL
);
CREATE TABLE chain_block (
  number bigint PRIMARY KEY,
  first_position bigint NOT NULL UNIQUE,
  positions bytea NOT NULL,
  ids bytea NOT NULL,
  hashes bytea NOT NULL
);
ALTER TABLE chain_block ALTER ids SET STORAGE EXTERNAL, ALTER hashes SET STORAGE EXTERNAL;
CREATE TABLE chain_tile (
  level integer NOT NULL,
  number bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (level, number)
);
ALTER TABLE chain_tile ALTER hashes SET STORAGE EXTERNAL;
CREATE TABLE chain_concept (
  stream text COLLATE "C" PRIMARY KEY,
  count bigint NOT NULL,
  position bigint NOT NULL,
  head bytea NOT NULL
);
CREATE TABLE chain_checkpoint (
  position bigint PRIMARY KEY,
  count bigint NOT NULL,
  time text NOT NULL,
  chain text NOT NULL,
  root text NOT NULL,
  concepts text NOT NULL,
  previous text,
  hash text NOT NULL
)`;

/** For tables in which every event is of version 1: those remain, and later ones are of version 2. */
export const logChainFromVersion1 = `
ALTER TABLE chain_head ADD COLUMN version1 bigint;
UPDATE chain_head SET version1 = count;
ALTER TABLE chain_head ALTER version1 SET NOT NULL`;
