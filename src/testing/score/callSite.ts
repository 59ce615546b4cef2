import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScoreAction } from './actions.ts';

/** The position of an expectation in its score. */
export interface ExpectationSite {
  /** The actions in the lines above. */
  readonly before: readonly ScoreAction[];
  /** Its line in the developer's file; undefined on engines without stacks. */
  readonly source: string | undefined;
}

/** Finds the `file:line:column` of the developer's line that is being executed. */
export function findCallSite(): string | undefined {
  const frames = new Error().stack?.split('\n').slice(1) ?? [];
  const frame = frames.find(
    (line) => !OWN_FILES.some((here) => line.includes(here) && !line.includes(`${here}examples`)),
  );
  const [, file, place] = /at (?:.*\()?(.+?):(\d+:\d+)\)?$/u.exec(frame ?? '') ?? [];
  if (file === undefined || place === undefined) return undefined;
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return `${relative(process.cwd(), path)}:${place}`;
}

const TESTING_FOLDER = new URL('..', import.meta.url);
/**
 * This module's folder as a URL and as a path, because engines write a file either way. The examples of this repository
 * are built alongside the package.
 */
const OWN_FILES: readonly string[] = [TESTING_FOLDER.href, fileURLToPath(TESTING_FOLDER)];
