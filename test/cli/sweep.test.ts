import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweep } from '../../src/cli/sweep.ts';
import { LONG, says } from '../support/userActions.ts';
import { QUICK_VAD, recorded } from '../replay/whatIf/conversation.ts';
import { terminal, type KeptTerminal } from './terminal.ts';

const { lines } = await recorded({
  user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table'), says(9024, 'thank you')],
  llm: ['For how many?', 'You are welcome.'],
  config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
});

async function folder(files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'antiphon-sweep-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), `${text.join('\n')}\n`);
  return path;
}

const warnings = ({ stderr }: KeptTerminal): readonly string[] => stderr.filter((one) => one.startsWith('warning'));

const GRID = ['--vary', 'min_endpointing_delay=0.2..0.8/4', '--vary', 'allow_interruptions=true,false'];

test('prints the figures of every cell, the quickest first, and plots the trade', async () => {
  const screen = terminal({ columns: 80 });
  expect(await sweep.run([await folder({ 'a.jsonl': lines }), ...GRID], screen)).toBe(0);
  expect(screen.stdout.join('\n')).toMatchInlineSnapshot(`
    "1 recording, 2 turns, 8 settings

         min_endpointing_delay  allow_interruptions    wait    90 %  cut off  unanswered  interrupted  falsely
     a                     0.2                 true  0.20 s  0.20 s   1 of 3           0            0        0
     b                     0.2                false  0.20 s  0.20 s   1 of 3           0            0        0
                           0.4                 true  0.40 s  0.40 s   1 of 3           0            0        0
                           0.4                false  0.40 s  0.40 s   1 of 3           0            0        0
                           0.6                 true  0.60 s  0.60 s   1 of 3           0            1        0
                           0.6                false  0.60 s  0.60 s   1 of 3           0            0        0
    @c                     0.8                 true  0.80 s  0.80 s   0 of 2           0            0        0
     d                     0.8                false  0.80 s  0.80 s   0 of 2           0            0        0

       turns cut off
     1│ab                       ··                        ··
      │
      │
      │
      │
      │
      │
      │
      │
      │
      │
      │
      │
      │
      │
     0│                                                                           d@
      └─────────────────────────────────────────────────────────────────────────────
       0.2                             mean wait, s                              0.8

    @ as recorded   a b c efficient: no setting waits less without cutting off more turns or leaving more unanswered
    ! leaves more unanswered than as recorded   · other settings
    In the plot, settings at the same place are drawn side by side."
  `);
});

test('one file that is no recording is reported, and the sweep continues', async () => {
  const screen = terminal();
  const path = await folder({ 'a.jsonl': lines, 'b.jsonl': ['{}'], 'c.txt': ['no recording'] });
  await sweep.run([path, ...GRID], screen);
  expect(warnings(screen)).toEqual([
    expect.stringMatching(/^warning: skipped b\.jsonl: .*b\.jsonl:1: expected the head of a recording/u),
  ]);
  expect(screen.stdout[0]).toMatch(/^1 recording, 2 turns, 8 settings/u);
});

test('one file with an invalid config is reported by its name, and the sweep continues', async () => {
  const screen = terminal();
  const head = { ...JSON.parse(lines[0] ?? '') };
  const broken = JSON.stringify({ ...head, config: { ...head.config, interrupt_time_threshold: 'x' } });
  const path = await folder({ 'a.jsonl': lines, 'b.jsonl': [broken, ...lines.slice(1)] });
  expect(await sweep.run([path, ...GRID], screen)).toBe(0);
  expect(warnings(screen)).toEqual([
    expect.stringMatching(/^warning: skipped b\.jsonl: [^]*interrupt_time_threshold: expected a finite number/u),
  ]);
  expect(screen.stdout[0]).toMatch(/^1 recording, 2 turns, 8 settings/u);
});

