import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { draw } from '../../src/cli/draw.ts';
import { replay } from '../../src/cli/replay.ts';
import { createDraft } from '../../src/cli/score/draft.ts';
import { playDraft } from '../../src/cli/score/play.ts';
import { printScore } from '../../src/cli/score/print.ts';
import type { Recording } from '../../src/record/format.ts';
import { analyseRecording } from '../../src/replay/whatIf/recorded/recordedSession.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { backgroundRecording } from '../support/background.ts';
import { terminal } from './terminal.ts';

const HEARD = [
  'I am on it.',
  'It is sunny.',
  'Half of it is done.',
  'It is booked.',
  'I search.',
  'In Rome, then.',
  'I have found one in Rome.',
  'I pay and write.',
  'I do not pay.',
  'We have a terrace.',
  'Anything else?',
];

let recording: Recording;
let folder: string;
let file: string;
beforeAll(async () => {
  recording = await backgroundRecording();
  folder = await mkdtemp(join(tmpdir(), 'antiphon-background-'));
  file = join(folder, 'ses_test.jsonl');
  await writeFile(file, [recording.head, ...recording.lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(command: Command, ...args: readonly string[]): Promise<readonly string[]> {
  const console = terminal();
  expect([await command.run(args, console), console.stderr]).toEqual([0, []]);
  return console.stdout;
}

describe('a recording with functions in the background', () => {
  it('is drawn', async () => {
    await run(draw, file);
    const drawn = await readFile(join(folder, 'ses_test.svg'), 'utf8');
    expect(drawn).toContain('mail, in the background: silent');
    expect(drawn).toContain('<title>half</title>');
  });

  it('is replayed without a difference', async () => {
    expect(await run(replay, file)).toEqual([`${file}: no difference`]);
  });

  it('is played with other settings: what the session ended then, it ends now', async () => {
    const { before, after, figures } = await whatIf(recording, { min_endpointing_delay: 0.6 });
    expect(figures.before).toMatchObject({ turns: 6, unanswered: 0 });
    expect(before.agent.map(({ text }) => text)).toEqual(HEARD);
    expect(after.agent.map(({ text }) => text)).toEqual(HEARD);
    expect((await run(replay, file, '--set', 'min_endpointing_delay=0.6')).join('\n')).toContain('I am on it.');
  });

  it('tells each result with its own words, also if another one was told with an answer to the user', async () => {
    const { after } = await whatIf(recording, { min_endpointing_delay: 4 });
    const said = after.agent.map(({ text }) => text);
    expect(said.slice(-5)).toEqual(HEARD.slice(-5));
  });

  it('has the results of each call, not those of a call that was refused', () => {
    const { calls } = analyseRecording(recording).functions;
    expect(calls.has('book-2')).toBe(false);
    expect(calls.get('look-1')?.end).toMatchObject({ kind: 'returned', content: 'sunny' });
    for (const id of ['find-1', 'pay-1', 'mail-1']) expect(calls.get(id)?.end.kind).toBe('open');
  });
});

describe('a score from it', () => {
  it('is heard as the recording was', async () => {
    const draft = createDraft(recording);
    const { heard, failures } = await playDraft(draft);
    expect(draft.recorded.heard.map(({ text }) => text)).toEqual(HEARD);
    expect(heard.map(({ text }) => text)).toEqual(HEARD);
    expect(failures).toEqual([]);
  });

  it('has the functions with their reports, and the requests of the application', async () => {
    const draft = createDraft(recording);
    const code = printScore(draft, await playDraft(draft), { source: 'ses_test.jsonl', runner: 'none' });
    expect(code).toContain(`
      background: true,
      parameters: z.looseObject({}),
      execute: recorded([
        {
          afterMs: 6000,
          reports: [
            { afterMs: 0, acknowledge: 'request 7 was sent' },
            { afterMs: 3000, progress: 'half', say: 'Half of it is done.' },
          ],
          returns: 'booked',
        },
      ]),
`);
    expect(code).toContain("background: { result: 'interrupt', duplicates: 'replace' },");
    expect(code).toContain('background: { cancel: true },');
    expect(code).toContain("expected.responds('30000ms', { instructions: 'Mention the terrace.', text: 'hello' });\n");
    expect(code).toContain("expected.responds('34000ms');\n");
  });

  it('says that it does not cancel a call', () => {
    expect(createDraft(recording).omitted).toEqual(['at 28.0 s, the owner of the session asked for: cancel']);
  });
});
