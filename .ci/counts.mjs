// Prints `PASSED FAILED` of a vitest report: node .ci/counts.mjs REPORT EXIT_STATUS
import { existsSync, readFileSync } from 'node:fs';

const [report, status] = process.argv.slice(2);
const { numPassedTests, numFailedTests, testResults } = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
const unloaded = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
const failed = numFailedTests + unloaded.length;
console.log(numPassedTests, failed === 0 && status !== '0' ? 1 : failed);
