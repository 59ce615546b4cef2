import type { Interruption, Transcript, VadEvent } from '../../src/core/speech.ts';
import { addUp } from './addUp.ts';
import { measureVoice } from './segmentVoice.ts';
import {
  addTranscriptTo,
  createSpoken,
  isPhraseDue,
  withInterruption,
  withVoice,
  type SpokenSegment,
  type WordRules,
} from './spokenSegment.ts';

/** An input of the operator. */
export type InterruptionInput =
  | { readonly kind: 'audible'; readonly audible: boolean }
  | { readonly kind: 'activity'; readonly event: VadEvent }
  | { readonly kind: 'transcript'; readonly transcript: Transcript };

/** The options with their defaults, read at each event. */
export interface InterruptionRules {
  readonly allow: boolean;
  readonly minSpeechMs: number;
  readonly pauseMs: number;
  readonly minWords: number;
  readonly phrases: WordRules;
}

/** The segments spoken over one speech of the agent; while it is silent, the voice of the latest segment. */
export interface InterruptionState {
  readonly audible: boolean;
  readonly segments: readonly SpokenSegment[];
  readonly interruptions: readonly Interruption[];
}

export const initialState: InterruptionState = { audible: false, segments: [], interruptions: [] };

/** Updates the state with an input. Its `interruptions` are those that the input causes. */
export function updateInterruption(
  state: InterruptionState,
  input: InterruptionInput,
  rules: InterruptionRules,
): InterruptionState {
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

function addVoice(state: InterruptionState, event: VadEvent, rules: InterruptionRules): InterruptionState {
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

function interruptByVoice(state: InterruptionState, by: SpokenSegment, rules: InterruptionRules): InterruptionState {
  return state.audible && !by.hasInterrupted ? interruptIfReached(state, by, rules) : state;
}

/** Returns an interruption if the words are an interrupt phrase that is due at this event; otherwise null. */
function interruptByPhrase(
  state: InterruptionState,
  by: SpokenSegment,
  { rules, silentMs }: { readonly rules: InterruptionRules; readonly silentMs: number },
): InterruptionState | null {
  return by.phrase !== null && state.audible && isPhraseDue(by, silentMs) ? interrupt(state, by, rules) : null;
}

function addWords(state: InterruptionState, transcript: Transcript, rules: InterruptionRules): InterruptionState {
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
function interruptIfReached(state: InterruptionState, by: SpokenSegment, rules: InterruptionRules): InterruptionState {
  const { voicedMs, words } = addUp(state.segments, by);
  return voicedMs >= rules.minSpeechMs && words >= rules.minWords ? interrupt(state, by, rules) : state;
}

/** Emits an interruption if the segment was spoken over the agent. */
function interrupt(state: InterruptionState, by: SpokenSegment, { allow }: InterruptionRules): InterruptionState {
  if (!allow || !by.isOverAgent) return state;
  const segments = state.segments.map((one) => (one === by ? withInterruption(by) : one));
  return { ...state, segments, interruptions: [{ segment: by.segment, ...addUp(state.segments, by) }] };
}
