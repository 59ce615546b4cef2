import { asapScheduler } from 'rxjs';
import type { Metric } from '../core/metric.ts';
import type { UserTurn } from '../core/speech.ts';
import type { EndReason, TurnEvent } from '../core/turn.ts';
import { describeMetric, nameSpan } from './attributes.ts';
import { collect, writeMessages, type Content } from './content.ts';
import type { OpenSpan, SpanStart } from './spans.ts';

/** The end of a turn. `merged`: a later answer also answers it. `unanswered`: the session ended first. */
export type TurnEnd = EndReason | 'merged' | 'unanswered';

export interface OpenTurn {
  readonly number: number;
  readonly span: OpenSpan;
  reason: TurnEnd | undefined;
  /** The code of the most recent failure. */
  failure: string | undefined;
  output: string;
}

export interface TurnsOptions {
  readonly session: OpenSpan;
  readonly conversation: string;
  readonly agentName: string | undefined;
  readonly content: Content;
  /** Called when a turn has ended. */
  readonly onEnd: (turn: number) => void;
  /** Returns whether metrics of turns that have ended still follow, because calls go on in the background. */
  readonly isMeasuring: () => boolean;
}

/** Number of ended turns whose late events are ignored. */
const MAX_ENDED = 64;

/** The spans of the turns. At most one turn is being answered. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #open = new Map<number, OpenTurn>();
  readonly #ended: number[] = [];
  #closing: { readonly turn: OpenTurn; readonly atMs: number }[] = [];
  #current: OpenTurn | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** The turn that is being answered. */
  get current(): OpenTurn | undefined {
    return this.#current;
  }

  find(number: number): OpenTurn | undefined {
    return this.#open.get(number);
  }

  /** Begins the turn of a user message. */
  commit({ turn: number, text }: UserTurn, startMs: number): OpenTurn {
    const turn = this.#beginAnswer(number, startMs);
    const input = this.#options.content.text(text, 'text');
    if (input !== undefined)
      turn.span.set({ 'gen_ai.input.messages': writeMessages('user', [{ type: 'text', content: input }]) });
    return turn;
  }

  /** Begins the reply of a turn, also of one without a message: the model's, or a text. Ends the earlier turns. */
  answer(number: number, nowMs: number, by: 'model' | 'text' = 'text'): void {
    if (number === this.#current?.number || this.#ended.includes(number)) return;
    this.finish(nowMs);
    for (const turn of this.#open.values()) if (turn.number < number) this.#close(turn, nowMs, 'merged');
    const begin = (): OpenTurn =>
      by === 'model' ? this.#beginAnswer(number, nowMs) : this.#begin(number, 'say', { atMs: nowMs, attributes: {} });
    this.#current = this.#open.get(number) ?? begin();
  }

  onReply(event: TurnEvent): void {
    const turn = this.#open.get(event.turn);
    if (turn === undefined) return;
    if (event.kind === 'text' && this.#options.content.isWanted) turn.output = collect(turn.output, event.delta);
    if (event.kind === 'ended') setReason(turn, event.reason);
  }

  measure(metric: Metric): void {
    const closing = this.#closing.find(({ turn }) => turn.number === metric.turn);
    (this.#open.get(metric.turn) ?? closing?.turn)?.span.set(describeMetric(metric));
  }

  /** Ends the spans of the turns that have ended, unless their metrics still follow. */
  settle(): void {
    // Metrics may still arrive within the same instant.
    asapScheduler.schedule(() => {
      if (!this.#options.isMeasuring()) this.#flush();
    });
  }

  /** Ends the turn being answered. */
  finish(nowMs: number): void {
    if (this.#current !== undefined) this.#close(this.#current, nowMs, this.#current.reason ?? 'complete');
    this.#current = undefined;
  }

  /** Ends all turns. */
  end(nowMs: number): void {
    this.finish(nowMs);
    for (const turn of this.#open.values()) this.#close(turn, nowMs, 'unanswered');
    this.#flush();
  }

  #beginAnswer(number: number, atMs: number): OpenTurn {
    const attributes = { 'gen_ai.operation.name': 'invoke_agent' };
    return this.#begin(number, nameSpan('invoke_agent', this.#options.agentName), { atMs, attributes });
  }

  #begin(number: number, name: string, { atMs, attributes: own }: SpanStart): OpenTurn {
    const { session, agentName, conversation } = this.#options;
    const attributes = {
      ...own,
      ...(agentName === undefined ? {} : { 'gen_ai.agent.name': agentName }),
      'gen_ai.conversation.id': conversation,
      'antiphon.turn': number,
    };
    const span = session.begin(name, { atMs, attributes });
    const turn: OpenTurn = { number, span, reason: undefined, failure: undefined, output: '' };
    this.#open.set(number, turn);
    return turn;
  }

  #close(turn: OpenTurn, atMs: number, reason: TurnEnd): void {
    const { number, span } = turn;
    const { content, onEnd } = this.#options;
    span.endChildren(atMs);
    span.set({ 'antiphon.end_reason': reason });
    const output = content.text(turn.output, 'text');
    if (output !== undefined && output !== '')
      span.set({ 'gen_ai.output.messages': writeMessages('assistant', [{ type: 'text', content: output }]) });
    if (reason === 'failed') span.fail(turn.failure ?? '_OTHER');
    this.#open.delete(number);
    this.#ended.push(number);
    if (this.#ended.length > MAX_ENDED) this.#ended.shift();
    if (this.#closing.length === 0) this.settle();
    this.#closing.push({ turn, atMs });
    if (this.#closing.length > MAX_ENDED) this.#flush();
    onEnd(number);
  }

  #flush(): void {
    for (const { turn, atMs } of this.#closing) turn.span.end(atMs);
    this.#closing = [];
  }
}

/** Sets how a turn ends. A complete reply may still be interrupted or fail in TTS. */
export function setReason(turn: OpenTurn, reason: EndReason): void {
  if (turn.reason === undefined || turn.reason === 'complete') turn.reason = reason;
}
