import { describe, expect, it } from 'vitest';
import { besideTheLog, type ReadModelStanding } from './standing.js';

const model = (position: string | null, problem: string | null = null) =>
  ({ readModel: 'trendList', position, problem, healthy: problem === null }) as ReadModelStanding;
const problem = (standing: ReadModelStanding, end?: bigint) => besideTheLog([standing], end)[0]?.problem;

describe('a read model beside the log', () => {
  it('is well up to its end', () => {
    expect(besideTheLog([model('302'), model(null)], 302n)).toEqual([model('302'), model(null)]);
    expect(besideTheLog([model(null)], undefined)).toEqual([model(null)]);
  });

  it('is not beyond it: an older log was restored', () => {
    expect(besideTheLog([model('303')], 302n)).toMatchObject([
      { healthy: false, problem: expect.stringContaining('beyond the end of the log') },
    ]);
    expect(problem(model('1'))).toContain('beyond the end');
  });

  it('is said to be beyond it once, and beside whatever else is wrong', () => {
    const said = 'position 303 was read, and the log ends at 302: an older log was restored';
    expect(problem(model('303', said), 302n)).toBe(said);
    expect(problem(model('303', 'no process keeps it: it does not move'), 302n)).toMatch(
      /^no process keeps it: .+; it stands at position 303, beyond/,
    );
  });
});
