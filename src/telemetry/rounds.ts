import type { Attributes, Context } from '@opentelemetry/api';
import { asapScheduler } from 'rxjs';
import type { ChatCompletionChunk } from '../core/chunk.ts';
import type { RoundProgress } from '../core/turn.ts';
import { describeUsage, nameSpan } from './attributes.ts';
import { readChunk } from './readChunk.ts';
import { collect, writeMessages, type Content } from './content.ts';
import { errorTypeOf } from './errorType.ts';
import type { OpenSpan, SpanStart } from './spans.ts';

/** The spans of the handler calls. */
export interface Rounds {
  onProgress(event: RoundProgress): void;
  /** Begins the span of the latest round. */
  begin(isSpeculative: boolean): OpenRound;
  /** Sets the error of the open rounds. */
  fail(errorType: string): void;
}

/** A handler call in progress. */
export interface OpenRound {
  readonly context: Context;
  readonly add: (chunk: ChatCompletionChunk) => void;
  readonly complete: () => void;
  readonly fail: (error: unknown) => void;
  /** Marks the reply as cut off. Does nothing after the end. */
  readonly cancel: () => void;
}

export interface RoundsOptions {
  readonly kind: SpanStart['kind'];
  readonly now: () => number;
  readonly conversation: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly content: Content;
  /** Returns the span of a turn, or of the turn being answered if the turn is unknown. */
  readonly parentOf: (turn: number | undefined) => OpenSpan;
}

interface RoundState {
  readonly span: OpenSpan;
  key: string | undefined;
  readonly sinceMs: number;
  hasChunk: boolean;
  model: string | undefined;
  text: string;
  readonly calls: Map<number, { name: string; arguments: string }>;
  finish: string | undefined;
  failed: boolean;
}

export function createRounds(options: RoundsOptions): Rounds {
  const open = new Set<RoundState>();
  let called: RoundProgress | undefined;
  return {
    onProgress: (event) => {
      if (event.kind === 'called') called = event;
      if (event.kind === 'kept') {
        // The span began when the answer was requested ahead.
        called = undefined;
        for (const state of open) state.key ??= keyOf(event);
      }
      if (event.kind !== 'usage') return;
      for (const { key, span } of open) if (key === keyOf(event)) span.set(describeUsage(event.usage));
    },
    begin: (isSpeculative) => {
      const state = createState(called, options, isSpeculative);
      called = undefined;
      open.add(state);
      return createRound(state, options, () => open.delete(state));
    },
    fail: (errorType) => {
      for (const state of open) {
        state.failed = true;
        state.span.set({ 'antiphon.end_reason': 'failed' });
        state.span.fail(errorType);
      }
    },
  };
}

function createState(called: RoundProgress | undefined, options: RoundsOptions, isSpeculative: boolean): RoundState {
  const { kind, model, parentOf, now } = options;
  const start = { kind, atMs: now(), attributes: describeRequest(options, called?.round ?? 0, isSpeculative) };
  return {
    span: parentOf(called?.turn).begin(nameSpan('chat', model), start),
    key: called && keyOf(called),
    sinceMs: start.atMs,
    hasChunk: false,
    model,
    text: '',
    calls: new Map(),
    finish: undefined,
    failed: false,
  };
}

function createRound(state: RoundState, { content, now }: RoundsOptions, forget: () => void): OpenRound {
  const { span } = state;
  let isOver = false;
  const end = (reason: string, error?: unknown): void => {
    if (isOver) return;
    isOver = true;
    state.failed ||= reason === 'failed';
    span.set({ 'antiphon.end_reason': state.failed ? 'failed' : reason, ...describeOutput(state, content) });
    if (state.failed) span.fail(errorTypeOf(error));
    const atMs = now();
    // Only the session knows about a timeout, and reports it after cancelling the stream.
    asapScheduler.schedule(() => {
      forget();
      span.end(atMs);
    });
  };
  return {
    context: span.context,
    add: (chunk) => addChunk(state, chunk, { nowMs: now(), isTextWanted: content.isWanted }),
    complete: () => end('complete'),
    fail: (error) => end('failed', error),
    cancel: () => end('cancelled'),
  };
}

function keyOf({ turn, round }: RoundProgress): string {
  return `${turn} ${round}`;
}

function describeRequest(
  { conversation, provider, model }: RoundsOptions,
  round: number,
  isSpeculative: boolean,
): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    ...(provider === undefined ? {} : { 'gen_ai.provider.name': provider }),
    ...(model === undefined ? {} : { 'gen_ai.request.model': model }),
    'gen_ai.conversation.id': conversation,
    'gen_ai.request.stream': true,
    'antiphon.round': round,
    ...(isSpeculative && { 'antiphon.speculative': true }),
  };
}

function addChunk(
  state: RoundState,
  chunk: ChatCompletionChunk,
  { nowMs, isTextWanted }: { readonly nowMs: number; readonly isTextWanted: boolean },
): void {
  const { span } = state;
  const { id, model, finish, text, calls } = readChunk(chunk);
  if (!state.hasChunk) {
    state.hasChunk = true;
    span.set({ 'gen_ai.response.time_to_first_chunk': (nowMs - state.sinceMs) / 1000 });
    if (id !== undefined) span.set({ 'gen_ai.response.id': id });
    if (model !== undefined) span.set({ 'gen_ai.response.model': model });
    if (model !== undefined && state.model === undefined) span.rename(nameSpan('chat', model));
  }
  if (finish !== undefined) {
    state.finish = finish;
    span.set({ 'gen_ai.response.finish_reasons': [finish] });
  }
  if (!isTextWanted) return;
  state.text = collect(state.text, text);
  for (const { index, name, args } of calls) {
    const call = state.calls.get(index) ?? { name: '', arguments: '' };
    state.calls.set(index, { name: name ?? call.name, arguments: collect(call.arguments, args) });
  }
}

function describeOutput({ text, calls, finish }: RoundState, content: Content): Attributes {
  if (!content.isWanted) return {};
  const written = content.text(text, 'content');
  const parts = [
    ...(written === undefined || written === '' ? [] : [{ type: 'text', content: written }]),
    ...[...calls.values()].flatMap(({ name, arguments: args }) => {
      const given = content.text(args, 'arguments');
      return given === undefined ? [] : [{ type: 'tool_call', name, arguments: given }];
    }),
  ];
  return parts.length === 0 ? {} : { 'gen_ai.output.messages': writeMessages('assistant', parts, finish ?? 'stop') };
}
