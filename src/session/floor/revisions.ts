import { alignText } from '../../core/alignText.ts';
import type { Transcript } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { setUser, type Draft } from './draft.ts';
import type { User } from './userState.ts';

/**
 * Takes the words of a transcript that are new: those behind the interims of its segment that were committed before their
 * final came. Finals are compared with each word once: what they repeat after that was said again.
 */
export function takeNewWords(draft: Draft, { kind, segment, text }: Transcript): string {
  const committed = committedWords(draft.floor.user, segment);
  if (committed === '') return text.trim();
  const { missing, beyond } = alignText(committed, text);
  if (kind === 'final') setAwaited(draft, segment, missing);
  return beyond;
}

/** The words of a segment that were committed before their final came. */
function committedWords({ closed, lastClosed }: User, segment: number): string {
  let words = '';
  if (segment > lastClosed) return words;
  for (const one of closed) if (one.segment === segment) words = joinText(words, one.interim);
  return words;
}

/** Replaces the committed words of a segment whose final has not come. */
function setAwaited(draft: Draft, segment: number, words: string): void {
  const { closed } = draft.floor.user;
  const latest = closed.findLastIndex((one) => one.segment === segment);
  setUser(draft, {
    closed: closed.map((one, at) => (one.segment === segment ? { ...one, interim: at === latest ? words : '' } : one)),
  });
}
