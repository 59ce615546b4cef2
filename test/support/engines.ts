import { describe, test, type SuiteAPI, type TestAPI } from 'vitest';
import { findEngine, type EngineName } from '../../scripts/engines.mjs';

/** `npm test` skips what needs an absent engine; with this variable, as in CI, it fails. */
export const REQUIRE_ENGINES = 'REQUIRE_ENGINES';

/** Returns `test` for tests that need the engine: they are skipped where it is absent. */
export function testWith(engine: EngineName): TestAPI {
  return isSkipped(engine) ? (test.skip as TestAPI) : test;
}

/** Returns `describe` for tests that need the engine: they are skipped where it is absent. */
export function describeWith(engine: EngineName): SuiteAPI {
  return isSkipped(engine) ? (describe.skip as SuiteAPI) : describe;
}

function isSkipped(engine: EngineName): boolean {
  return process.env[REQUIRE_ENGINES] === undefined && findEngine(engine) === undefined;
}
