import { Subject } from 'rxjs';
import type { TextToSpeech } from '../../../core/ports.ts';
import { collectUtterance, type CollectedUtterance } from './collectUtterance.ts';

/** Collects an utterance whose text completes only when all of it is marked. */
export function collectOpenText(tts: TextToSpeech, pieces: readonly string[]): Promise<CollectedUtterance> {
  const text = new Subject<string>();
  const collected = collectUtterance(tts.synthesize(text), (event) => {
    if (event.kind === 'mark' && event.chars === pieces.join('').length) text.complete();
  });
  for (const piece of pieces) text.next(piece);
  return collected;
}
