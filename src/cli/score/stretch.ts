import { AntiphonError } from '../../core/errors.ts';
import type { MessageInput } from '../../core/message.ts';
import type { Recording } from '../../record/format.ts';
import { allOut, ofKind } from '../../replay/lines.ts';
import { timelineOf } from '../../replay/timeline.ts';
import { readHistory } from './history.ts';
import type { DraftAction } from './userActions.ts';

/** A part of a recording, in ms of session time. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns whether something at a time belongs to the score. */
export type IsWithin = (atMs: number) => boolean;

/** What a score of a stretch begins with. */
export interface CutActions {
  /** The actions that begin in the stretch, in ms since its start. */
  readonly actions: readonly DraftAction[];
  readonly startMs: number;
  /** Undefined: the end of the recording. */
  readonly endMs?: number | undefined;
  readonly isWithin: IsWithin;
  /** The settings that replace the conversation before the stretch. */
  readonly config: { readonly initial_messages?: readonly MessageInput[]; readonly first_message?: '' };
  /** Sentences that name what the stretch cuts off. */
  readonly omitted: readonly string[];
}

/**
 * Selects the actions of a stretch, and makes the conversation before it the initial messages. Answers that were requested
 * before the first of these actions do not belong to the score, because what they answer does not.
 *
 * @throws AntiphonError `usage_invalid` if the user does nothing in the stretch
 */
export function cutStretch(
  recording: Recording,
  all: readonly DraftAction[],
  stretch: Stretch | undefined,
): CutActions {
  if (stretch === undefined) return { actions: all, startMs: 0, isWithin: () => true, config: {}, omitted: [] };
  const { fromMs, toMs } = stretch;
  const own = all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const [first] = own;
  if (first === undefined)
    throw new AntiphonError(
      'usage_invalid',
      `expected a stretch in which the user says or does something, got ${formatTime(fromMs)} to ${formatTime(toMs)}`,
    );
  const beganMs = first.atMs;
  const before = readHistory(recording).filter(({ atMs }) => atMs < beganMs);
  return {
    actions: own.map((action) => moveBy(action, -fromMs)),
    startMs: fromMs,
    endMs: toMs,
    isWithin: (atMs) => atMs >= beganMs && atMs <= toMs,
    config: { initial_messages: before.map(({ message }) => message), first_message: '' },
    omitted: [
      ...(before.length > 0 ? [`the conversation before ${formatTime(fromMs)}, which is in initial_messages`] : []),
      ...listCutOff(recording, all, beganMs, stretch),
    ],
  };
}

function moveBy({ atMs, toMs, ...action }: DraftAction, ms: number): DraftAction {
  return { ...action, atMs: atMs + ms, ...(toMs !== undefined && { toMs: toMs + ms }) };
}

/** Lists speech and calls that continue across an end of the stretch. */
function listCutOff(
  recording: Recording,
  all: readonly DraftAction[],
  beganMs: number,
  { fromMs, toMs }: Stretch,
): readonly string[] {
  const { utterances, calls } = timelineOf(recording);
  const isOpen = (
    span: { readonly fromMs: number; readonly toMs?: number | null | undefined },
    atMs: number,
  ): boolean => span.fromMs < atMs && (span.toMs ?? Number.POSITIVE_INFINITY) > atMs;
  const says = all.some(({ atMs, toMs: end = atMs }) => isOpen({ fromMs: atMs, toMs: end }, fromMs));
  const early = ofKind(allOut(recording.lines, 'reply'), 'started').some(({ t }) => t >= fromMs && t < beganMs);
  return [
    ...(says ? [`what the user is saying at ${formatTime(fromMs)}`] : []),
    ...(utterances.some((one) => isOpen(one, fromMs)) ? [`what the agent is saying at ${formatTime(fromMs)}`] : []),
    ...(calls.some((one) => isOpen(one, fromMs)) ? [`the functions that run at ${formatTime(fromMs)}`] : []),
    ...(early ? [`the answers that begin before ${formatTime(beganMs)}, to words from before the stretch`] : []),
    ...(utterances.some((one) => isOpen(one, toMs)) ? [`what the agent goes on to say after ${formatTime(toMs)}`] : []),
  ];
}

/** Formats a time as `12.3 s`. */
export function formatTime(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
