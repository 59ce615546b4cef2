import type { Issue } from '../../src/core/errors.ts';
import { emotionOf } from './emotions.ts';
import { versionOf } from './generation.ts';
import type { FilledCartesiaTts } from './settings.ts';

/** What Cartesia no longer honours of `settings`; paths are relative to them. `expected` is what it does honour. */
export function cartesiaTtsRemarks(settings: FilledCartesiaTts): readonly Issue[] {
  return [...voice(settings), ...emotions(settings)];
}

function voice({ voice: got }: FilledCartesiaTts): readonly Issue[] {
  if (typeof got === 'string') return [];
  const expected = 'the id of a voice: Cartesia has taken no vectors since 2026-06-01';
  return [{ path: 'voice', expected, got: `${got.length} numbers` }];
}

/** Today's wire carries one emotion, without a level; the legacy wire carries them all as they are. */
function emotions(settings: FilledCartesiaTts): readonly Issue[] {
  const { emotion } = settings;
  if (emotion === null || versionOf(settings) !== '2026-03-01') return [];
  const first = emotion.findIndex((tag) => emotionOf(tag) !== null);
  return emotion.flatMap((got, at) => {
    const expected = honoured(got, at === first);
    return expected === null ? [] : [{ path: `emotion[${at}]`, expected, got }];
  });
}

/** What is honoured of one tag instead; null where all of it is. */
function honoured(tag: string, isFirst: boolean): string | null {
  const known = emotionOf(tag);
  if (known === null) return 'an emotion that Cartesia knows';
  if (!isFirst) return 'one emotion at most';
  return tag.includes(':') ? `${known}, without a level` : null;
}
