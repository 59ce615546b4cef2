import type { Issue } from '../../src/core/errors.ts';
import { normalizeEmotion, isKnownEmotion } from './emotions.ts';
import { isLegacyModel } from './settings.ts';
import type { FilledCartesiaTts } from './settings.ts';

/**
 * What Cartesia itself no longer honours of `settings`, although it is sent; paths are relative to them. `expected` is what
 * it does honour.
 */
export function findUnsupportedCartesiaTts(settings: FilledCartesiaTts): readonly Issue[] {
  return [...checkVoice(settings), ...checkEmotions(settings)];
}

function checkVoice({ voice: got }: FilledCartesiaTts): readonly Issue[] {
  if (typeof got === 'string') return [];
  const expected = 'the id of a voice: Cartesia has taken no vectors since 2026-06-01';
  return [{ path: 'voice', expected, got: `${got.length} numbers` }];
}

/** The legacy wire carries all tags as they are; models from `sonic-3` on go by the first, without its level. */
function checkEmotions({ emotion, model: served }: FilledCartesiaTts): readonly Issue[] {
  if (emotion === null || isLegacyModel(served)) return [];
  return emotion.flatMap((got, at) => {
    const expected = describeSupport(got, at === 0);
    return expected === null ? [] : [{ path: `emotion[${at}]`, expected, got }];
  });
}

/** What Cartesia itself honours in place of a tag; null where that is all of it. */
function describeSupport(tag: string, isFirst: boolean): string | null {
  if (!isFirst) return 'one emotion at most with a model from sonic-3 on';
  if (!isKnownEmotion(tag)) return 'an emotion that Cartesia is known to take';
  return tag.includes(':') ? `${normalizeEmotion(tag)}, without a level, with a model from sonic-3 on` : null;
}
