import type { PlayoutEvent } from '../../core/playout.ts';
import type { Machine } from '../../playback/runMachine.ts';
import { removeUtterance, endOfPlayback, selectUnplayed, type PlayHead } from '../../playback/playHead.ts';
import { playTime, schedulerTime } from '../../time/stopwatch.ts';
import { isAway, reportsStarts, type Client } from './client.ts';
import { computeHeard, removeUtterances } from './ledger.ts';
import { createPlayoutState, initialPlayout, withClient, updateUtterance, type PlayoutState } from './playoutState.ts';
import { markOvertaken, samplesAtCut, type ActiveUtterance } from './activeUtterance.ts';

/** `silent`: a client that reports positions has not reported for 3 s. `resumed`: it reports again. */
export type PlayoutNotice = { readonly kind: 'silent' } | { readonly kind: 'resumed' };

/** Longest time for `finished` after the pacing clock has played everything, in ms. */
const FINISH_MS = 1000;

/** Longest time without a report of a client that reports positions and should be playing, in ms. */
const SILENCE_MS = 3000;

/** The pure core of `playout`. Emits its outputs one by one, those of earlier utterances first. */
export const playoutMachine: Machine<PlayoutState, PlayoutEvent | PlayoutNotice> = {
  initial: initialPlayout,
  create: createPlayoutState,
  next: nextStep,
  wakesAt,
  isOver: ({ commands, active }) => commands === 'closed' && active.length === 0,
};

type Step = ReturnType<typeof playoutMachine.next>;

function nextStep(before: PlayoutState, nowMs: number): Step {
  const state = withOvertaken(before, nowMs);
  const { client, active } = state;
  if (client.silence === 'broken')
    return { state: { ...state, client: { ...client, silence: 'none' } }, output: { kind: 'resumed' } };
  for (const one of active) {
    const step = nextUtteranceStep(one, state, nowMs);
    if (step !== undefined) return step;
  }
  const silentMs = computeSilentAt(state, nowMs);
  if (silentMs === undefined || playTime(state.watch, nowMs) < silentMs) return undefined;
  return { state: withClient(state, { ...client, silence: 'lasting' }, nowMs), output: { kind: 'silent' } };
}

/** Stops all utterances before the latest that has started: a client plays one at a time, in order. */
function withOvertaken(state: PlayoutState, nowMs: number): PlayoutState {
  if (state.active.length < 2) return state;
  const latest = state.active.findLastIndex((one) => hasStarted(one, state, nowMs));
  if (latest < 1) return state;
  return { ...state, active: state.active.map((one, i) => (i < latest ? markOvertaken(one) : one)) };
}

function nextUtteranceStep(one: ActiveUtterance, state: PlayoutState, nowMs: number): Step {
  const { utterance, sent, announced } = one;
  const final = samplesAtStop(one, state, nowMs);
  const played = one.reported?.samples ?? 0;
  const announce = (change: Partial<ActiveUtterance>, output: PlayoutEvent): Step => ({
    state: updateUtterance(state, utterance, () => ({ ...one, ...change })),
    output,
  });
  if (sent > announced.sent)
    return announce({ announced: { ...announced, sent } }, { kind: 'sent', utterance, samples: sent });
  if (one.start !== 'announced' && hasStarted(one, state, nowMs))
    return announce({ start: 'announced' }, { kind: 'started', utterance });
  if (played > announced.played)
    return announce({ announced: { ...announced, played } }, { kind: 'played', utterance, samples: played });
  return final === undefined ? undefined : stop(state, utterance, final, nowMs);
}

/** Checks whether an utterance has started: by the client's reports or, without them, with its first frame in its turn. */
function hasStarted(one: ActiveUtterance, state: PlayoutState, nowMs: number): boolean {
  if (one.start !== 'unknown' || (samplesAtStop(one, state, nowMs) ?? 0) > 0) return true;
  const isNext = state.active[0]?.utterance === one.utterance;
  return !reportsStarts(state.client) && isNext && one.sent > 0 && one.cut === undefined;
}

/** Computes the samples played when it stopped; undefined if it has not stopped. */
function samplesAtStop(one: ActiveUtterance, { client, head, watch }: PlayoutState, nowMs: number): number | undefined {
  if (one.final !== undefined) return one.final;
  if (one.cut !== undefined)
    return isAway(client) || nowMs >= one.cut.answerByMs ? samplesAtCut(one, one.cut) : undefined;
  if (one.endedMs === undefined) return undefined;
  const isPlayed =
    one.reported?.samples === one.sent || playTime(watch, nowMs) >= computePlayedAt(one, one.endedMs, head, client);
  return isPlayed ? one.sent : undefined;
}

/** Computes when the utterance counts as played by the pacing clock, at the earliest at its end. */
function computePlayedAt(
  { utterance }: ActiveUtterance,
  endedMs: number,
  head: PlayHead,
  { reportKinds }: Client,
): number {
  return Math.max(endedMs, endOfPlayback(head, utterance)) + (reportKinds.size === 0 ? 0 : FINISH_MS);
}

function stop(state: PlayoutState, utterance: string, samples: number, nowMs: number): Step {
  const { text, whole, by } = computeHeard(state.ledger, utterance, samples);
  return {
    state: {
      ...state,
      active: state.active.filter((one) => one.utterance !== utterance),
      ledger: removeUtterances(state.ledger, (other) => other === utterance),
      head: removeUtterance(state.head, utterance, playTime(state.watch, nowMs)),
    },
    output: { kind: 'stopped', utterance, samples, heard: text, whole, by },
  };
}

/** Computes when the client counts as silent, from its last report or the beginning of the audio. */
function computeSilentAt({ client, head, watch }: PlayoutState, nowMs: number): number | undefined {
  if (isAway(client) || !client.reportKinds.has('position')) return undefined;
  const [playing] = selectUnplayed(head, playTime(watch, nowMs));
  if (playing === undefined) return undefined;
  return Math.max(client.lastMs, playing.startsMs) + SILENCE_MS;
}

function wakesAt(state: PlayoutState, nowMs: number): number | undefined {
  if (isAway(state.client)) return undefined;
  let first = toSchedulerTime(state, computeSilentAt(state, nowMs));
  for (const one of state.active) first = Math.min(first, computeStop(one, state));
  return first === Number.POSITIVE_INFINITY ? undefined : first;
}

/** Computes when the utterance stops without further reports. */
function computeStop(one: ActiveUtterance, state: PlayoutState): number {
  if (one.cut !== undefined) return one.cut.answerByMs;
  return toSchedulerTime(
    state,
    one.endedMs === undefined ? undefined : computePlayedAt(one, one.endedMs, state.head, state.client),
  );
}

function toSchedulerTime({ watch }: PlayoutState, playMs = Number.POSITIVE_INFINITY): number {
  return schedulerTime(watch, playMs);
}
