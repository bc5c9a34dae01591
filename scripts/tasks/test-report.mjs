/** Numbers of a Vitest JSON report; a file that failed outside of its tests counts as one failed test. */
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

/** More failing files than this are no accident of the moment. */
const mostRepeated = 6;

/**
 * Files to be run once more, by themselves: a test that then passes depended on what else the machine was doing, which
 * is a defect to be fixed, but says nothing against the change at hand. None when there are many, or when the run
 * failed outside of its files.
 */
export const filesToRepeat = (report) => {
  const failed = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= mostRepeated ? failed : [];
};

/** Names of the tests of a report that failed, each behind its file. */
export const failedTests = (report) =>
  report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${name}: outside of its tests`];
    return failed.map(({ fullName }) => `${name}: ${fullName}`);
  });

/** Counts of a run whose failed files were run once more: of these files what the second run says, of the others the first. */
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

/** The closing line of the test command. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
