import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readRecording } from '../../src/record/read.ts';
import { RULE_VERSIONS } from '../../src/record/ruleVersions.ts';
import type { Recording } from '../../src/record/format.ts';
import { replay } from '../../src/replay/replay.ts';
import { warningsOf } from '../../src/replay/warnings.ts';
import { createTestSession } from '../support/testSession.ts';
import { EARLIER, type EarlierSession } from './earlier/sessions.ts';

/**
 * Recorded before words decided: over an answer, the user says "mhm" and "at eight", and after it "thank you". All three were one
 * message then.
 */
const earlier = await readRecording(join(import.meta.dirname, 'earlier/remarks.jsonl'));

const withRules = (rules: Recording['head']['rules']): Recording => ({ ...earlier, head: { ...earlier.head, rules } });

const RULES = /^it was recorded under the rules of turn-taking 1, and these are 3: /u;
const LISTS = /^it was recorded with other built-in lists of phrases: /u;

test('a recording made under earlier rules says so, and shows where they decide otherwise', async () => {
  const { difference, picture } = await replay(earlier);
  expect(warningsOf(earlier, {})).toContainEqual(expect.stringMatching(RULES));
  expect(picture).toContain('at eight');
  expect(difference?.replayed).toMatchObject({ t: 8006 + 1200, out: 'userTurn', v: { text: 'at eight' } });
});

test('a recording made with other lists of phrases says so', () => {
  const warnings = warningsOf(withRules({ ...RULE_VERSIONS, phrases: 'other' }), {});
  expect(warnings).toContainEqual(expect.stringMatching(LISTS));
});

test('a recording made under the same rules has no warning', () => {
  const warnings = warningsOf(withRules(RULE_VERSIONS), {});
  expect(warnings.filter((warning) => RULES.test(warning) || LISTS.test(warning))).toEqual([]);
});

const LATE = { out: 'error', v: { code: 'late_transcript' } };
const FAILED = { out: 'error', v: { code: 'splice_failed' } };

describe.each([
  {
    name: 'splice-guard',
    recorded: FAILED,
    replayed: FAILED,
    today: ['user: it is 1234', 'assistant: Yes.', 'user: or ****', 'assistant: Right.'],
  },
  {
    name: 'splice-question',
    recorded: FAILED,
    replayed: FAILED,
    today: ['user: it is 1234', 'assistant: Yes.', 'user: or 5678', 'assistant: Right.'],
  },
  {
    name: 'splice-reply',
    recorded: FAILED,
    replayed: FAILED,
    today: ['user: it is 1234', 'user: or 5678', 'assistant: RIGHT.'],
  },
  {
    name: 'ahead-masked',
    recorded: { out: 'reply', v: { delta: 'Good.' } },
    replayed: { v: { code: 'slow_reply' } },
    today: ['user: my card is ****', 'assistant: Fine.'],
  },
  {
    name: 'ahead-unchanged',
    recorded: { out: 'reply', v: { delta: 'Fine.' } },
    replayed: { v: { code: 'slow_reply' } },
    today: ['user: my card is 4111', 'assistant: Fine.'],
  },
  {
    name: 'ahead-longer',
    recorded: { out: 'reply', v: { delta: 'Well.' } },
    replayed: { v: { code: 'slow_reply' } },
    today: ['user: my card is ****', 'assistant: Fine.'],
  },
  {
    name: 'late-answer',
    recorded: LATE,
    replayed: { out: 'userTurn', v: { text: 'yeah the other one' } },
    today: ['user: yeah the other one', 'assistant: Which one?'],
  },
  {
    name: 'late-greeting',
    recorded: LATE,
    replayed: { out: 'userTurn', v: { text: 'hello a table for two' } },
    today: ['user: hello a table for two', 'assistant: For two.'],
  },
  {
    name: 'late-interruption',
    recorded: LATE,
    replayed: { out: 'userTurn', v: { text: 'mhm not that' } },
    today: ['user: mhm not that', 'assistant: Well?'],
  },
  {
    name: 'think-answer',
    recorded: { out: 'reply', v: { delta: expect.stringContaining('<think>') } },
    replayed: { out: 'reply', v: { delta: 'It' } },
    today: ['user: tell me', 'assistant: It is noon.'],
  },
  {
    name: 'think-twice',
    recorded: { out: 'reply', v: { delta: expect.stringContaining('<think>') } },
    replayed: { out: 'reply', v: { delta: 'It' } },
    today: ['user: tell me', 'assistant: It is noon.'],
  },
  {
    name: 'think-open',
    recorded: { out: 'reply', v: { delta: expect.stringContaining('<think>') } },
    replayed: { out: 'reply', v: { delta: ' ' } },
    today: ['user: tell me', 'assistant: It is noon.'],
  },
  {
    name: 'empty-dots',
    recorded: { out: 'command', v: { kind: 'start' } },
    replayed: { out: 'metrics' },
    today: ['user: tell me'],
  },
  {
    name: 'empty-dash',
    recorded: { out: 'command', v: { kind: 'start' } },
    replayed: { out: 'metrics' },
    today: ['user: tell me'],
  },
  {
    name: 'empty-emoji',
    recorded: { out: 'ended' },
    replayed: { out: 'error' },
    today: ['user: tell me'],
  },
  {
    name: 'unspaced-ja',
    recorded: { out: 'userTurn', v: { text: '今日は 天気がいい' } },
    replayed: { out: 'userTurn', v: { text: '今日は天気がいい' } },
    today: ['user: 今日は天気がいい', 'assistant: OK.'],
  },
  {
    name: 'unspaced-zh',
    recorded: { out: 'userTurn', v: { text: '我想 订一张桌子' } },
    replayed: { out: 'userTurn', v: { text: '我想订一张桌子' } },
    today: ['user: 我想订一张桌子', 'assistant: OK.'],
  },
  {
    name: 'unspaced-th',
    recorded: { out: 'userTurn', v: { text: 'สวัสดี ครับ' } },
    replayed: { out: 'userTurn', v: { text: 'สวัสดีครับ' } },
    today: ['user: สวัสดีครับ', 'assistant: OK.'],
  },
])('a session recorded under rules 2, $name', ({ name, recorded, replayed, today }) => {
  const { options, splice } = EARLIER[name] as EarlierSession;

  it('is replayed up to the point where rules 3 decide differently', async () => {
    const recording = await readRecording(join(import.meta.dirname, `earlier/${name}.jsonl`));
    const { difference } = await replay(recording, { splice: splice?.() ?? {} });
    expect(difference).toMatchObject({ recorded, replayed });
  });

  it('is a different conversation today', async () => {
    const { clock, history } = createTestSession({ ...options, options: { splice: splice?.() ?? {} } });
    await clock.run(14_000);
    expect(history().slice(-today.length)).toEqual(today);
  });
});
