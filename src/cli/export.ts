import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import type { Recording } from '../record/format.ts';
import { readRecording } from '../record/read.ts';
import type { Command, Terminal } from './command.ts';
import { placeAgentAudio } from './export/agentAudio.ts';
import { createStereoWav } from './export/stereo.ts';
import { placeUserAudio } from './export/userAudio.ts';
import { formatWebVtt } from './export/webVtt.ts';

/** Writes a recorded call as audio, with its transcript. */
export const exportCommand: Command = {
  name: 'export',
  usage: 'FILE --wav [--out FILE.wav]',
  page: 'recordings.md#listening-to-a-call',
  about: 'Writes a recorded call as stereo (user left, agent as heard right), with the transcript as WebVTT.',
  run: async (args, terminal) => {
    const { file, out } = parseArguments(args);
    const recording = await readRecording(file);
    warnAboutSilence(recording, terminal);
    const transcript = `${out.replace(/\.wav$/iu, '')}.vtt`;
    await writeFile(out, createStereoWav(placeUserAudio(recording), placeAgentAudio(recording), endOf(recording)));
    await writeFile(transcript, formatWebVtt(recording));
    terminal.out(`${out}\n${transcript}`);
    return 0;
  },
};

interface Arguments {
  readonly file: string;
  readonly out: string;
}

function parseArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { wav: { type: 'boolean' }, out: { type: 'string', short: 'o' } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error(`expected one recording, got ${positionals.length}`);
    if (values.wav !== true) throw new Error('expected --wav');
    return { file, out: values.out ?? `${file.replace(/\.jsonl?$/u, '')}.wav` };
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `export: ${messageOf(cause)}`, { cause });
  }
}

function warnAboutSilence({ head, lines }: Recording, terminal: Terminal): void {
  if (!head.audio)
    terminal.err('warning: the left channel is silent: record with { audio: true } to keep the user’s audio');
  if (head.agentAudio !== true)
    terminal.err('warning: the right channel is silent: record with { agentAudio: true } to keep the agent’s audio');
  if (lines.some((line) => 'dropped' in line))
    terminal.err('warning: lines are missing from the recording: their audio is silent');
}

function endOf({ lines }: Recording): number {
  return lines.at(-1)?.t ?? 0;
}
