import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from './outcome/outcome.ts';
import type { PlayedInput } from './played/modelInputs.ts';
import type { PlayedConversation } from './played/playedConversation.ts';
import type { RecordedSession } from './recorded/recordedSession.ts';

/**
 * The point at which a run of a session with a speech model stops, because beyond it nobody knows what the model would
 * have answered.
 */
export interface WhatIfStop {
  /** Session time, in ms. */
  readonly atMs: number;
  /**
   * What the run sends to the model, which the recording does not have at that point. `commit`: a turn of the user ·
   * `respond`: a request for an answer · `say`: a text to say · `cancel`: a reply is cancelled · `truncate`: a reply was
   * not heard to its end · `go on`: the run lets a reply go on that was cancelled in the recording.
   */
  readonly kind: 'commit' | 'respond' | 'say' | 'cancel' | 'truncate' | 'go on';
  /** Time at which the recording has it, in ms. Null if it does not have it. */
  readonly recordedMs: number | null;
}

/** The inputs from which on the model might have answered otherwise. */
type DecisiveInput = Extract<PlayedInput, { readonly kind: Exclude<WhatIfStop['kind'], 'go on'> }>;

/**
 * Finds the first point at which a run sends the model something else than `baseline`, the run with the recorded
 * settings. Returns null if there is none before the user hangs up.
 */
export function findStop(
  { endMs }: Pick<RecordedSession, 'endMs'>,
  baseline: Inputs,
  variant: Inputs,
): WhatIfStop | null {
  const before = ({ modelInputs }: Inputs): readonly PlayedInput[] => modelInputs.filter(({ atMs }) => atMs < endMs);
  return compareInputs(before(baseline), before(variant));
}

type Inputs = Pick<PlayedConversation, 'modelInputs'>;

function compareInputs(baseline: readonly PlayedInput[], variant: readonly PlayedInput[]): WhatIfStop | null {
  const differing = variant.findIndex((input, n) => !isSame(input, baseline[n]));
  const same = differing === -1 ? variant.length : differing;
  const rest = baseline.slice(same);
  const changed = variant.slice(same).find(isDecisive);
  const requested = new Set(variant.slice(0, same).flatMap((input) => ('turn' in input ? input.turn : [])));
  const cut = rest.find((input) => input.kind === 'cancel' && requested.has(input.turn));
  if (cut !== undefined && cut.atMs < (changed?.atMs ?? Number.POSITIVE_INFINITY))
    return { atMs: cut.atMs, kind: 'go on', recordedMs: null };
  if (changed === undefined) return null;
  const { atMs, kind } = changed;
  return { atMs, kind, recordedMs: rest.find((input) => isCounterpart(input, changed))?.atMs ?? null };
}

function isDecisive(input: PlayedInput): input is DecisiveInput {
  return input.kind !== 'add' && input.kind !== 'update';
}

/** Two runs with the same settings have the same times, except for rounding. */
const ROUNDING_MS = 1;

/** Settings of the VAD may move the beginning of the same speech by this much, in ms. */
const ONSET_MS = 250;

function isSame(input: PlayedInput, other: PlayedInput | undefined): boolean {
  if (other === undefined) return false;
  if (input.kind === 'commit') return isCounterpart(other, input) && isSameTime(input, other);
  const { atMs: _, ...sent } = input;
  const { atMs: __, ...before } = other;
  return isDeepStrictEqual(sent, before) && (!isDecisive(input) || isSameTime(input, other));
}

function isSameTime({ atMs }: PlayedInput, other: PlayedInput): boolean {
  return Math.abs(atMs - other.atMs) <= ROUNDING_MS;
}

function isCounterpart(other: PlayedInput, input: DecisiveInput): boolean {
  if (input.kind === 'commit')
    return other.kind === 'commit' && Math.abs(other.voicedFromMs - input.voicedFromMs) <= ONSET_MS;
  if (input.kind === 'truncate') return other.kind === 'truncate' && other.item === input.item;
  return other.kind === input.kind && 'turn' in other && other.turn === input.turn;
}

/**
 * Returns the part of an outcome that both runs have in full: without the turn at which a run stopped. `before` is the
 * outcome with the recorded settings.
 */
export function untilStop(stop: WhatIfStop | null, before: Outcome, outcome: Outcome): Outcome {
  if (stop === null) return outcome;
  const endMs = Math.min(stop.atMs, (stop.kind === 'commit' ? stop.recordedMs : null) ?? stop.atMs);
  const answered = before.turns.filter(({ committedMs }) => committedMs < endMs).length;
  return {
    ...outcome,
    turns: outcome.turns.filter(({ committedMs }) => committedMs < endMs),
    answers: outcome.answers.slice(0, answered),
    interruptions: outcome.interruptions.filter(({ atMs }) => atMs < endMs),
  };
}

const EVENTS: Readonly<Record<Exclude<WhatIfStop['kind'], 'go on'>, string>> = {
  commit: 'a turn of the user is committed',
  respond: 'an answer is requested',
  say: 'the model is asked to say a text',
  cancel: 'a reply is cancelled',
  truncate: 'a reply is cut',
};

/** Describes a stop: `at 1.24 s: a turn of the user is committed 0.30 s earlier than in the recording`. */
export function describeStop({ atMs, kind, recordedMs }: WhatIfStop): string {
  const at = `at ${formatSeconds(atMs)}`;
  if (kind === 'go on') return `${at}: a reply goes on that was cancelled there in the recording`;
  return `${at}: ${EVENTS[kind]} ${comparison(kind, atMs, recordedMs)}`;
}

function comparison(kind: WhatIfStop['kind'], atMs: number, recordedMs: number | null): string {
  if (recordedMs === null) return 'that the recording does not have';
  const laterMs = atMs - recordedMs;
  if (Math.abs(laterMs) <= ROUNDING_MS)
    return `${kind === 'commit' ? 'after another conversation' : 'with another content'} than in the recording`;
  return `${formatSeconds(Math.abs(laterMs))} ${laterMs < 0 ? 'earlier' : 'later'} than in the recording`;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
