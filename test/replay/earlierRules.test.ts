import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readRecording } from '../../src/record/read.ts';
import { RULE_VERSIONS } from '../../src/record/ruleVersions.ts';
import type { Recording } from '../../src/record/format.ts';
import { replay } from '../../src/replay/replay.ts';
import { warningsOf } from '../../src/replay/warnings.ts';
import { createTestSession } from '../support/testSession.ts';
import { DIFFERENCES } from './earlier/differences.ts';
import { EARLIER, type EarlierSession } from './earlier/sessions.ts';

/**
 * Recorded before words decided: over an answer, the user says "mhm" and "at eight", and after it "thank you". All three were one
 * message then.
 */
const earlier = await readRecording(join(import.meta.dirname, 'earlier/remarks.jsonl'));

const withRules = (rules: Recording['head']['rules']): Recording => ({ ...earlier, head: { ...earlier.head, rules } });

const RULES = /^it was recorded under version 1 of the turn-taking rules, and this is version 4, /u;
const LISTS = /^it was recorded with other built-in phrase lists/u;

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

/** A turn model was not asked about words that stand still: what it would have said is in no recording. */
it.each(['unfinished-number', 'unfinished-name', 'unfinished-list'])(
  'a session recorded under rules 3, %s, is replayed as it was, and waits longer today',
  async (name) => {
    const recording = await readRecording(join(import.meta.dirname, `earlier/${name}.jsonl`));
    const committed = recording.lines.find((line) => 'out' in line && line.out === 'userTurn')?.t ?? 0;
    expect((await replay(recording)).difference).toBeNull();
    const { clock, when } = createTestSession((EARLIER[name] as EarlierSession).options);
    await clock.run(14_000);
    expect(when('user_message_added')[0]).toBeGreaterThan(committed + 3000);
  },
);

it.each(['failed-model', 'failed-voice', 'failed-filler'])(
  'a session recorded under rules 3, %s, is replayed as it was: no message about the failure was set',
  async (name) => {
    const recording = await readRecording(join(import.meta.dirname, `earlier/${name}.jsonl`));
    expect((await replay(recording)).difference).toBeNull();
    const { options } = EARLIER[name] as EarlierSession;
    const { clock, history } = createTestSession({
      ...options,
      config: { ...options.config, on_failure_message: 'Sorry?' },
      ...(options.tts && { tts: { utterances: [...(options.tts.utterances ?? [options.tts]), {}] } }),
    });
    await clock.run(14_000);
    expect(history().at(-1)).toContain('Sorry?');
  },
);

describe.each(DIFFERENCES)(
  'a session recorded under rules $rules.0, $name',
  ({ name, rules: [, next], recorded, replayed, today }) => {
    const { options, splice } = EARLIER[name] as EarlierSession;

    it(`is replayed up to the point where rules ${next} decide differently`, async () => {
      const recording = await readRecording(join(import.meta.dirname, `earlier/${name}.jsonl`));
      const { difference } = await replay(recording, { splice: splice?.() ?? {} });
      expect(difference).toMatchObject({ recorded, replayed });
    });

    it('is a different conversation today', async () => {
      const { clock, history } = createTestSession({ ...options, options: { splice: splice?.() ?? {} } });
      await clock.run(14_000);
      expect(history().slice(-today.length)).toEqual(today);
    });
  },
);
