import { delay, mergeMap, of } from 'rxjs';

/** From the end of a sound to its final, as a recogniser that finds the ends of phrases itself: its wait, and its latency. */
const PHRASE_MS = 32;
const LATENCY_MS = 200;

/** Creates a recogniser that gives a final for each sound of a turn, while its segment goes on, and is done with a segment at its end. */
export function createStt({ says }, scheduler) {
  return {
    name: 'double',
    sampleRate: 16_000,
    finalTimeoutMs: 1000,
    interims: true,
    transcribe: (speech) => {
      let next = 0;
      let hasSound = false;
      let quietMs = 0;
      const emit = (event) => of(event).pipe(delay(LATENCY_MS, scheduler));
      return speech.pipe(
        mergeMap((input) => {
          const { kind, segment } = input;
          if (kind === 'audio') {
            const isQuiet = input.frame.samples.every((sample) => sample === 0);
            quietMs = isQuiet ? quietMs + (input.frame.samples.length * 1000) / input.frame.sampleRate : 0;
            hasSound ||= !isQuiet;
          }
          const isPhrase = hasSound && (quietMs >= PHRASE_MS || kind === 'end');
          if (isPhrase) hasSound = false;
          const text = isPhrase ? says[next++] : undefined;
          if (kind === 'end')
            return emit(text === undefined ? { kind: 'empty', segment } : { kind: 'final', segment, text });
          if (text !== undefined) return emit({ kind: 'final', segment, text, last: false });
          return [];
        }),
      );
    },
  };
}
