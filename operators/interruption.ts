import { map, type Observable, type OperatorFunction } from 'rxjs';
import { scanArrays } from '../src/stream/mapArrays.ts';
import type { Phrases } from '../src/core/phrases/createPhrases.ts';
import type { Interruption, Transcript, VadEvent } from '../src/core/speech.ts';
import { addUp } from './interruption/addUp.ts';
import { measureVoice } from './interruption/segmentVoice.ts';
import {
  addTranscriptTo,
  createSpoken,
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
  /** False: the user cannot interrupt. @default true */
  readonly allow?: boolean | undefined;
  /** Voiced time that interrupts, in ms of audio. Pauses shorter than `pauseMs` do not reset it. @default 500 */
  readonly minSpeechMs?: number | undefined;
  /** Shortest pause that resets the voiced time, in ms of audio. @default 160 */
  readonly pauseMs?: number | undefined;
  /** Words needed, of segments that are at most 2 s apart; 0: none. @default 0 */
  readonly minWords?: number | undefined;
  /** Decides which words are backchannels, which do not count, and which interrupt at once. Default: none are. */
  readonly phrases?: Pick<Phrases, 'isBackchannel' | 'isInterruptPhrase'> | undefined;
}

/**
 * Emits when the user, speaking over the agent, has voiced enough and said enough words: once per segment, and again with
 * each further word of it, so that a subscriber that ignored the first can decide again. Words add up over segments that
 * follow each other within 2 s, and so does their voice; noises never do. Time is audio time: it needs no scheduler.
 * The rules are read at each event: they may be getters. Completes when activity, transcript and audibility have completed.
 *
 * ```text
 * agentAudible  t-------------
 * activity      --s--a--b--c-e    a 320, b 480, c 512 ms of voice
 * interruption  -----------v--
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

/** Starts to count words anew; the voice of the open segment continues. */
function startCounting({ segments }: InterruptionState, audible: boolean): InterruptionState {
  const kept = segments.slice(-1).map(({ segment, voice }) => createSpoken(segment, voice));
  return { audible, segments: kept, interruptions: [] };
}

function addVoice(state: InterruptionState, event: VadEvent, rules: Rules): InterruptionState {
  if (event.kind === 'truncated' || event.kind === 'ended') return state;
  const before = findSegment(state, event.segment);
  const spoken = before ?? createSpoken(event.segment);
  const voice = measureVoice(spoken.voice, event, rules.pauseMs);
  if (voice === spoken.voice) return state;
  const grew = voice.voicedMs > (spoken.voice?.voicedMs ?? 0);
  if (!state.audible || !grew) return withSegment(state, before, withVoice(spoken, voice, spoken.isOverAgent));
  const after = withVoice(spoken, voice, true);
  const next = withSegment(state, before, after);
  return after.hasInterrupted ? next : interruptIfReached(next, after, rules);
}

function addWords(state: InterruptionState, transcript: Transcript, rules: Rules): InterruptionState {
  if (transcript.text.trim() === '') return state;
  const before = findSegment(state, transcript.segment);
  const spoken = before ?? createSpoken(transcript.segment);
  const after = addTranscriptTo(spoken, transcript, rules.phrases);
  const next = withSegment(state, before, after);
  const isRepeated = transcript.kind === 'interim' && transcript.text === spoken.text.interim?.text;
  if (isRepeated || after.words === 0) return next;
  return rules.phrases.isInterruptPhrase(after.text.text)
    ? interrupt(next, after, rules)
    : interruptIfReached(next, after, rules);
}

function findSegment({ segments }: InterruptionState, segment: number): SpokenSegment | undefined {
  return segments.findLast((spoken) => spoken.segment === segment);
}

/** Replaces a segment, or adds one that is new. While the agent is silent, only the latest is kept. */
function withSegment(
  { audible, segments }: InterruptionState,
  before: SpokenSegment | undefined,
  after: SpokenSegment,
): InterruptionState {
  const others = before === undefined ? [...segments, after] : segments.map((one) => (one === before ? after : one));
  return { audible, segments: audible ? others : [after], interruptions: [] };
}

/** Emits an interruption if the segment that was just voiced, or brought words, reaches the thresholds. */
function interruptIfReached(state: InterruptionState, by: SpokenSegment, rules: Rules): InterruptionState {
  const { voicedMs, words } = addUp(state.segments, by);
  return voicedMs >= rules.minSpeechMs && words >= rules.minWords ? interrupt(state, by, rules) : state;
}

/** Emits an interruption if the segment was spoken over the agent. */
function interrupt(state: InterruptionState, by: SpokenSegment, { allow }: Rules): InterruptionState {
  if (!allow || !by.isOverAgent) return state;
  const segments = state.segments.map((one) => (one === by ? { ...by, hasInterrupted: true } : one));
  return { ...state, segments, interruptions: [{ segment: by.segment, ...addUp(state.segments, by) }] };
}
