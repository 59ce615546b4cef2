import { map, type Observable, type OperatorFunction } from 'rxjs';
import { scanArrays } from '../src/stream/mapArrays.ts';
import type { Phrases } from '../src/core/phrases/createPhrases.ts';
import type { Interruption, Transcript, VadEvent } from '../src/core/speech.ts';
import { addUp } from './interruption/addUp.ts';
import { measureVoice } from './interruption/segmentVoice.ts';
import {
  addTranscriptTo,
  createSpoken,
  isPhraseDue,
  withInterruption,
  withVoice,
  type SpokenSegment,
  type WordRules,
} from './interruption/spokenSegment.ts';
import { merge } from '../src/stream/merge.ts';

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
 * declare const words: { readonly transcript: Observable<Transcript>; readonly agentAudible: Observable<boolean> };
 * activity.pipe(interruption({ ...words, minWords: 2 })).subscribe(({ segment }) => console.log('stop', segment));
 * ```
 */
export function interruption(options: InterruptionOptions): OperatorFunction<VadEvent, Interruption> {
  const { agentAudible, transcript } = options;
  const rules = createRules(options);
  return (activity) =>
    merge(
      agentAudible.pipe(map((audible): Input => ({ kind: 'audible', audible }))),
      activity.pipe(map((event): Input => ({ kind: 'activity', event }))),
      transcript.pipe(map((transcript): Input => ({ kind: 'transcript', transcript }))),
    ).pipe(
      scanArrays(
        initialState,
        (state, input: Input) => update(state, input, rules),
        ({ interruptions }) => interruptions,
      ),
    );
}

type Input =
  | { readonly kind: 'audible'; readonly audible: boolean }
  | { readonly kind: 'activity'; readonly event: VadEvent }
  | { readonly kind: 'transcript'; readonly transcript: Transcript };

interface Rules {
  readonly allow: boolean;
  readonly minSpeechMs: number;
  readonly pauseMs: number;
  readonly minWords: number;
  readonly phrases: WordRules;
}

function createRules(options: InterruptionOptions): Rules {
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

/** The segments spoken over one speech of the agent; while it is silent, the voice of the latest segment. */
interface InterruptionState {
  readonly audible: boolean;
  readonly segments: readonly SpokenSegment[];
  readonly interruptions: readonly Interruption[];
}

const initialState: InterruptionState = { audible: false, segments: [], interruptions: [] };

function update(state: InterruptionState, input: Input, rules: Rules): InterruptionState {
  const before = withoutOutput(state);
  switch (input.kind) {
    case 'audible':
      return input.audible === before.audible ? before : startCounting(before, input.audible);
    case 'activity':
      return addVoice(before, input.event, rules);
    case 'transcript':
      return before.audible ? addWords(before, input.transcript, rules) : before;
  }
}

function withoutOutput(state: InterruptionState): InterruptionState {
  return state.interruptions.length === 0 ? state : { ...state, interruptions: [] };
}

/** Restarts the word count. The voice of the open segment continues to count. */
function startCounting({ segments }: InterruptionState, audible: boolean): InterruptionState {
  const kept = segments.slice(-1).map(({ segment, voice }) => createSpoken(segment, voice));
  return { audible, segments: kept, interruptions: [] };
}

function addVoice(state: InterruptionState, event: VadEvent, rules: Rules): InterruptionState {
  if (event.kind === 'truncated' || event.kind === 'ended') return state;
  const before = findSegment(state, event.segment);
  const spoken = before ?? createSpoken(event.segment);
  const voice = measureVoice(spoken.voice, event, rules.pauseMs);
  const silentMs = event.atMs - event.lastVoicedMs;
  if (voice === spoken.voice) return interruptByPhrase(state, spoken, { rules, silentMs }) ?? state;
  const grew = voice.voicedMs > (spoken.voice?.voicedMs ?? 0);
  const after = withVoice(spoken, voice, spoken.isOverAgent || (state.audible && grew));
  const next = withSegment(state, before, after);
  return interruptByPhrase(next, after, { rules, silentMs }) ?? (grew ? interruptByVoice(next, after, rules) : next);
}

function interruptByVoice(state: InterruptionState, by: SpokenSegment, rules: Rules): InterruptionState {
  return state.audible && !by.hasInterrupted ? interruptIfReached(state, by, rules) : state;
}

/** Returns an interruption if the words are an interrupt phrase that is due at this event; otherwise null. */
function interruptByPhrase(
  state: InterruptionState,
  by: SpokenSegment,
  { rules, silentMs }: { readonly rules: Rules; readonly silentMs: number },
): InterruptionState | null {
  return by.phrase !== null && state.audible && isPhraseDue(by, silentMs) ? interrupt(state, by, rules) : null;
}

function addWords(state: InterruptionState, transcript: Transcript, rules: Rules): InterruptionState {
  const before = findSegment(state, transcript.segment);
  const isBlank = transcript.text.trim() === '';
  if (isBlank && (transcript.kind === 'interim' || !before?.text.interim)) return state;
  const spoken = before ?? createSpoken(transcript.segment);
  const after = addTranscriptTo(spoken, transcript, rules.phrases);
  const next = withSegment(state, before, after);
  const isRepeated = transcript.kind === 'interim' && transcript.text === spoken.text.interim?.text;
  if (isRepeated || after.words === 0 || isBlank) return next;
  return isPhraseDue(after, 0) ? interrupt(next, after, rules) : interruptIfReached(next, after, rules);
}

function findSegment({ segments }: InterruptionState, segment: number): SpokenSegment | undefined {
  return segments.findLast((spoken) => spoken.segment === segment);
}

/** Replaces or adds a segment. Keeps only the latest while the agent is silent. */
function withSegment(
  { audible, segments }: InterruptionState,
  before: SpokenSegment | undefined,
  after: SpokenSegment,
): InterruptionState {
  const others = before === undefined ? [...segments, after] : segments.map((one) => (one === before ? after : one));
  return { audible, segments: audible ? others : [after], interruptions: [] };
}

/** Returns an interruption if the segment that just had voice or words reaches the thresholds. */
function interruptIfReached(state: InterruptionState, by: SpokenSegment, rules: Rules): InterruptionState {
  const { voicedMs, words } = addUp(state.segments, by);
  return voicedMs >= rules.minSpeechMs && words >= rules.minWords ? interrupt(state, by, rules) : state;
}

/** Emits an interruption if the segment was spoken over the agent. */
function interrupt(state: InterruptionState, by: SpokenSegment, { allow }: Rules): InterruptionState {
  if (!allow || !by.isOverAgent) return state;
  const segments = state.segments.map((one) => (one === by ? withInterruption(by) : one));
  return { ...state, segments, interruptions: [{ segment: by.segment, ...addUp(state.segments, by) }] };
}
