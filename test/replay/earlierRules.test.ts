import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/record/read.ts';
import { RULE_VERSIONS } from '../../src/record/ruleVersions.ts';
import type { Recording } from '../../src/record/format.ts';
import { replay } from '../../src/replay/replay.ts';
import { warningsOf } from '../../src/replay/warnings.ts';

/**
 * Recorded before words decided: over an answer, the user says "mhm" and "at eight", and after it "thank you". All three were one
 * message then.
 */
const earlier = await readRecording(join(import.meta.dirname, 'earlier/remarks.jsonl'));

const withRules = (rules: Recording['head']['rules']): Recording => ({ ...earlier, head: { ...earlier.head, rules } });

const RULES = /^it was recorded under the rules of turn-taking 1, and these are 2: /u;
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
