import { expect, test } from 'vitest';
import type { OutLine } from '../../src/record/format.ts';
import { firstDifference } from '../../src/replay/exact/compare.ts';

const reported = (code: string): OutLine => ({ t: 0, out: 'error', v: { code } }) as unknown as OutLine;

test('a replay does not differ because a model has come nearer to its end, or has been replaced', () => {
  expect(firstDifference([reported('model_ends')], [])).toBeNull();
  expect(firstDifference([], [reported('model_ends')])).toBeNull();
  expect(firstDifference([reported('stt_timeout')], [])).not.toBeNull();
});
