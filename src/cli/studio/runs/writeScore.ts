import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ScoreRequest, ScoreResponse } from '../../../studio/protocol.ts';
import { createDraft } from '../../score/draft.ts';
import { playDraft } from '../../score/play.ts';
import { printScore } from '../../score/print.ts';
import { formatTime, type Stretch } from '../../score/stretch.ts';
import { openWhole } from '../call/openCall.ts';
import { StudioError } from '../failures.ts';
import type { TaskInputs } from '../threads/task.ts';
import { comparePlayed, drawBoth } from './compareScore.ts';

/** Writes the score of a call, or of a stretch of it, next to the recording, and plays it. */
export async function writeScore({ file, request }: TaskInputs['score']): Promise<ScoreResponse> {
  const recording = await openWhole(file);
  const stretch = readStretch(request, recording.lines.at(-1)?.t ?? 0);
  const draft = createDraft(recording, stretch);
  const played = await playDraft(draft);
  const name = basename(file.path);
  const part = stretch === undefined ? '' : ` from ${formatTime(stretch.fromMs)} to ${formatTime(stretch.toMs)}`;
  const source = printScore(draft, played, { source: `${name}${part}`, runner: 'none' });
  const written = await writeBeside(file.path, stretch, source);
  const difference = comparePlayed(draft, played, stretch);
  return {
    path: [...file.id.split('/').slice(0, -1), written].join('/'),
    source,
    difference,
    timelines: difference === 'other' ? drawBoth(recording, draft, played, stretch) : null,
    omitted: draft.omitted,
  };
}

function readStretch({ fromMs, toMs }: ScoreRequest, endMs: number): Stretch | undefined {
  if (fromMs === undefined && toMs === undefined) return undefined;
  return { fromMs: fromMs ?? 0, toMs: Math.min(toMs ?? endMs, endMs) };
}

/** Largest number that is appended to the name of a score. */
const MAX_NUMBER = 1000;

/** Writes a file next to the recording. Overwrites nothing: appends a number to a name that is taken. */
async function writeBeside(recording: string, stretch: Stretch | undefined, source: string): Promise<string> {
  const part = stretch === undefined ? '' : `-${seconds(stretch.fromMs)}-${seconds(stretch.toMs)}`;
  const base = `${basename(recording).replace(/\.jsonl$/u, '')}${part}`;
  for (let number = 1; number <= MAX_NUMBER; number += 1) {
    const name = `${base}${number === 1 ? '' : `-${number}`}.score.ts`;
    if (await writeNew(join(dirname(recording), name), source)) return name;
  }
  throw new StudioError(
    'request_invalid',
    `id: expected fewer than ${MAX_NUMBER} scores of this part of the recording`,
  );
}

async function writeNew(path: string, source: string): Promise<boolean> {
  try {
    await writeFile(path, source, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}s`;
}
