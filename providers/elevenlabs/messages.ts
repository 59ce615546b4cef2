import { asArray, asNumber, asObject, asText, parseObject, type JsonObject } from '../../src/wire/json.ts';
import { fromBase64 } from '../../src/wire/bytes.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { CharacterAlignment } from './wordAssembler.ts';

/** A message of the server about a context. */
export interface ServerMessage {
  /** Id of the context; `''` if there is none. */
  readonly context: string;
  readonly audio: Uint8Array | null;
  readonly alignment: CharacterAlignment | null;
  /** True if a flush is complete. */
  readonly isFlushed: boolean;
  /** True if the context has ended. */
  readonly isFinal: boolean;
  /** The error; null if there is none. */
  readonly error: string | null;
}

/** Parses a message. Accepts the several spellings of field names that the server has been observed to use. */
export function parseMessage(frame: SocketFrame): ServerMessage | null {
  const message = parseObject(frame);
  if (message === null) return null;
  const audio = asText(message['audio']);
  return {
    context: asText(firstOf(message, 'contextId', 'context_id')),
    audio: audio === '' ? null : fromBase64(audio),
    alignment:
      parseAlignment(message['alignment']) ??
      parseAlignment(firstOf(message, 'normalizedAlignment', 'normalized_alignment')),
    isFlushed: message['type'] === 'flush_done',
    isFinal: firstOf(message, 'isFinal', 'is_final') === true,
    error: parseError(message),
  };
}

function firstOf(object: JsonObject, ...names: readonly string[]): unknown {
  return names.map((name) => object[name]).find((value) => value !== undefined && value !== null);
}

function parseAlignment(value: unknown): CharacterAlignment | null {
  const alignment = asObject(value);
  if (alignment === null) return null;
  const chars = asArray(firstOf(alignment, 'chars', 'characters')).map(asText);
  const startsMs = asArray(firstOf(alignment, 'charStartTimesMs', 'charsStartTimesMs', 'char_start_times_ms'));
  const durationsMs = asArray(
    firstOf(alignment, 'charDurationsMs', 'charsDurationsMs', 'chars_durations_ms', 'char_durations_ms'),
  );
  return chars.length === 0 || startsMs.length < chars.length
    ? null
    : { chars, startsMs: startsMs.map(parseMs), durationsMs: durationsMs.map(parseMs) };
}

function parseMs(value: unknown): number {
  return asNumber(value) ?? 0;
}

/** Parses `error`, a text or an object with a `message`. A top-level `message` counts only with a `code`. */
function parseError({ error, message, code }: JsonObject): string | null {
  const object = asObject(error);
  if (object !== null) return `${asText(object['status'])} ${asText(object['message'])}`.trim();
  if (asNumber(code) === null && asText(error) === '') return null;
  const texts = [asText(error), asText(message)].filter((text) => text !== '');
  return texts.length === 0 ? `error ${asNumber(code)}` : texts.join(': ');
}
