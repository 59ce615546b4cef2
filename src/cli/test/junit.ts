import type { FileResult, TestResult } from './results.ts';
import { countTests } from './report.ts';

/** Formats results as JUnit XML. */
export function formatJUnit(files: readonly FileResult[]): string {
  const suites = files.map(formatSuite).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="antiphon"${formatTotals(files)}>\n${suites}</testsuites>\n`;
}

function formatSuite(file: FileResult): string {
  const cases = file.tests.map((test) => formatCase(file.file, test)).join('');
  return `  <testsuite name="${escape(file.file)}"${formatTotals([file])}>\n${cases}  </testsuite>\n`;
}

function formatTotals(files: readonly FileResult[]): string {
  const { passed, failed } = countTests(files);
  const ms = files.flatMap(({ tests }) => tests).reduce((sum, test) => sum + test.ms, 0);
  return ` tests="${passed + failed}" failures="${failed}" errors="0" time="${seconds(ms)}"`;
}

function formatCase(file: string, { name, ms, failure }: TestResult): string {
  const head = `    <testcase classname="${escape(file)}" name="${escape(name)}" time="${seconds(ms)}"`;
  if (failure === null) return `${head}/>\n`;
  const [first = ''] = failure.split('\n');
  return `${head}>\n      <failure message="${escape(first)}">${escape(failure)}</failure>\n    </testcase>\n`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Escapes markup and drops characters that XML cannot represent. */
function escape(text: string): string {
  return text
    .replaceAll(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// oxlint-disable-next-line no-control-regex -- these are the ones that XML 1.0 forbids
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
