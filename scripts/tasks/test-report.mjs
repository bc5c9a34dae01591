/** Counts of a Vitest JSON report. A file that failed outside its tests counts as one failed test. */
export const countTests = (report, exitCode) => {
  const failedOutside = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + failedOutside;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
};

/** More failing files than this are not flaky tests. */
const mostRepeated = 6;

/**
 * Files to rerun on their own. A test that then passes depended on the load of the machine: a defect to fix, but no
 * evidence against the change under test. Empty if too many files failed.
 */
export const filesToRepeat = (report) => {
  const failed = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= mostRepeated ? failed : [];
};

/** Names of the failed tests in a report, each prefixed with its file. */
export const failedTests = (report) =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${name}: outside of its tests`];
    return failed.map(({ fullName }) => `${name}: ${fullName}`);
  });

/** Counts after rerunning the failed files: the second run counts for those files, the first for the others. */
export const countsAfterRepeat = (report, repeated) => {
  const steady = report.testResults.filter(({ status }) => status !== 'failed');
  const tests = steady.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return {
    passed: passed + repeated.passed,
    failed: repeated.failed,
    skipped: tests.length - passed + repeated.skipped,
  };
};

/** Last line of the test command. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
