import { alignText } from '../../core/alignText.ts';
import type { Transcript } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { setUser, type Draft } from './draft.ts';

/**
 * Takes the words of a transcript that are new: those behind the interims of its segment that were committed before their
 * final came. Finals are compared with each word once: what they repeat after that was said again.
 */
export function takeNewWords(draft: Draft, { kind, segment, text }: Transcript): string {
  const { closed } = draft.floor.user;
  const committed = joinText(...closed.filter((one) => one.segment === segment).map(({ interim }) => interim));
  if (committed === '') return text.trim();
  const { missing, beyond } = alignText(committed, text);
  if (kind === 'final') setAwaited(draft, segment, missing);
  return beyond;
}

/** Replaces the committed words of a segment whose final has not come. */
function setAwaited(draft: Draft, segment: number, words: string): void {
  const { closed } = draft.floor.user;
  const latest = closed.findLastIndex((one) => one.segment === segment);
  setUser(draft, {
    closed: closed.map((one, at) => (one.segment === segment ? { ...one, interim: at === latest ? words : '' } : one)),
  });
}
