import { msOfSamples } from '../../src/core/audio.ts';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import { asNumber, asObject, asText, createSend, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { Extra } from '../../src/core/extra.ts';
import { withExtraBody } from '../../src/wire/extra.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import { parseDetails } from './details.ts';
import { TranscriptionItems, type PartialTranscript } from './transcriptionItems.ts';
import { parseErrorEvent, classifyRealtimeError, type RealtimeError } from '../../src/wire/realtimeErrors.ts';

/** The only rate of OpenAI's PCM, in Hz. */
export const REALTIME_RATE = 24_000;
/** Shortest audio that OpenAI allows to commit, in ms. */
const MIN_COMMIT_MS = 100;
const SETUP_ID = 'setup';

export interface RealtimeOptions {
  readonly transcription: JsonObject;
  readonly noiseReduction?: 'near_field' | 'far_field' | undefined;
  /** Fields that are merged into the session. */
  readonly extra?: Extra<'body'> | undefined;
  /** True if deltas are emitted as interims. */
  readonly interims: boolean;
  /** Returns Unix time in ms, to compute when the session expires. */
  readonly wallClock: () => number;
}

/**
 * A transcription session of OpenAI's realtime API (GA), set up at `session.created` and ready at `session.updated`.
 * The server's turn detection is off. An utterance is appended and committed, and its item answers it. An utterance
 * that is too short to commit is cleared and has no text.
 */
export class RealtimeDialect implements SttDialect {
  readonly #options: RealtimeOptions;
  readonly #items: TranscriptionItems = new TranscriptionItems();
  #phase: 'setting up' | 'serving' = 'setting up';
  #appendedSamples = 0;

  constructor(options: RealtimeOptions) {
    this.#options = options;
  }

  open(): readonly SttAction[] {
    return [];
  }

  begin(utterance: number): readonly SttAction[] {
    this.#items.begin(utterance);
    this.#appendedSamples = 0;
    return [];
  }

  audio(_: number, samples: Int16Array): readonly SttAction[] {
    this.#appendedSamples += samples.length;
    return [createSend({ type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(samples)) })];
  }

  end(utterance: number): readonly SttAction[] {
    if (msOfSamples(this.#appendedSamples, REALTIME_RATE) < MIN_COMMIT_MS) return this.#clear(utterance);
    this.#items.commit(utterance);
    return [createSend({ type: 'input_audio_buffer.commit', event_id: createCommitId(utterance) })];
  }

  receive(frame: SocketFrame): readonly SttAction[] {
    const event = parseObject(frame) ?? {};
    const item = asText(event['item_id']);
    switch (event['type']) {
      case 'session.created':
        return [...parseExpiry(event, this.#options.wallClock()), createSend(createSessionUpdate(this.#options))];
      case 'session.updated':
        this.#phase = 'serving';
        return [{ kind: 'ready' }];
      case 'input_audio_buffer.committed':
        return this.#createInterim(this.#items.confirmCommit(item));
      case 'input_audio_buffer.cleared':
        this.#items.confirmClear();
        return [];
      case 'conversation.item.input_audio_transcription.delta':
        return this.#createInterim(this.#items.appendDelta(item, asText(event['delta'])));
      case 'conversation.item.input_audio_transcription.completed':
        return handleCompleted(this.#items.complete(item), event);
      case 'conversation.item.input_audio_transcription.failed':
        return handleFailed(this.#items.complete(item), parseErrorEvent(event));
      case 'error':
        return asObject(event['error']) === null ? [] : this.#handleError(parseErrorEvent(event));
      default:
        return [];
    }
  }

  #clear(utterance: number): readonly SttAction[] {
    this.#items.clear(utterance);
    return [createSend({ type: 'input_audio_buffer.clear' }), ...createDone(utterance)];
  }

  #createInterim(partial: PartialTranscript | null): readonly SttAction[] {
    return partial === null || !this.#options.interims ? [] : [{ kind: 'interim', ...partial }];
  }

  #handleError(error: RealtimeError): readonly SttAction[] {
    if (error.code === 'input_audio_buffer_commit_empty')
      return createDone(this.#items.rejectCommit(parseCommitId(error.eventId)));
    const fault = classifyRealtimeError(error, this.#phase);
    if (fault !== null) return [{ kind: 'fault', fault }];
    // The utterance gets no answer and is sent again after its deadline.
    const refused = parseCommitId(error.eventId);
    if (refused !== null) this.#items.rejectCommit(refused);
    return [{ kind: 'warning', message: error.code === '' ? error.message : `${error.message} (${error.code})` }];
  }
}

function createSessionUpdate({ transcription, noiseReduction, extra }: RealtimeOptions): JsonObject {
  const input = {
    format: { type: 'audio/pcm', rate: REALTIME_RATE },
    transcription,
    turn_detection: null,
    ...(noiseReduction !== undefined && { noise_reduction: { type: noiseReduction } }),
  };
  const session = withExtraBody({ type: 'transcription', audio: { input } }, extra);
  return { type: 'session.update', event_id: SETUP_ID, session };
}

function parseExpiry(event: JsonObject, nowMs: number): readonly SttAction[] {
  const expiresAt = asNumber(asObject(event['session'])?.['expires_at']) ?? 0;
  const inMs = expiresAt * 1000 - nowMs;
  return inMs > 0 ? [{ kind: 'expires', inMs }] : [];
}

function handleCompleted(utterance: number | null, event: JsonObject): readonly SttAction[] {
  const text = asText(event['transcript']).trim();
  if (utterance === null || text === '') return createDone(utterance);
  return [{ kind: 'piece', utterance, text, details: parseDetails(event) }, ...createDone(utterance)];
}

function handleFailed(utterance: number | null, error: RealtimeError): readonly SttAction[] {
  if (utterance === null) return [];
  const fault = classifyRealtimeError(error, 'serving') ?? { kind: 'retry', message: error.message };
  return [{ kind: 'failed', utterance, fault }];
}

function createDone(utterance: number | null): readonly SttAction[] {
  return utterance === null ? [] : [{ kind: 'done', utterance }];
}

function createCommitId(utterance: number): string {
  return `commit-${utterance}`;
}

/** Parses the utterance from the id of its commit; null for other ids. */
function parseCommitId(eventId: string): number | null {
  const digits = /^commit-(\d+)$/u.exec(eventId)?.[1];
  return digits === undefined ? null : Number(digits);
}
