import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { listRules, RULES } from '../../src/cli/test/rules.ts';
import { defineFunction } from '../../src/session/agent.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { recorder } from '../replay/record.ts';

const OPENED =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';
/** The user asks; the agent speaks from about 1.6 s on. */
const ASKS = { voice: [{ atMs: 320, forMs: 640 }], says: ['tell me'], llm: [OPENED, 'Yes?', 'Good.'] };
const over = (atMs: number, forMs: number, text: string): TestSessionOptions => ({
  ...ASKS,
  voice: [...ASKS.voice, { atMs, forMs }],
  says: [...ASKS.says, text],
});
const book = (execute: () => unknown, background = false): TestSessionOptions => ({
  ...ASKS,
  llm: [{ calls: [{ name: 'book' }] }, 'Done.'],
  agent: {
    functions: { book: defineFunction({ description: 'Books', parameters: z.object({}), background, execute }) },
  },
});

async function shown(
  options: TestSessionOptions,
  play: (session: TestSession) => void = () => undefined,
): Promise<readonly string[]> {
  const record = recorder();
  const made = createTestSession({ ...options, options: { record } });
  play(made);
  await made.clock.run(20_000);
  made.session.close('ended_by_api');
  await made.clock.advance(1000);
  return listRules(record.recording()).map((n) => RULES[n]?.title ?? '');
}

const SHOWN: readonly (readonly [string, TestSessionOptions, ((session: TestSession) => void)?])[] = [
  [
    'Speech ends when the microphone is muted, or audio stops',
    over(5024, 640, 'wait'),
    ({ io, clock }) => void clock.schedule(() => io.user.muted.next(true), 5300),
  ],
  [
    'Speech after a pause belongs to the turn',
    { ...over(320 + 640 + 600, 640, 'about it'), config: { min_endpointing_delay: 0.9 } },
  ],
  ['Without words there is no turn', over(12_000, 300, '')],
  ['A slow recogniser does not block a turn', { ...ASKS, says: [{ text: 'tell me', answer: 'none' as const }] }],
  [
    'Typed text is committed at once',
    ASKS,
    ({ io, clock }) => void clock.schedule(() => io.user.text.next('hello'), 15_000),
  ],
  ['The words decide whether a turn has ended', { ...ASKS, config: { turn_detection: { provider: 'text' } } }],
  ['A reply waits while the user speaks', { ...over(1600, 640, ''), llmBehaviour: { firstTokenMs: 400 } }],
  [
    'New words supersede a reply that is not heard yet',
    { ...over(1600, 640, 'and so on'), llmBehaviour: { firstTokenMs: 900 } },
  ],
  ['The user interrupts the agent', over(3008, 800, 'wait please')],
  [
    'A phrase interrupts at once',
    { ...over(3008, 400, 'stop'), config: { interrupt_phrases: 'default' }, stt: { msPerWord: 200 } },
  ],
  ['An echo is ignored', { ...over(1920, 1504, 'We opened in nineteen eighty'), config: { ignore_echo: true } }],
  ['After an interruption without words the agent resumes', over(3008, 800, '')],
  ['A remark over the agent is answered after it', over(3008, 320, 'at eight')],
  ['A backchannel does not interrupt', over(3008, 320, 'mhm')],
  ['The history keeps what was heard of a cut reply', over(3008, 800, 'wait please')],
  ['A function is called', book(() => 'yes')],
  ['A function fails, or takes too long', book(() => Promise.reject(new Error('no table')))],
  ['A function runs in the background', book(() => new Promise(() => {}), true)],
  ['The handler fails, or takes too long', { ...ASKS, llm: [{ text: OPENED, failAfterTokens: 2 }] }],
  ['Speech to text or text to speech fails', { ...ASKS, tts: { failAfterChars: 20 } }],
  [
    'A filler is said while an answer is slow',
    { ...ASKS, config: { filler: 'One moment.' }, llmBehaviour: { firstTokenMs: 4000 } },
  ],
  [
    'A silent user is spoken to',
    { ...ASKS, config: { user_away_timeout: 2 }, agent: { on_user_away: () => 'Still there?' } },
  ],
];

describe('a rule of turn-taking is exercised', () => {
  test.each(SHOWN.map(([title, options, play]) => ({ title, options, play })))(
    '$title',
    async ({ title, options, play }) => {
      expect(await shown(options, play)).toContain(title);
      expect(await shown(ASKS)).not.toContain(title);
    },
  );

  test('by one turn: speech starts and ends, and is a turn', async () => {
    expect(await shown(ASKS)).toEqual(['Speech starts with voice', 'Speech ends after silence', 'A turn is committed']);
  });

  test('and has its section on the page', async () => {
    const page = await readFile(join(import.meta.dirname, '../../docs/turn-taking.md'), 'utf8');
    const anchors = [...page.matchAll(/^#{2,3} (.*)$/gmu)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/gu, '')
        .replaceAll(/\s/gu, '-'),
    );
    expect(RULES.filter(({ section }) => !anchors.includes(section))).toEqual([]);
  });
});
