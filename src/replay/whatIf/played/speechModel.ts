import {
  concatWith,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  NEVER,
  tap,
  throwError,
  timer,
  type Observable,
} from 'rxjs';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import type { Head } from '../../../record/format.ts';
import { fromTimes } from '../fromTimes.ts';
import type { ModelResponse, RecordedModelEvents } from '../recorded/modelEvents.ts';
import type { Run } from './run.ts';

/** Creates a speech model that answers each input with the recorded events, after their recorded delays. */
export function createSpeechModel(
  { recorded, clock, modelInputs }: Pick<Run, 'recorded' | 'clock' | 'modelInputs'>,
  port: NonNullable<Head['ports']['speechModel']>,
): SpeechToSpeech {
  const { modelEvents } = recorded;
  const play = ({ events }: Pick<ModelResponse, 'events'>, fromMs: number): Observable<SpeechModelEvent> =>
    fromTimes(
      events.map(({ atMs, event }) => ({ atMs: fromMs + atMs, event })),
      clock,
    ).pipe(map(({ event }) => event));
  return {
    ...port,
    converse: (inputs) =>
      defer(() => {
        const answers = new Answers(modelEvents);
        const answered = inputs.pipe(
          tap((input) => modelInputs.note(input, clock.now())),
          mergeMap((input) => {
            const response = answers.to(input);
            return response === undefined ? EMPTY : play(response, clock.now());
          }),
          // Of a run that stops, what follows the last input is unknown.
          filter((event) => clock.now() < recorded.endMs && !answers.isCancelled(event)),
        );
        const others = play({ events: modelEvents.others }, 0);
        return merge(answered, others.pipe(concatWith(NEVER)), failing(modelEvents, clock));
      }),
  };
}

function failing({ failure }: RecordedModelEvents, clock: Run['clock']): Observable<never> {
  if (failure === null) return EMPTY;
  return timer(failure.atMs, clock).pipe(mergeMap(() => throwError(() => new Error(failure.message))));
}

/** The recorded answers that are left. */
class Answers {
  #responses: readonly ModelResponse[];
  #words: readonly ModelResponse[];
  readonly #cancelled = new Set<number>();

  constructor({ responses, words }: RecordedModelEvents) {
    this.#responses = responses;
    this.#words = words;
  }

  /** Returns the recorded answer to an input, once; undefined for an input without an answer. */
  to(input: SpeechModelInput): ModelResponse | undefined {
    if (input.kind === 'cancel') this.#cancelled.add(input.turn);
    if (input.kind === 'commit') {
      const words = this.#words.find(({ turn }) => turn === input.turn);
      this.#words = this.#words.filter((other) => other !== words);
      return words;
    }
    if (input.kind !== 'respond' && input.kind !== 'say') return undefined;
    const response = this.#responses.find(({ turn }) => turn === input.turn);
    this.#responses = this.#responses.filter((other) => other !== response);
    return response;
  }

  /** Returns whether an event belongs to a reply that was cancelled. Its usage is still reported. */
  isCancelled(event: SpeechModelEvent): boolean {
    const isOfReply = event.kind !== 'usage' && event.kind !== 'words' && event.kind !== 'words_failed';
    return isOfReply && 'turn' in event && this.#cancelled.has(event.turn);
  }
}
