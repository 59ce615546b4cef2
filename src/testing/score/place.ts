import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cue } from './cues.ts';

/** Where in a score an expectation stands. */
export interface Place {
  /** All that is done in the lines above it. */
  readonly before: readonly Cue[];
  /** Its line in the developer's file; unknown to engines without stacks. */
  readonly source: string | undefined;
}

/** `file:line:column` of the developer's line that is being run. */
export function sourceHere(): string | undefined {
  const frames = new Error().stack?.split('\n').slice(1) ?? [];
  const frame = frames.find((line) => !OURS.some((here) => line.includes(here)));
  const [, file, place] = /at (?:.*\()?(.+?):(\d+:\d+)\)?$/u.exec(frame ?? '') ?? [];
  if (file === undefined || place === undefined) return undefined;
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return `${relative(process.cwd(), path)}:${place}`;
}

const ROOM = new URL('..', import.meta.url);
/** Engines write a file as its address or as its path. */
const OURS: readonly string[] = [ROOM.href, fileURLToPath(ROOM)];
