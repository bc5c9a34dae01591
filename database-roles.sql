-- Run at each start, as PostgreSQL's superuser: makes what is missing, and sets the passwords of then. No service is a
-- superuser: an intruder in one cannot read files of the server, and the query service, which is open to everyone, cannot
-- change anything.
\getenv password DATABASE_PASSWORD
\getenv reader_password DATABASE_READER_PASSWORD

SELECT 'CREATE DATABASE groundswell' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'groundswell')
\gexec
\connect groundswell

BEGIN;
SET LOCAL client_min_messages = warning;
DO $$ BEGIN CREATE ROLE groundswell; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE groundswell_reader; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
ALTER ROLE groundswell LOGIN PASSWORD :'password';
ALTER ROLE groundswell_reader LOGIN PASSWORD :'reader_password';

ALTER DATABASE groundswell OWNER TO groundswell;
REVOKE ALL ON DATABASE groundswell FROM PUBLIC;
GRANT CONNECT ON DATABASE groundswell TO groundswell_reader;
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- Made before the reader is let in anywhere, so that it has no way into them: personal data, credentials, and tokens.
CREATE SCHEMA IF NOT EXISTS command_service AUTHORIZATION groundswell;
CREATE SCHEMA IF NOT EXISTS links AUTHORIZATION groundswell;
CREATE SCHEMA IF NOT EXISTS people AUTHORIZATION groundswell;
CREATE SCHEMA IF NOT EXISTS vault AUTHORIZATION groundswell;

-- Read models are rebuilt in schemas that come and go, so the reader may read whatever else there will be; what the workers
-- note down holds ids alone, and tells staff how they are doing.
ALTER DEFAULT PRIVILEGES FOR ROLE groundswell GRANT USAGE ON SCHEMAS TO groundswell_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE groundswell GRANT SELECT ON TABLES TO groundswell_reader;
COMMIT;
\echo PostgreSQL has its roles: groundswell and groundswell_reader
