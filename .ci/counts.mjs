// Prints `PASSED FAILED` of a vitest report, then a line for each failure: node .ci/counts.mjs REPORT EXIT_STATUS
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [report, status] = process.argv.slice(2);
const { numPassedTests, testResults } = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, testResults: [] };

const firstLine = (text = '') => text.split('\n', 1)[0];
const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
  const file = relative('.', name);
  if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`];
  return assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
});
if (failures.length === 0 && status !== '0') failures.push(`exit code ${status} without a failed test`);
console.log(numPassedTests, failures.length);
for (const failure of failures) console.log(failure);
