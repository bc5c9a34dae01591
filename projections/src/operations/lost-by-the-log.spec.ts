import { describe, expect, it } from 'vitest';
import { besideTheLog, type Follower } from './lost-by-the-log.js';
import type { ReadModelStatus } from './status.js';

const model = (problem: string | null = null) =>
  ({ readModel: 'trendList', position: '303', problem, healthy: problem === null }) as ReadModelStatus;
const position = { commit: 303n, prepare: 303n };
const follower = (name: string, isReadModel: boolean): Follower => ({
  name,
  isReadModel,
  stranded: false,
  place: { log: 'first', position, seen: undefined },
});
const problem = (status: ReadModelStatus) =>
  besideTheLog([status], [follower('trendList', true)]).statuses[0]?.problem;

describe('a read model beside the log', () => {
  it('is well while nothing that it read is lost', () => {
    expect(besideTheLog([model()], [follower('growth', true)])).toEqual({
      statuses: [model()],
      problems: [],
    });
  });

  it('is not when the log has lost what it read: said once, and beside whatever else is wrong', () => {
    expect(problem(model())).toMatch(/^it has read up to position 303, .+ an older log was restored$/);
    const said = 'position 303 was read, and the log no longer holds it: an older log was restored';
    expect(problem(model(said))).toBe(said);
    expect(problem(model('no process owns it, so it does not advance'))).toMatch(
      /^no process owns it, .+; it has read up to position 303/,
    );
  });
});

it('what workers follow the log with is named beside the read models', () => {
  const { statuses, problems } = besideTheLog([model()], [follower('moneyBook', false)]);
  expect(statuses).toEqual([model()]);
  expect(problems).toEqual([
    expect.stringMatching(/^moneyBook has read up to position 303, .+ are they running\?$/),
  ]);
});
