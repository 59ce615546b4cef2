import { concatMap, defer, EMPTY, filter, finalize, merge, takeWhile, type SchedulerLike } from 'rxjs';
import type { RepliesOptions, Round } from '../../../../operators/llmTurn/llmTurnOptions.ts';
import type { ChatCompletionChunk, ChunkChoice, ChunkDelta } from '../../../core/chunk.ts';
import { asAntiphonError } from '../../../core/errors.ts';
import type { SpeechModelEvent } from '../../../core/speechToSpeech.ts';
import type { Conversation } from './conversation.ts';

/** The model sends its text long before its audio. Audio that still comes in shows that it has not stalled. */
const SIGN_OF_LIFE_MS = 1000;

type TurnEvent = Extract<SpeechModelEvent, { readonly turn: number }>;

/** Creates the function that answers a round with a response of the speech model, as the chunks of a completion. */
export function createModelChunks(conversation: Conversation, scheduler: SchedulerLike): RepliesOptions['chunks'] {
  return (round) =>
    defer(() => {
      const { turn, request } = round.turn;
      const reader = new ResponseReader(conversation, round, scheduler);
      const requested = defer(() => {
        const choice = round.round === 0 ? request?.tool_choice : undefined;
        const tool_choice = round.last ? 'none' : choice;
        conversation.respond({ turn, instructions: request?.instructions, tool_choice }, round.round);
        return EMPTY;
      });
      const chunks = conversation.events.pipe(
        filter((event): event is TurnEvent => 'turn' in event && event.turn === turn),
        takeWhile(({ kind }) => kind !== 'ended', true),
        concatMap((event) => reader.read(event)),
      );
      return merge(chunks, requested).pipe(
        // The end of a round may have begun the next one, which must not be cancelled.
        finalize(() => {
          if (!reader.isOver) conversation.cancel(turn);
        }),
      );
    });
}

/** Reads the events of one response as chunks. */
class ResponseReader {
  isOver = false;
  readonly #conversation: Conversation;
  readonly #round: Round;
  readonly #scheduler: SchedulerLike;
  #item: string | null = null;
  #text = '';
  #readAt: number;

  constructor(conversation: Conversation, round: Round, scheduler: SchedulerLike) {
    this.#conversation = conversation;
    this.#round = round;
    this.#scheduler = scheduler;
    this.#readAt = scheduler.now();
  }

  /** Returns the chunks of an event. @throws the error of a response that has failed */
  read(event: TurnEvent): readonly ChatCompletionChunk[] {
    if (event.kind === 'text') return [this.#readText(event)];
    if (event.kind === 'ended') return [this.#readEnd(event)];
    const isSign = event.kind === 'started' || this.#scheduler.now() - this.#readAt >= SIGN_OF_LIFE_MS;
    return isSign ? [this.#createChunk()] : [];
  }

  /** Adds a space between two messages. */
  #readText({ item, delta }: Extract<TurnEvent, { kind: 'text' }>): ChatCompletionChunk {
    const isNext = this.#item !== null && this.#item !== item;
    const isApart = /\s$/u.test(this.#text) || /^\s/u.test(delta);
    this.#item = item;
    this.#text = delta;
    return this.#createChunk({ content: isNext && !isApart ? ` ${delta}` : delta });
  }

  #readEnd({ calls, stoppedBy, error }: Extract<TurnEvent, { kind: 'ended' }>): ChatCompletionChunk {
    this.isOver = true;
    const { name: provider } = this.#conversation;
    if (error !== undefined) throw asAntiphonError(error, 'provider_failed', { provider, turn: this.#round.turn.turn });
    const tool_calls = calls.map(({ id, type, function: called }, index) => ({ index, id, type, function: called }));
    const reason = stoppedBy ?? (calls.length > 0 ? 'tool_calls' : 'stop');
    return this.#createChunk(calls.length > 0 ? { tool_calls } : {}, reason);
  }

  #createChunk(delta?: ChunkDelta, finish_reason: ChunkChoice['finish_reason'] = null): ChatCompletionChunk {
    this.#readAt = this.#scheduler.now();
    const { turn, round } = this.#round;
    return {
      id: `${turn.turn}.${round}`,
      object: 'chat.completion.chunk',
      created: 0,
      model: this.#conversation.model,
      choices: delta === undefined ? [] : [{ index: 0, delta, finish_reason }],
    };
  }
}
