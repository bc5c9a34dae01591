import { expect, it } from 'vitest';
import { shareStack } from '../specification/shared-stack.js';
import { carryOut } from './spec-kit/carry-out.js';

const shared = shareStack();

it('status says that PostgreSQL has no space left, and shows what the log and Redis know', async () => {
  const head = await shared.eventStore.head();
  await shared.database.query(
    `CREATE FUNCTION public.refuse_space() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not access status of transaction 0' USING ERRCODE = 'disk_full'; END $$;
     CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION public.refuse_space()`,
  );
  const { code, document } = await carryOut(['status', '--json'], shared.variables);
  expect(code).toBe(1);
  expect(document).toMatchObject({
    head: head?.commit.toString() ?? null,
    readModels: null,
    queues: [],
    parked: null,
  });
  expect(document.problems).toContainEqual(
    expect.stringContaining('PostgreSQL has no space left on its disk'),
  );
});
