import { msOfSamples, samplesOfMs } from '../../../core/audio.ts';
import type { EndReason, WordTiming } from '../../../core/turn.ts';
import type { RealtimeEvent } from './events.ts';
import { addCall } from './addCall.ts';
import { createUtterance, placeOf, toTimestamps, type SentItem, type Start, type Utterance } from './utterance.ts';
import { toResource, type FunctionCallItem, type Items, type MessageItem } from './items.ts';
import {
  createResponse,
  hasCalls,
  isOver,
  toCreatedEvent,
  toDoneEvent,
  type ReadFormat,
  type Response,
} from './responses.ts';

const MAX_UTTERANCES = 32;

/** The agent's speech, as responses and items. Each method returns the resulting events. */
export class AgentSpeech {
  readonly #items: Items;
  readonly #sampleRate: number;
  readonly #readFormat: ReadFormat;
  readonly #utterances = new Map<string, Utterance>();
  #responses = 0;
  #latest: Response | undefined;
  /** The turn whose generation has finished. */
  #thought: number | undefined;
  /** The utterance to which the audio being sent belongs. */
  #sounding: string | undefined;
  /** Where the next item of an utterance begins that the client's calls have divided. */
  readonly #starts = new Map<string, Start>();

  constructor(items: Items, sampleRate: number, readFormat: ReadFormat) {
    this.#items = items;
    this.#sampleRate = sampleRate;
    this.#readFormat = readFormat;
  }

  /** Numbers the following responses from `first`. */
  countFrom(first: number): void {
    this.#responses = first;
  }

