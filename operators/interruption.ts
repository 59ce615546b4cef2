import { map, merge, type Observable, type OperatorFunction } from 'rxjs';
import type { Phrases } from '../src/core/phrases/createPhrases.ts';
import type { Interruption, Transcript, VadEvent } from '../src/core/speech.ts';
import { scanArrays } from '../src/stream/mapArrays.ts';
import {
  initialState,
  updateInterruption,
  type InterruptionInput,
  type InterruptionRules,
} from './interruption/interruptionState.ts';
import type { WordRules } from './interruption/spokenSegment.ts';

export interface InterruptionOptions {
  /** The user's words, while they speak. */
  readonly transcript: Observable<Transcript>;
  /** True from the first sample of the agent that is sent until the last one is played or cleared. */
  readonly agentAudible: Observable<boolean>;
  /** Whether the user can interrupt. @default true */
  readonly allow?: boolean | undefined;
  /** Voiced time that interrupts, in ms of audio. Pauses shorter than `pauseMs` do not reset it. @default 500 */
  readonly minSpeechMs?: number | undefined;
  /** Shortest pause that resets the voiced time, in ms of audio. @default 160 */
  readonly pauseMs?: number | undefined;
  /** Number of words that interrupt, counted over segments at most 2 s apart; 0: words are not required. @default 0 */
  readonly minWords?: number | undefined;
  /** Decides which words are backchannels and do not count, and which interrupt with 0.25 s of voice. Default: none. */
  readonly phrases?:
    | (Pick<Phrases, 'isBackchannel' | 'isInterruptPhrase'> &
        Partial<Pick<Phrases, 'mayBecomeBackchannel' | 'beginsWithInterruptPhrase'>>)
    | undefined;
}

/**
 * Emits when the user, speaking over the agent, has voiced enough and said enough words. Emits once per segment, and
 * again with each further word of it, so that a subscriber that ignored the first event can decide again. Words and
 * voice add up over segments with words that follow each other within 2 s; noises never add up. Uses audio time, so it
 * needs no scheduler. The options are read at each event, so they may be getters. Completes when activity, transcript
 * and audibility have completed.
 *
 * ```text
 * agentAudible  t-------------
 * activity      --s--a--b--c-e    a 320, b 480, c 512 ms of voice
 * interruption  -----------v--
 * ```
 *
 * @example
 * ```ts
 * import type { Transcript, VadEvent } from 'antiphon';
 * import { interruption } from 'antiphon/operators';
 * import type { Observable } from 'rxjs';
 *
 * declare const activity: Observable<VadEvent>;
 * declare const inputs: { readonly transcript: Observable<Transcript>; readonly agentAudible: Observable<boolean> };
 * activity.pipe(interruption({ ...inputs, minWords: 2 })).subscribe(({ words }) => console.log('stop', words));
 * ```
 */
export function interruption(options: InterruptionOptions): OperatorFunction<VadEvent, Interruption> {
  const { agentAudible, transcript } = options;
  const rules = createRules(options);
  return (activity) =>
    merge(
      agentAudible.pipe(map((audible): InterruptionInput => ({ kind: 'audible', audible }))),
      activity.pipe(map((event): InterruptionInput => ({ kind: 'activity', event }))),
      transcript.pipe(map((transcript): InterruptionInput => ({ kind: 'transcript', transcript }))),
    ).pipe(
      scanArrays(
        initialState,
        (state, input: InterruptionInput) => updateInterruption(state, input, rules),
        ({ interruptions }) => interruptions,
      ),
    );
}

function createRules(options: InterruptionOptions): InterruptionRules {
  return {
    get allow() {
      return options.allow ?? true;
    },
    get minSpeechMs() {
      return options.minSpeechMs ?? 500;
    },
    get pauseMs() {
      return options.pauseMs ?? 160;
    },
    get minWords() {
      return options.minWords ?? 0;
    },
    get phrases() {
      return options.phrases ?? noPhrases;
    },
  };
}

const noPhrases: WordRules = { isBackchannel: () => false, isInterruptPhrase: () => false };
