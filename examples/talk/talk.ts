import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AntiphonError } from 'antiphon';
import { recordInto } from 'antiphon/record';
import { concierge } from '../concierge/agent.ts';
import { resampleAll } from './audio.ts';
import { runConversation, type Conversation } from './runConversation.ts';
import { SAMPLE_RATE, type Recording } from './audioDevice.ts';
import type { Line } from './guest.ts';
import { parseOptions, USAGE, type TalkOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { formatConversation, formatEvents } from './report.ts';
import { createSampleLines } from './samples.ts';
import { createTerminal } from './terminal.ts';
import { formatTimeline } from './timeline.ts';
import { readWav, writeWav } from './wav.ts';

const terminal = createTerminal(process.stdout);
// The reader of a pipe may stop early, as `head` does.
process.stdout.once('error', () => process.exit());

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) print([USAGE]);
  else await talk(options);
} catch (error) {
  for (const line of describeError(error)) console.error(`talk: ${line}`);
  process.exitCode = 1;
}

async function talk({ files, out }: TalkOptions): Promise<void> {
  const lines = files.length === 0 ? await createSampleLines(SAMPLE_RATE) : await readLines(files);
  await mkdir(out, { recursive: true });
  const { watch, done } = createProgress(terminal);
  const record = recordInto(out, { audio: true, agentAudio: true });
  const conversation = await runConversation(concierge, lines, { watch, record }).finally(done);
  await record.written();
  const written = [
    ...(await writeSound(out, conversation.recording)),
    `${join(out, conversation.session)}.jsonl (for npx antiphon studio, replay, draw)`,
  ];
  show(conversation);
  print(['', ...written.map((path) => `wrote ${path}`)]);
  const { reason } = conversation.log;
  if (reason !== 'agent_ended' && reason !== 'ended_by_client') throw new Error(`the session ended early: ${reason}`);
}

function readLines(files: TalkOptions['files']): Promise<readonly Line[]> {
  return Promise.all(
    files.map(async ({ path, over }) => ({
      name: path,
      over,
      audio: await resampleAll([await readWav(path)], SAMPLE_RATE),
    })),
  );
}

async function writeSound(folder: string, { sampleRate, user, agent }: Recording): Promise<readonly string[]> {
  const both = join(folder, 'conversation.wav');
  const one = join(folder, 'agent.wav');
  await writeWav(both, { sampleRate, channels: [user, agent] });
  await writeWav(one, { sampleRate, channels: [agent] });
  return [`${both} (you left, the agent right)`, one];
}

function show({ log, recording }: Conversation): void {
  print([heading('The conversation'), ...formatConversation(log, terminal)]);
  print([heading('The events'), ...formatEvents(log, terminal)]);
  print([heading('The timeline'), ...formatTimeline({ log, recording, terminal })]);
  const { errors } = log;
  if (errors.length > 0) print([heading('Reported'), ...errors.map(({ code, message }) => `${code}: ${message}`)]);
}

function heading(text: string): string {
  return `\n${terminal.paint('bold', text)}\n`;
}

function print(lines: readonly string[]): void {
  for (const line of lines) terminal.write(`${line}\n`);
}

/** Describes an error, with one line for each issue. */
function describeError(error: unknown): readonly string[] {
  if (!(error instanceof AntiphonError)) return [error instanceof Error ? error.message : String(error)];
  const { issues = [] } = error.details;
  if (issues.length === 0) return [error.message];
  return issues.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);
}
