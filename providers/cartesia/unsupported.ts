import type { Issue } from '../../src/core/errors.ts';
import { normalizeEmotion, isKnownEmotion } from './emotions.ts';
import { isLegacyModel, type FilledCartesiaTts } from './settings.ts';

/** Finds settings that are sent but that Cartesia now ignores. */
export function findUnsupportedCartesiaTts(settings: FilledCartesiaTts): readonly Issue[] {
  return [...findIgnoredVoice(settings), ...findIgnoredEmotions(settings)];
}

function findIgnoredVoice({ voice: got }: FilledCartesiaTts): readonly Issue[] {
  if (typeof got === 'string') return [];
  const expected = 'the id of a voice: Cartesia has ignored vectors since 2026-06-01';
  return [{ path: 'voice', expected, got: `${got.length} numbers` }];
}

/** Finds ignored emotions. Models from `sonic-3` on use only the first, without its level. */
function findIgnoredEmotions({ emotion, model }: FilledCartesiaTts): readonly Issue[] {
  if (emotion === null || isLegacyModel(model)) return [];
  return emotion.flatMap((got, at) => {
    const expected = describeSupport(got, at === 0);
    return expected === null ? [] : [{ path: `emotion[${at}]`, expected, got }];
  });
}

/** Describes what Cartesia honours instead of a tag; null if it honours the tag. */
function describeSupport(tag: string, isFirst: boolean): string | null {
  if (!isFirst) return 'at most one emotion with a model from sonic-3 on';
  if (!isKnownEmotion(tag)) return 'an emotion that Cartesia lists';
  return tag.includes(':') ? `${normalizeEmotion(tag)}, without a level, with a model from sonic-3 on` : null;
}
