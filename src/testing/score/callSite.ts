import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScoreAction } from './actions.ts';

/** Where in a score an expectation stands. */
export interface ExpectationSite {
  /** All that is done in the lines above it. */
  readonly before: readonly ScoreAction[];
  /** Its line in the developer's file; unknown to engines without stacks. */
  readonly source: string | undefined;
}

/** `file:line:column` of the developer's line that is being run. */
export function findCallSite(): string | undefined {
  const frames = new Error().stack?.split('\n').slice(1) ?? [];
  const frame = frames.find((line) => !OWN_FILES.some((here) => line.includes(here)));
  const [, file, place] = /at (?:.*\()?(.+?):(\d+:\d+)\)?$/u.exec(frame ?? '') ?? [];
  if (file === undefined || place === undefined) return undefined;
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return `${relative(process.cwd(), path)}:${place}`;
}

const TESTING_FOLDER = new URL('..', import.meta.url);
/** Engines write a file as its address or as its path. */
const OWN_FILES: readonly string[] = [TESTING_FOLDER.href, fileURLToPath(TESTING_FOLDER)];
