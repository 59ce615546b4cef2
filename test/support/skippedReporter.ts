import type { Reporter, TestModule } from 'vitest/node';
import { findSkipped, listNames } from '../../scripts/engines.mjs';

/** Ends a run that has skipped tests with one line: how many, for which engines, and what installs them. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const line = describeSkipped(modules);
    if (line !== undefined) console.log(line);
  }
}

function describeSkipped(modules: readonly TestModule[]): string | undefined {
  const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
  const engines = findSkipped().filter((engine) => skipped.some(({ tags }) => tags.includes(engine.package)));
  const tests = skipped.filter(({ tags }) => engines.some((engine) => tags.includes(engine.package)));
  if (tests.length === 0) return undefined;
  const files = new Set(tests.map(({ module }) => module.moduleId)).size;
  const verb = engines.length === 1 ? 'is' : 'are';
  return `Skipped ${tests.length} tests of ${files} files: ${listNames(engines)} ${verb} not installed. To run them: npm run setup`;
}
