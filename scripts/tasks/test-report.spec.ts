import { describe, expect, it } from 'vitest';
import { closingLine, countsAfterRepeat, countTests, failedTests, filesToRepeat } from './test-report.mjs';

const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe('the closing line of npm test', () => {
  it('counts tests', () => {
    expect(closingLine(countTests(report, 1))).toBe('5 passed, 1 failed');
    expect(closingLine(countTests({ ...report, numPendingTests: 1, numTodoTests: 1 }, 1))).toBe(
      '5 passed, 1 failed, 2 skipped',
    );
  });

  it('counts a file that could not be read, one whose hooks failed, and a fault outside of any file', () => {
    const unreadable = { status: 'failed', assertionResults: [] };
    const hookFailed = { status: 'failed', assertionResults: [{ status: 'passed' }] };
    const testFailed = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    const testResults = [unreadable, hookFailed, testFailed];
    expect(countTests({ ...report, testResults }, 1).failed).toBe(3);
    expect(countTests({ ...report, numFailedTests: 0 }, 1).failed).toBe(1);
    expect(countTests({ ...report, numFailedTests: 0 }, 0).failed).toBe(0);
  });
});

describe('a second look at what failed', () => {
  const file = (name: string, ...failing: string[]) => ({
    name,
    status: failing.length > 0 ? 'failed' : 'passed',
    assertionResults: failing.map((fullName) => ({ status: 'failed', fullName })),
  });
  const of = (...testResults: object[]) => ({ ...report, testResults });

  it('is taken of a few files, and of no more', () => {
    expect(filesToRepeat(of(file('a', 'x'), file('b'), file('c', 'y', 'z')))).toEqual(['a', 'c']);
    expect(filesToRepeat(of(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(name, 'x'))))).toEqual(
      [],
    );
    expect(filesToRepeat(of(file('a')))).toEqual([]);
  });

  it('names each test that it was taken of', () => {
    const outside = { name: 'b', status: 'failed', assertionResults: [] };
    expect(failedTests(of(file('a', 'x', 'y'), outside))).toEqual([
      'a: x',
      'a: y',
      'b: outside of its tests',
    ]);
  });

  it('counts what failed twice as failed, and what the first time kept from running as it came out the second time', () => {
    const steady = {
      name: 'a',
      status: 'passed',
      assertionResults: [{ status: 'passed' }, { status: 'passed' }, { status: 'skipped' }],
    };
    const hookFailed = { name: 'b', status: 'failed', assertionResults: [{ status: 'skipped' }] };
    const repeated = { passed: 3, failed: 1, skipped: 0 };
    expect(countsAfterRepeat(of(steady, file('c', 'x', 'y', 'z'), hookFailed), repeated)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 1,
    });
  });
});
