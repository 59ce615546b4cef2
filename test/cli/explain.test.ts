import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explainCommand } from '../../src/cli/explain.ts';
import { readRecording } from '../../src/record/read.ts';
import { explain } from '../../src/replay/explain.ts';
import { terminal } from './terminal.ts';

const INTERRUPTED = 'test/recordings/interrupted.jsonl';

async function run(args: readonly string[], columns = 100): Promise<string> {
  const { stdout, ...screen } = terminal({ columns });
  expect(await explainCommand.run(args, screen)).toBe(0);
  return stdout.join('\n');
}

test('explains all decisions, each step with its time', async () => {
  const blocks = (await run([INTERRUPTED])).split('\n\n');
  expect(blocks.find((block) => block.includes('256 ms'))).toMatchInlineSnapshot(`
    " 27.286s  interruption of segment 2 (interruption)
              → the functions of reply 2 are aborted: interrupted
              → the utterance u2.0 is cut
              → reply 2 ends: interrupted
                because: interrupted: 256 ms of voice, 250 needed
                by the stage interruption, docs/turn-taking.md#what-interrupts-the-agent"
  `);
  expect(blocks.find((block) => block.includes('turn 1 is committed'))).toMatchInlineSnapshot(`
    "  7.452s  the user's turn seems to be over
              → turn 1 is committed: 'hello'
                because: 0.59 s of silence, 0.5 needed, and all words are known
                by the stage endpointing, docs/turn-taking.md#when-the-users-turn-ends"
  `);
});

test('at a time, shows the steps around it with the state before and after, and what is waited for', async () => {
  expect(await run([INTERRUPTED, '27.19s'])).toMatchInlineSnapshot(`
    " 27.190s  interim 'thank' of segment 2 (transcript)
              before: user speaking over the agent 'stop' · reply audible
                no interruption: not interrupted: 160 ms of voice, 250 needed
                by the stage interruption, docs/turn-taking.md#what-interrupts-the-agent
              after: user speaking over the agent 'thank' · reply audible"
  `);
});

test.each(['27.19', '27.19s', '27190ms'])('"%s" is a time', async (at) => {
  expect(await run([INTERRUPTED, at])).toContain('27.190s');
});

test('between two steps, shows both', async () => {
  expect((await run([INTERRUPTED, '6s'])).match(/^ *\d+\.\d+s/gmu)?.map((time) => time.trim())).toEqual([
    '4.724s',
    '6.346s',
  ]);
});

test.each([
  ['interruption', '27.2s', 'not interrupted: 160 ms of voice, 250 needed'],
  ['interruption', '6.5s', 'not interrupted: the agent was not replying'],
  ['interruption', '20s', 'not interrupted: nobody spoke over the agent'],
  ['turn', '7s', 'waits: segment 0 is still open'],
  ['turn', '20s', 'no turn: no words of the user awaited their commit'],
  ['answer', '17.1s', 'waits: the model has sent no text, 0.03 s so far'],
  ['speech', '5s', 'no speech: a probability of '],
  ['speech', '7s', 'the user was speaking already'],
])('--why-not %s at %s', async (event, at, reason) => {
  expect(await run([INTERRUPTED, at, '--why-not', event])).toContain(reason);
});

test('an event that did happen has the reason for which it did', async () => {
  expect(await run([INTERRUPTED, '27.286s', '--why-not', 'interruption'])).toMatchInlineSnapshot(`
    " 27.286s  it did happen: interrupted: 256 ms of voice, 250 needed
              by the stage interruption, docs/turn-taking.md#what-interrupts-the-agent"
  `);
});

test('--json prints the steps', async () => {
  const steps = JSON.parse(await run([INTERRUPTED, '27.286s', '--json'])) as { readonly decisions: object[] }[];
  expect(steps.flatMap(({ decisions }) => decisions)).toContainEqual({
    kind: 'cut',
    text: 'the utterance u2.0 is cut',
    reason: {
      by: 'interruption',
      rule: 'turn-taking.md#what-interrupts-the-agent',
      text: 'interrupted: 256 ms of voice, 250 needed',
      numbers: { voicedMs: 256, neededMs: 250 },
    },
  });
});

test('lines fit the terminal', async () => {
  const lines = (await run([INTERRUPTED], 60)).split('\n');
  expect(lines.filter((line) => line.length > 60 && line.trim().includes(' '))).toEqual([]);
});

test.each([
  ['no recording', [], 'explain: expected one recording and a time, got 0 arguments'],
  ['two times', [INTERRUPTED, '1', '2'], 'explain: expected one recording and a time, got 3 arguments'],
  ['something else than a time', [INTERRUPTED, 'noon'], 'explain: expected a time such as 12.3s, got "noon"'],
  ['a time after the end', [INTERRUPTED, '100s'], 'explain: expected a time within the '],
  [
    'an unknown event',
    [INTERRUPTED, '1s', '--why-not', 'noise'],
    'explain: expected --why-not with one of interruption, turn, answer, speech, got "noise"',
  ],
  ['an event without a time', [INTERRUPTED, '--why-not', 'turn'], 'explain: expected a time with --why-not'],
])('%s is refused', async (_what, args, message) => {
  await expect(explainCommand.run(args, terminal())).rejects.toMatchObject({
    code: 'usage_invalid',
    message: expect.stringContaining(message) as string,
  });
});

describe('every decision of a recording', () => {
  const recordings = readdirSync('test/recordings').filter((file) => file.endsWith('.jsonl'));
  test.each(recordings)('of %s has a reason, with a rule that the docs have', async (file) => {
    const steps = await explain(await readRecording(`test/recordings/${file}`));
    const reasons = steps.flatMap(({ decisions, waits }) => [...decisions.map(({ reason }) => reason), ...waits]);
    expect(reasons.length).toBeGreaterThan(20);
    expect(reasons.filter(({ text }) => text === '')).toEqual([]);
    expect([...new Set(reasons.map(({ rule }) => rule))].filter((rule) => !isInDocs(rule))).toEqual([]);
  });
});

/** Returns whether a heading of the docs has this anchor. */
function isInDocs(rule: string): boolean {
  const [page = '', anchor] = rule.split('#');
  const headings = readFileSync(`docs/${page}`, 'utf8').match(/^#+ .+$/gmu) ?? [];
  return headings.some((heading) => toAnchor(heading) === anchor);
}

function toAnchor(heading: string): string {
  const words = heading.replace(/^#+ /u, '').toLowerCase();
  return words.replaceAll(/[^\w\- ]/gu, '').replaceAll(' ', '-');
}