  /** Whether agent audio was sent whose playback may not have finished. */
  get isSpeaking(): boolean {
    return [...this.#utterances.values()].some(({ phase, sentSamples }) => phase !== 'over' && sentSamples > 0);
  }

  /** Whether uninterrupted agent audio is playing or about to play. */
  get isPlaying(): boolean {
    return [...this.#utterances.values()].some(
      ({ phase, sentSamples, isCut }) => phase !== 'over' && sentSamples > 0 && !isCut,
    );
  }

  /** The id of the response in progress. */
  get responding(): string | undefined {
    return this.#latest?.isDone === false ? this.#latest.id : undefined;
  }

  think(turn: number): readonly RealtimeEvent[] {
    return this.#createResponse(turn);
  }

  /** Cancels the response in progress, at the client's request. */
  cancel(): void {
    if (this.#latest !== undefined) this.#latest.isCancelled = true;
  }

  /** Ends the reply: drops the text that the user did not hear. */
  done(reason: EndReason): readonly RealtimeEvent[] {
    const unheard = [...this.#utterances.values()].filter(({ phase }) => phase !== 'over');
    const latest = this.#latest === undefined ? [] : [this.#latest];
    const open = [...unheard.map(({ response }) => response), ...latest].filter(({ isDone }) => !isDone);
    for (const response of open) response.reason = reason;
    return [...unheard.flatMap((one) => this.#end(one, true)), ...open.flatMap((one) => this.#sendDone(one))];
  }

  thought(turn: number, reason: EndReason): readonly RealtimeEvent[] {
    this.#thought = turn;
    const response = this.#latest;
    if (response?.turn !== turn || response.reason !== undefined) return [];
    response.reason = reason;
    const unheard = [...this.#utterances.values()].filter(
      (utterance) => utterance.response === response && utterance.sentSamples === 0,
    );
    const dropped = reason === 'complete' ? [] : unheard.flatMap((utterance) => this.#end(utterance, true));
    return dropped.length > 0 ? dropped : this.#finish(response);
  }

  text(name: string, delta: string): readonly RealtimeEvent[] {
    const [utterance, opened] = this.#open(name);
    utterance.transcript += delta;
    return [...opened, { type: 'response.output_audio_transcript.delta', ...placeOf(utterance), delta }];
  }

  /**
   * Assigns the following audio to an utterance. `isHeard` means that the user has heard a part of it over another
   * connection.
   */
  begin(name: string, isHeard: boolean): readonly RealtimeEvent[] {
    const [utterance, opened] = this.#open(name);
    this.#sounding = name;
    if (isHeard) utterance.phase = 'audible';
    return opened;
  }

  /** Counts sent audio. `delta` is the part that goes into an event. */
  audio(samples: number, delta: string): readonly RealtimeEvent[] {
    const name = this.#sounding;
    if (name === undefined) return [];
    const [utterance, opened] = this.#open(name);
    utterance.sentSamples += samples;
    const sent = delta === '' ? [] : [{ type: 'response.output_audio.delta', ...placeOf(utterance), delta }];
    return [...opened, ...sent, ...this.#divide(name, utterance)];
  }

  /** Reports when words of an utterance are spoken. */
  words(name: string, words: readonly WordTiming[]): readonly RealtimeEvent[] {
    const utterance = this.#utterances.get(name);
    return utterance === undefined ? [] : toTimestamps(utterance, words, this.#toMs(utterance.start.sample));
  }

  /** Notes that all text before the calls of a round is in the first `ms` of an utterance. */
  endRound(name: string, ms: number): readonly RealtimeEvent[] {
    const utterance = this.#utterances.get(name);
    if (utterance === undefined) return [];
    utterance.roundEnd = samplesOfMs(Math.max(0, ms - HELD_BACK_MS), this.#sampleRate) - utterance.start.sample;
    return this.#divide(name, utterance);
  }

  /**
   * Ends the item of an utterance whose text before the client's calls was sent: the response can then end, and the
   * client can execute them. What follows is another item.
   */
  #divide(name: string, utterance: Utterance): readonly RealtimeEvent[] {
    const { response, roundEnd, sentSamples, start, transcript, phase } = utterance;
    const isSent = roundEnd !== undefined && sentSamples >= roundEnd && phase !== 'over';
    if (!isSent || !hasCalls(response)) return [];
    this.#utterances.delete(name);
    this.#utterances.set(utterance.itemId, utterance);
    this.#starts.set(name, {
      item: start.item + 1,
      char: start.char + transcript.length,
      sample: start.sample + sentSamples,
    });
    return this.#end(utterance, false);
  }

  audible(name: string): void {
    const utterance = this.#utterances.get(name);
    if (utterance?.phase === 'waiting') utterance.phase = 'audible';
  }

  /** Returns the id of the response whose utterance is audible. */
  audibleResponse(name: string): string | undefined {
    const utterance = this.#utterances.get(name);
    return utterance?.phase === 'audible' ? utterance.response.id : undefined;
  }

  /** Cuts an utterance. If none of it was audible, it ends at once. */
  clear(name: string): readonly RealtimeEvent[] {
    const utterance = this.#utterances.get(name);
    if (utterance === undefined || utterance.phase === 'over') return [];
    utterance.isCut = true;
    return utterance.phase === 'waiting' ? this.#end(utterance, true) : [];
  }

  stop(name: string, isCut: boolean): readonly RealtimeEvent[] {
    const utterance = this.#utterances.get(name);
    return utterance === undefined ? [] : this.#end(utterance, isCut);
  }

  /** Ends the response with calls for the client to execute. */
  call(items: readonly FunctionCallItem[]): readonly RealtimeEvent[] {
    const created = this.responding !== undefined ? [] : this.#createResponse(undefined);
    const response = this.#latest as Response;
    const added = items.flatMap((item) => addCall(response, item, this.#items));
    response.reason ??= 'complete';
    const divided = [...this.#utterances].flatMap(([name, utterance]) => this.#divide(name, utterance));
    return [...created, ...added, ...divided, ...this.#finish(response)];
  }

  /** Opens another response in the same turn, for the agent to continue with the results of the client's calls. */
  goOn(): readonly RealtimeEvent[] {
    const { turn, reason } = this.#latest ?? {};
    // Results from an earlier turn may arrive while the next turn is being answered.
    if (turn === undefined || turn === this.#thought || reason === undefined) return [];
    return this.#createResponse(turn);
  }

  /** Reports to the client how much of an interrupted utterance the user heard. */
  interrupted(name: string, text: string, samples: number): readonly RealtimeEvent[] {
    const parts = [...this.#utterances.values()].filter((part) => part.name === name);
    const isCut = ({ start, sentSamples }: Utterance): boolean => samples < start.sample + sentSamples;
    return parts
      .filter((part) => part === parts.at(-1) || isCut(part))
      .flatMap((part) => this.#truncate(part, text, samples));
  }

  #truncate(part: Utterance, text: string, samples: number): readonly RealtimeEvent[] {
    const { name, start, transcript, itemId } = part;
    const isDivided = start.item < (this.#starts.get(name)?.item ?? 0);
    part.transcript = text.slice(start.char).slice(0, isDivided ? transcript.length : undefined);
    part.heardSamples = Math.max(0, samples - start.sample);
    const ended = this.#end(part, true);
    this.#items.replace(this.#toItem(part, 'incomplete'));
    return [...ended, this.#toTruncated(itemId, part.heardSamples)];
  }

  find(itemId: string): SentItem | undefined {
    const found = [...this.#utterances.values()].find((utterance) => utterance.itemId === itemId);
    if (found === undefined) return undefined;
    const { heardSamples, sentSamples, phase, response } = found;
    const end = heardSamples ?? (found.isCut ? 0 : sentSamples);
    const endMs = phase === 'over' ? this.#toMs(end) : undefined;
    return { sentMs: this.#toMs(sentSamples), isCut: found.isCut || response.isCancelled, endMs };
  }

  #toMs(samples: number): number {
    return Math.round(msOfSamples(samples, this.#sampleRate));
  }

  #createResponse(turn: number | undefined): readonly RealtimeEvent[] {
    this.#latest = createResponse(this.#responses++, turn);
    return [toCreatedEvent(this.#latest, this.#readFormat())];
  }

  #open(name: string): readonly [Utterance, readonly RealtimeEvent[]] {
    const known = this.#utterances.get(name);
    if (known !== undefined) return [known, []];
    const created = this.responding !== undefined ? [] : this.#createResponse(undefined);
    const response = this.#latest as Response;
    const utterance = createUtterance(name, response, this.#starts.get(name));
    this.#utterances.set(name, utterance);
    const [oldest = name] = this.#utterances.keys();
    if (this.#utterances.size > MAX_UTTERANCES) this.#utterances.delete(oldest);
    const item = this.#toItem(utterance, 'in_progress');
    response.outputs = [...response.outputs, item];
    response.open += 1;
    const { response_id, output_index } = placeOf(utterance);
    const part = { type: 'audio', transcript: '' };
    return [
      utterance,
      [
        ...created,
        { type: 'response.output_item.added', response_id, output_index, item: toResource(item) },
        this.#items.add(item),
        { type: 'response.content_part.added', ...placeOf(utterance), part },
      ],
    ];
  }

  #end(utterance: Utterance, isCut: boolean): readonly RealtimeEvent[] {
    if (utterance.phase === 'over') return [];
    utterance.phase = 'over';
    utterance.isCut ||= isCut;
    const { response, transcript, outputIndex } = utterance;
    const item = this.#toItem(utterance, utterance.isCut ? 'incomplete' : 'completed');
    response.outputs = response.outputs.with(outputIndex, item);
    response.open -= 1;
    const place = placeOf(utterance);
    const { response_id, output_index } = place;
    return [
      { type: 'response.output_audio.done', ...place },
      { type: 'response.output_audio_transcript.done', ...place, transcript },
      { type: 'response.content_part.done', ...place, part: { type: 'audio', transcript } },
      { type: 'response.output_item.done', response_id, output_index, item: toResource(item) },
      this.#items.done(item),
      ...this.#finish(response),
    ];
  }

  #finish(response: Response): readonly RealtimeEvent[] {
    return isOver(response) ? this.#sendDone(response) : [];
  }

  #sendDone(response: Response): readonly RealtimeEvent[] {
    if (response.isDone) return [];
    response.isDone = true;
    return [toDoneEvent(response, this.#readFormat())];
  }

  #toItem({ itemId, transcript }: Utterance, status: MessageItem['status']): MessageItem {
    const content = [{ type: 'output_audio', transcript }] as const;
    return { id: itemId, type: 'message', role: 'assistant', status, content };
  }

  #toTruncated(item_id: string, samples: number): RealtimeEvent {
    return { type: 'conversation.item.truncated', item_id, content_index: 0, audio_end_ms: this.#toMs(samples) };
  }
}

/** Audio that waits for more: the last frame, and what the resampler holds. */
const HELD_BACK_MS = 40;
