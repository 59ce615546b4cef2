import { alignText } from '../../core/alignText.ts';
import type { Transcript } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { setUser, type OpenStep } from './openStep.ts';
import type { User } from './user.ts';

/**
 * Takes the new words of a transcript: those after the interims of its segment that were committed before their final
 * came. Finals are compared with each committed word once; a later repetition was said again.
 */
export function takeNewWords(step: OpenStep, { kind, segment, text }: Transcript): string {
  const committed = committedWords(step.floor.user, segment);
  if (committed === '') return text.trim();
  const { missing, beyond } = alignText(committed, text);
  if (kind === 'final') setAwaited(step, segment, missing);
  return beyond;
}

/** Returns the words of a segment that were committed before their final came. */
function committedWords({ closed, lastClosed }: User, segment: number): string {
  let words = '';
  if (segment > lastClosed) return words;
  for (const one of closed) if (one.segment === segment) words = joinText(words, one.interim);
  return words;
}

/** Replaces the committed words of a segment whose final is missing. */
function setAwaited(step: OpenStep, segment: number, words: string): void {
  const { closed } = step.floor.user;
  const latest = closed.findLastIndex((one) => one.segment === segment);
  setUser(step, {
    closed: closed.map((one, at) => (one.segment === segment ? { ...one, interim: at === latest ? words : '' } : one)),
  });
}
