import type { PlayoutEvent, SpeechEvent, WordTiming } from 'antiphon';
import type { SessionOutput } from 'antiphon/record';
import { defer, filter, ignoreElements, merge, mergeMap, tap, type Observable } from 'rxjs';

/** What the agent says, word by word as it is played, and the end of each utterance. */
export type Saying =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'end'; readonly whole: boolean };

interface Utterance {
  readonly text: string;
  readonly words: readonly WordTiming[];
  /** Characters that were emitted. */
  readonly emitted: number;
}

const NOTHING: Utterance = { text: '', words: [], emitted: 0 };

/** Emits words when the caller has heard them. `sampleRate`: of the audio that the client plays. */
export function spokenWords({ speech, playout }: SessionOutput['edges'], sampleRate: number): Observable<Saying> {
  return defer(() => {
    const utterances = new Map<string, Utterance>();
    const note = (event: SpeechEvent): void => {
      const { utterance } = event;
      const { text, words, emitted } = utterances.get(utterance) ?? NOTHING;
      if (event.kind === 'text') utterances.set(utterance, { text: text + event.text, words, emitted });
      if (event.kind === 'words') utterances.set(utterance, { text, words: [...words, ...event.words], emitted });
    };
    const advance = (utterance: string, to: number): Saying | undefined => {
      const before = utterances.get(utterance) ?? NOTHING;
      const text = before.text.slice(before.emitted, to);
      // The space behind a sentence can become known after it: it comes with the next word.
      if (text.trim() === '') return undefined;
      utterances.set(utterance, { ...before, emitted: to });
      return { kind: 'words', text };
    };
    const toSayings = (event: PlayoutEvent): readonly (Saying | undefined)[] => {
      const { kind, utterance } = event;
      const known = utterances.get(utterance) ?? NOTHING;
      if (kind === 'played') return [advance(utterance, lengthOfHeard(known, (event.samples * 1000) / sampleRate))];
      if (kind !== 'stopped') return [];
      const rest = event.whole ? advance(utterance, known.text.length) : undefined;
      utterances.delete(utterance);
      return [rest, { kind: 'end', whole: event.whole }];
    };
    const sayings = playout.pipe(
      mergeMap(toSayings),
      filter((saying) => saying !== undefined),
    );
    return merge(speech.pipe(tap(note), ignoreElements()), sayings);
  });
}

/** Returns the length of the words that are over, with what follows them up to the next. */
function lengthOfHeard({ words }: Utterance, playedMs: number): number {
  const next = words.findIndex(({ endMs }) => endMs > playedMs);
  if (next === 0) return 0;
  const last = words.at(next < 0 ? -1 : next - 1);
  return words[next]?.from ?? last?.to ?? 0;
}
