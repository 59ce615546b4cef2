import { Subscription, type Observable } from 'rxjs';
import type { AntiphonError, ErrorCode } from '../core/errors.ts';
import type { SpeechEvent, TurnEvent } from '../core/turn.ts';
import type { SessionEvent } from '../session/events.ts';
import type { SessionEndReason } from '../session/floor/types.ts';
import type { MetricEvent } from '../session/metrics/metricEvent.ts';
import type { TracedOutput } from '../session/telemetry.ts';
import { describeError } from './attributes.ts';
import { endRoot } from './root.ts';
import type { SpanTree } from './spanTree.ts';
import { setReason } from './turns.ts';

export interface FollowOptions {
  /** Runs telemetry code that may throw. */
  readonly guarded: (work: () => void) => unknown;
  /** Returns the scheduler time. */
  readonly now: () => number;
}

/** Adds the events of a session to its tree, until the session ends. */
export function followSession(tree: SpanTree, output: TracedOutput, { guarded, now }: FollowOptions): void {
  const { turns } = tree;
  const following = new Subscription();
  const follow = <T>(source: Observable<T>, add: (value: T, nowMs: number) => void): void =>
    following.add(source.subscribe((value) => guarded(() => add(value, now()))));
  follow(output.signals, createSignalHandler(tree));
  follow(output.metrics, (metric) => turns.measure(metric));
  follow(output.events, (event, nowMs) => addEvent(tree, event, nowMs));
  follow(output.errors, (error, nowMs) => addError(tree, error, nowMs));
  follow(output.agentState, (state, nowMs) => {
    if (state === 'idle') turns.finish(nowMs);
  });
  following.add(
    output.ended.subscribe((reason) => {
      following.unsubscribe();
      guarded(() => endTree(tree, reason, now()));
    }),
  );
}

/** The action for each kind of signal. Other signals change nothing. */
type SignalRules = {
  readonly [Kind in MetricEvent['kind']]?: (event: Extract<MetricEvent, { kind: Kind }>, nowMs: number) => void;
};

function createSignalHandler(tree: SpanTree): (event: MetricEvent, nowMs: number) => void {
  const { turns, segments, utterances, rounds, calls } = tree;
  let typedAt: number | undefined;
  const addSegment = (event: MetricEvent, nowMs: number): void => segments.apply(event, nowMs);
  const rules: SignalRules = {
    started: addSegment,
    window: addSegment,
    ended: addSegment,
    settled: addSegment,
    typed: (_, nowMs) => {
      typedAt ??= nowMs;
    },
    commit: ({ turn, from }, nowMs) => {
      const typedMs = from.typed ? typedAt : undefined;
      typedAt = undefined;
      const startMs = Math.min(segments.startOf(from.segments) ?? nowMs, typedMs ?? nowMs);
      segments.attach(from.segments, turns.commit(turn, startMs).span);
    },
    called: (event, nowMs) => {
      turns.answer(event.turn, nowMs, 'model');
      rounds.onProgress(event);
    },
    usage: rounds.onProgress,
    served: ({ port, provider: name, model }) => (port === 'stt' ? segments : utterances).serve({ name, model }),
    reply: ({ event }, nowMs) => addReply(tree, event, nowMs),
    results: ({ results }) => {
      calls.onResults(results);
      if (results.background?.kind === 'final') turns.settle();
    },
    speech: ({ event }, nowMs) => addSpeech(tree, event, nowMs),
    playout: ({ event }, nowMs) => utterances.onPlayout(event, nowMs),
    barge_in: ({ by: { voicedMs, words } }, nowMs) => {
      const attributes = { 'antiphon.barge_in.voiced_ms': Math.round(voicedMs), 'antiphon.barge_in.words': words };
      turns.current?.span.event('barge_in', attributes, nowMs);
    },
    end_reply: ({ turn: number, reason }) => {
      const turn = turns.find(number);
      if (turn !== undefined) setReason(turn, reason);
    },
  };
  return (event, nowMs) => {
    const rule = rules[event.kind] as ((event: MetricEvent, nowMs: number) => void) | undefined;
    rule?.(event, nowMs);
  };
}

function addReply({ turns, calls }: SpanTree, event: TurnEvent, nowMs: number): void {
  if (event.kind === 'started') turns.answer(event.turn, nowMs);
  if (event.kind === 'round') calls.onCalls(event);
  turns.onReply(event);
}

function addSpeech({ turns, utterances }: SpanTree, event: SpeechEvent, nowMs: number): void {
  utterances.onSpeech(event, nowMs);
  if (event.kind === 'ended' && event.reason === 'failed' && turns.current !== undefined)
    setReason(turns.current, 'failed');
}

function addEvent({ turns }: SpanTree, { name }: SessionEvent, nowMs: number): void {
  if (name === 'on_agent_interrupted') turns.current?.span.event('interrupted', {}, nowMs);
}

/** Errors of the handler's stream that the stream itself does not emit. */
const OF_HANDLER: ReadonlySet<ErrorCode> = new Set(['handler_timeout', 'chunk_invalid', 'limit_exceeded']);

function addError({ session, turns, rounds }: SpanTree, error: AntiphonError, nowMs: number): void {
  const { turn: number, segment, failure } = error.details;
  const turn = number === undefined ? (segment === undefined ? turns.current : undefined) : turns.find(number);
  const isFailure = failure !== false;
  (turn?.span ?? session).event(isFailure ? 'exception' : 'diagnostic', describeError(error), nowMs);
  if (!isFailure) return;
  if (turn !== undefined) turn.failure = error.code;
  if (OF_HANDLER.has(error.code)) rounds.fail(error.code);
}

function endTree({ session, turns, segments }: SpanTree, reason: SessionEndReason, nowMs: number): void {
  segments.end(nowMs);
  turns.end(nowMs);
  endRoot(session, reason, nowMs);
}
