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
  /** The calls of a round are announced. */
  onCalls(round: CalledRound): void;
  /** A function is executed. */
  begin(id: string, name: string): OpenCall;
  /** The calls of a round have their results: their spans end. */
  onResults(round: FunctionResults): void;
  /** Forgets the calls of a turn that is over: their spans have ended, or they never began. */
  drop(turn: number): void;
}

/** A function that runs. */
export interface OpenCall {
  readonly context: Context;
  readonly returned: () => void;
  readonly threw: (error: unknown) => void;
}

export interface FunctionSpansOptions {
  readonly content: Content;
  readonly now: () => number;
  readonly parentOf: (turn: number | undefined) => OpenSpan;
  /** Returns whether the agent has such a function: the names that a model invents name no span. */
  readonly isKnown: (name: string) => boolean;
}

interface CallState {
  readonly turn: number;
  readonly round: number;
  readonly call: FunctionCall;
  span?: OpenSpan;
  progress: Progress;
  /** When the function returned or threw. */
  endMs?: number;
}

export function createFunctionSpans(options: FunctionSpansOptions): FunctionSpans {
  const { content, parentOf, now } = options;
  /** The calls without a result, oldest first. Models may use an id twice. */
  let waiting: readonly CallState[] = [];
  const beginSpan = (state: CallState, atMs: number): OpenSpan => {
    const { turn, call } = state;
    const name = options.isKnown(call.function.name) ? call.function.name : undefined;
    const start = { atMs, attributes: describeCall(state, name, content) };
    state.span = parentOf(turn).begin(nameSpan('execute_tool', name), start);
    return state.span;
  };
  return {
    onCalls: ({ turn, round, calls }) => {
      waiting = [...waiting, ...calls.map((call): CallState => ({ turn, round, call, progress: 'not begun' }))];
    },
    drop: (turn) => {
      waiting = waiting.filter((state) => state.turn !== turn);
    },
    begin: (id, name) => {
      const state = waiting.find(
        ({ call, span }) => span === undefined && call.id === id && call.function.name === name,
      );
      if (state === undefined) return createUntracedCall(parentOf(undefined).context);
      const span = beginSpan(state, now());
      state.progress = 'running';
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
    },
    onResults: ({ turn, round, results }) => {
      const answered = waiting.filter((state) => state.turn === turn && state.round === round);
      waiting = waiting.filter((state) => !answered.includes(state));
      answered.forEach((state, at) => {
        const span = state.span ?? beginSpan(state, now());
        endCall(span, state, results[at], content);
        span.end(state.endMs ?? now());
      });
    },
  };
}

/** Creates a call without a span of its own, such as that of a session that is not sampled. */
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
