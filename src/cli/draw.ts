import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DURATION, parseDuration } from '../core/duration.ts';
import { AntiphonError } from '../core/errors.ts';
import type { Timeline } from '../draw/model.ts';
import { drawSession, type SessionOptions } from '../draw/session.ts';
import type { Head } from '../record/format.ts';
import { readRecording } from '../record/read.ts';
import { timelineOf } from '../replay/timeline.ts';
import { parseConfig } from '../session/config.ts';
import type { Command } from './command.ts';
import { messageOf } from '../core/messageOf.ts';

export const draw: Command = {
  name: 'draw',
  usage: 'FILE [--from 12s] [--to 15s] [--row 30s] [--width 1280] [--out FILE.svg]',
  page: 'drawing.md',
  about: 'Draws a recording as a timeline in SVG.',
  run: async (args, terminal) => {
    const { file, out, ...view } = parseArguments(args);
    const recording = await readRecording(file);
    const timeline = timelineOf(recording);
    checkStart(timeline, view.fromMs);
    const picture = drawSession(timeline, { ...view, ...createHeading(recording.head) });
    await writeFile(out, picture);
    terminal.out(out);
    return 0;
  },
};

interface Arguments extends Pick<SessionOptions, 'fromMs' | 'toMs' | 'rowMs' | 'width'> {
  readonly file: string;
  readonly out: string;
}

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  row: { type: 'string' },
  width: { type: 'string' },
  out: { type: 'string', short: 'o' },
} as const;

function parseArguments(args: readonly string[]): Arguments {
  const { positionals, values } = parseOptions(args);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new AntiphonError('usage_invalid', `draw: expected one recording, got ${positionals.length}`);
  const fromMs = parseTime('--from', values.from);
  const toMs = parseTime('--to', values.to);
  const rowMs = parseTime('--row', values.row);
  if (toMs !== undefined && toMs <= (fromMs ?? 0))
    throw new AntiphonError('usage_invalid', `draw: expected --to after --from, got ${values.from} to ${values.to}`);
  if (rowMs === 0) throw new AntiphonError('usage_invalid', 'draw: expected a --row longer than 0');
  const out = values.out ?? `${file.replace(/\.jsonl?$/u, '')}.svg`;
  return { file, out, fromMs, toMs, rowMs, width: parseWidth(values.width) };
}

function parseOptions(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new AntiphonError('usage_invalid', `draw: ${messageOf(error)}`);
  }
}

function checkStart({ nowMs }: Timeline, fromMs = 0): void {
  if (fromMs <= nowMs) return;
  const length = `${(nowMs / 1000).toFixed(1)} s`;
  throw new AntiphonError('usage_invalid', `draw: expected --from within the ${length} of the recording`);
}

function parseTime(option: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const ms = parseDuration(written);
  if (ms === undefined)
    throw new AntiphonError('usage_invalid', `draw: expected ${DURATION} for ${option}, got "${written}"`);
  return ms;
}

/** Minimum width in px. Below it, the lane names take up most of the space. */
const NARROWEST = 320;

function parseWidth(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const px = Number(written);
  if (Number.isInteger(px) && px >= NARROWEST) return px;
  throw new AntiphonError('usage_invalid', `draw: expected a --width of ${NARROWEST} px or more, got "${written}"`);
}

/** Creates the heading: the settings that decide about turns, in seconds. */
function createHeading({ session, recorded_at, config, ports }: Head): Pick<SessionOptions, 'title' | 'facts'> {
  const { vad, minEndpointingDelayMs, ...settings } = parseConfig({ ...config, session_data: {} });
  const interruption = [
    `interrupted after ${settings.interruptTimeThresholdMs / 1000} s`,
    ...(settings.interruptWordThreshold > 0 ? [`${settings.interruptWordThreshold} words`] : []),
  ];
  return {
    title: `Session ${session}`,
    facts: [
      recorded_at.slice(0, 16).replace('T', ' '),
      `STT ${ports.stt.name}`,
      `TTS ${ports.tts.name}`,
      `voice from ${vad.activationThreshold}`,
      `silence after ${vad.minSilenceMs / 1000} s`,
      `endpoint after ${minEndpointingDelayMs / 1000} s`,
      settings.allowInterruptions ? interruption.join(' and ') : 'no interruptions',
    ],
  };
}
