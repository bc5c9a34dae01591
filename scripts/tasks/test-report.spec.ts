import { describe, expect, it } from 'vitest';
import { closingLine, countTests } from './test-report.mjs';

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