test('a session with a speech model that a setting stops is named with the reason, and the sweep continues', async () => {
  const { lines: spoken } = await recorded({
    user: [says(320, '')],
    speechModel: { sampleRate: 16_000, replies: ['At eight.'], words: ['when'] },
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const screen = terminal();
  expect(await sweep.run([await folder({ 'a.jsonl': lines, 'b.jsonl': spoken }), ...GRID], screen)).toBe(0);
  expect(warnings(screen)).toEqual([
    expect.stringMatching(
      /^warning: skipped b\.jsonl: with min_endpointing_delay=0\.\d, .*, the run stops at 1\.\d\d s: a turn of the user is committed 0\.\d\d s earlier/u,
    ),
  ]);
  expect(screen.stdout[0]).toMatch(/^1 recording, 2 turns, 8 settings/u);
});

test('where none can be run, nothing is printed', async () => {
  const screen = terminal();
  await expect(sweep.run([await folder({ 'b.jsonl': ['{}'] }), ...GRID], screen)).rejects.toMatchObject({
    code: 'usage_invalid',
    message: expect.stringContaining('found none that can be run'),
  });
  expect(screen.stdout).toEqual([]);
});

test('settings that leave more users unanswered have a sign of their own', async () => {
  const { lines: impatient } = await recorded({
    user: [says(320, 'tell me'), says(3008, 'stop', 192), says(12_000, 'thank you')],
    llm: [LONG, 'Yes?', 'You are welcome.'],
    config: { interrupt_time_threshold: 0.1 },
  });
  const path = await folder({ 'a.jsonl': impatient });
  const picture = join(path, 'trade.svg');
  const screen = terminal();
  const grid = ['--vary', 'interrupt_time_threshold=0.1,0.8', '--vary', 'min_endpointing_delay=0.5,0.9'];
  await sweep.run([path, ...grid, '--out', picture], screen);
  const [, rows = '', plotted = ''] = screen.stdout.join('\n').split('\n\n');
  expect(rows).toMatch(/^ {2}! +0\.8 +0\.9 .* 1 +0 +0$/mu);
  expect(plotted).toContain('!');
  const svg = await readFile(picture, 'utf8');
  expect(svg).toMatch(/class="lacking".*interrupt_time_threshold 0\.8, .* s, 0 of 2 cut off, 1 unanswered/u);
  expect(svg).toContain('dashed: leaves more turns unanswered than as recorded');
});

test('settings at one place are distinguishable: each has a sign, and the efficient ones a letter', async () => {
  const path = await folder({ 'a.jsonl': lines });
  const picture = join(path, 'trade.svg');
  const screen = terminal({ columns: 80 });
  await sweep.run([path, ...GRID, '--out', picture], screen);
  const [, rows = '', plotted = ''] = screen.stdout.join('\n').split('\n\n');
  const field = plotted.split('\n').map((line) => line.split('│')[1] ?? '');
  expect(field.join('').replaceAll(' ', '')).toHaveLength(8);
  expect(rows.match(/^ ?@?[a-z] /gmu)).toHaveLength(4);
  const svg = await readFile(picture, 'utf8');
  const dots = [...svg.matchAll(/<circle[^>]* cx="([^"]*)" cy="([^"]*)"/gu)].map(([, x, y]) => `${x} ${y}`);
  expect(new Set(dots).size).toBe(8);
  for (const letter of 'abcd') expect(svg).toMatch(new RegExp(`>${letter}<`, 'u'));
  expect(svg).toContain(
    '>a  min_endpointing_delay 0.2, allow_interruptions true: 0.20 s, 1 of 3 cut off, 0 unanswered<',
  );
});

test.each([1, 2, 5])('%i threads find what one finds', async (jobs) => {
  const path = await folder({ 'a.jsonl': lines, 'b.jsonl': lines, 'c.jsonl': ['{}'] });
  const [one, more] = [terminal(), terminal()];
  await sweep.run([path, ...GRID, '--jobs', '1'], one);
  await sweep.run([path, ...GRID, '--jobs', String(jobs)], more);
  expect(more.stdout).toEqual(one.stdout);
  expect(warnings(more)).toHaveLength(1);
  expect(more.stderr.at(-1)).toBe('24/24 runs');
});

test('a module that a thread cannot load is an error before anything runs', async () => {
  const args = [await folder({ 'a.jsonl': lines }), ...GRID, '--session', './nowhere.js'];
  await expect(sweep.run(args, terminal())).rejects.toMatchObject({ code: 'usage_invalid' });
});

test('a very narrow terminal gets a plot, too', async () => {
  const screen = terminal({ columns: 4 });
  expect(await sweep.run([await folder({ 'a.jsonl': lines }), ...GRID], screen)).toBe(0);
  expect(screen.stdout.join('\n')).toContain(`└${'─'.repeat(20)}`);
});

test('a recording that is incomplete counts, and is reported', async () => {
  const screen = terminal();
  await sweep.run([await folder({ 'a.jsonl': lines.slice(0, -1) }), ...GRID], screen);
  expect(screen.stderr[0]).toBe('warning: a.jsonl: the recording is incomplete: the session had not ended');
  expect(screen.stdout[0]).toMatch(/^1 recording, 2 turns, 8 settings/u);
});

test('the progress is one line that is written over, where that can be', async () => {
  const screen = terminal({ isTty: true });
  await sweep.run([await folder({ 'a.jsonl': lines }), ...GRID], screen);
  expect(screen.stderr).toHaveLength(8);
  expect(screen.stderr[0]).toBe('███░░░░░░░░░░░░░░░░░░░░░░░░░░░ 1/8 runs');
  expect(screen.stderr.at(-1)).toBe(`\u001b[1A\u001b[2K${'█'.repeat(30)} 8/8 runs`);
});

test('elsewhere it is a line now and then', async () => {
  const screen = terminal();
  await sweep.run([await folder({ 'a.jsonl': lines }), ...GRID], screen);
  expect(screen.stderr).toEqual(['2/8 runs', '4/8 runs', '6/8 runs', '8/8 runs']);
});

test('the plot is drawn with labelled axes, each cell named', async () => {
  const path = await folder({ 'a.jsonl': lines });
  const picture = join(path, 'trade.svg');
  await sweep.run([path, ...GRID, '--out', picture], terminal());
  const svg = await readFile(picture, 'utf8');
  expect(svg).toMatch(/^<svg xmlns/u);
  expect(svg.match(/<circle/gu)).toHaveLength(8);
  for (const text of ['mean wait, s', 'turns cut off', 'as recorded']) expect(svg).toContain(`>${text}<`);
  expect(svg).toContain('min_endpointing_delay 0.2, allow_interruptions true: 0.20 s, 1 of 3 cut off, 0 unanswered');
});

test.each([
  [[], 'expected one folder, got 0'],
  [['.'], 'expected a setting to vary'],
  [['.', '--vary', 'min_endpointing_delay=0.1..soon'], '--vary: expected name=from..to or name=from..to/steps'],
  [['nowhere', '--vary', 'min_endpointing_delay=0.1,0.2'], 'expected a folder of recordings, found none at "nowhere"'],
  [['src/cli', '--vary', 'min_endpointing_delay=0.1,0.2'], 'found none'],
  [['.', '--vary', 'min_endpointing_delay=0.1,0.2', '--jobs', '0'], 'expected --jobs of 1 or more, got "0"'],
  [['test/recordings', '--vary', 'endpointing=0.1,0.2'], 'there is no setting "endpointing"'],
])('%o is refused', async (args, message) => {
  await expect(sweep.run(args, terminal())).rejects.toMatchObject({
    code: 'usage_invalid',
    message: expect.stringContaining(message),
  });
});
