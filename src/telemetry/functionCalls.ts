import type { Attributes, Context } from '@opentelemetry/api';
import type { FunctionCall, FunctionResult } from '../core/message.ts';
import type { FunctionCalls as CalledRound, FunctionResults } from '../core/turn.ts';
import { nameSpan } from './attributes.ts';
import type { Content } from './content.ts';
import { errorTypeOf } from './errorType.ts';
import { outcomeOf, type Progress } from './outcomeOf.ts';
import type { OpenSpan } from './spans.ts';

/** The spans of function calls. */
export interface FunctionSpans {
  /** Records that the calls of a round were announced. */
  onCalls(round: CalledRound): void;
  /** Records that a function starts to execute. */
  begin(id: string, name: string): OpenCall;
  /** Ends the spans of a round's calls, which have their results. */
  onResults(round: FunctionResults): void;
  /** Forgets the calls of a completed turn: their spans have ended or never began. */
  drop(turn: number): void;
  /** True while calls go on in the background. */
  readonly areInBackground: boolean;
}

/** A running function. */
export interface OpenCall {
  readonly context: Context;
  readonly returned: () => void;
  readonly threw: (error: unknown) => void;
}

export interface FunctionSpansOptions {
  readonly content: Content;
  readonly now: () => number;
  readonly parentOf: (turn: number | undefined) => OpenSpan;
  /** Returns whether the agent has this function. Names that a model invents do not become span names. */
  readonly isKnown: (name: string) => boolean;
  /** The parent of calls that run in the background, because they may outlast their turn. */
  readonly session: OpenSpan;
  readonly isInBackground: (name: string) => boolean;
}

interface CallState {
  readonly turn: number;
  readonly round: number;
  readonly call: FunctionCall;
  span?: OpenSpan;
  progress: Progress;
  /** True once it goes on in the background, beyond the end of its turn. */
  inBackground: boolean;
  /** Time at which the function returned or threw. */
  endMs?: number;
}

export function createFunctionSpans(options: FunctionSpansOptions): FunctionSpans {
  const { content, parentOf, now } = options;
  /** Calls without a result, oldest first. Models may use an ID twice. */
  let waiting: readonly CallState[] = [];
  const beginSpan = (state: CallState, parent: OpenSpan): OpenSpan => {
    const { call } = state;
    const name = options.isKnown(call.function.name) ? call.function.name : undefined;
    const start = { atMs: now(), attributes: describeCall(state, name, content) };
    state.span = parent.begin(nameSpan('execute_tool', name), start);
    return state.span;
  };
  return {
    onCalls: ({ turn, round, calls }) => {
      waiting = [
        ...waiting,
        ...calls.map((call): CallState => ({ turn, round, call, progress: 'not begun', inBackground: false })),
      ];
    },
    drop: (turn) => {
      waiting = waiting.filter((state) => state.turn !== turn || state.inBackground);
    },
    get areInBackground() {
      return waiting.some(({ inBackground }) => inBackground);
    },
    begin: (id, name) => {
      const state = waiting.find(
        ({ call, span }) => span === undefined && call.id === id && call.function.name === name,
      );
      if (state === undefined) return createUntracedCall(parentOf(undefined).context);
      const span = beginSpan(state, options.isInBackground(name) ? options.session : parentOf(state.turn));
      state.progress = 'running';
      return openCall(state, span, now);
    },
    onResults: ({ turn, round, results, acknowledged = [], background }) => {
      if (background?.kind === 'progress') return;
      const ofRound = waiting.filter((state) => state.turn === turn && state.round === round);
      const answered = ofRound.filter(({ inBackground }) => inBackground === (background !== undefined));
      for (const result of results) {
        const state = answered.find(({ call }) => call.id === result.tool_call_id);
        if (state === undefined) continue;
        answered.splice(answered.indexOf(state), 1);
        state.inBackground = acknowledged.some(({ tool_call_id }) => tool_call_id === state.call.id);
        if (state.inBackground) continue;
        waiting = waiting.filter((other) => other !== state);
        const span = state.span ?? beginSpan(state, parentOf(turn));
        endCall(span, state, result, content);
        span.end(state.endMs ?? now());
      }
    },
  };
}

function openCall(state: CallState, span: OpenSpan, now: () => number): OpenCall {
  const end = (progress: Progress): void => {
    if (state.progress !== 'running') return;
    state.progress = progress;
    state.endMs = now();
  };
  return {
    context: span.context,
    returned: () => end('returned'),
    threw: (error) => {
      if (state.progress === 'running') span.fail(errorTypeOf(error));
      end('threw');
    },
  };
}

/** Creates a call without its own span, for example in a session that is not sampled. */
export function createUntracedCall(context: Context): OpenCall {
  return { context, returned: () => {}, threw: () => {} };
}

function describeCall({ call, round }: CallState, name: string | undefined, content: Content): Attributes {
  const id = content.id(call.id);
  const args = content.text(call.function.arguments, 'arguments');
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    ...(name === undefined ? {} : { 'gen_ai.tool.name': name }),
    ...(id === undefined ? {} : { 'gen_ai.tool.call.id': id }),
    ...(args === undefined ? {} : { 'gen_ai.tool.call.arguments': args }),
    'antiphon.round': round,
  };
}

function endCall(span: OpenSpan, { progress }: CallState, result: FunctionResult | undefined, content: Content): void {
  if (result === undefined) return;
  const { outcome, errorType } = outcomeOf(progress, result);
  const text = content.text(result.content, 'content');
  span.set({ 'antiphon.end_reason': outcome, ...(text === undefined ? {} : { 'gen_ai.tool.call.result': text }) });
  if (errorType !== undefined) span.fail(errorType);
}
