import { asArray, asNumber, asObject, asText, parseObject } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { fromBase64 } from '../../src/wire/bytes.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { Characters } from './characters.ts';

/** What a frame of ElevenLabs says of a context. */
export interface ServerFrame {
  /** `''`: none is named. */
  readonly context: string;
  readonly audio: Uint8Array | null;
  readonly characters: Characters | null;
  /** All of a flush has come. */
  readonly isFlushed: boolean;
  /** The context is over. */
  readonly isFinal: boolean;
  /** What went wrong; null: nothing. */
  readonly error: string | null;
}

/** Reads a frame; the wire has been seen to spell its names in several ways. */
export function serverFrame(frame: SocketFrame): ServerFrame | null {
  const said = parseObject(frame);
  if (said === null) return null;
  const audio = asText(said['audio']);
  return {
    context: asText(either(said, 'contextId', 'context_id')),
    audio: audio === '' ? null : fromBase64(audio),
    characters:
      charactersIn(said['alignment']) ?? charactersIn(either(said, 'normalizedAlignment', 'normalized_alignment')),
    isFlushed: said['type'] === 'flush_done',
    isFinal: either(said, 'isFinal', 'is_final') === true,
    error: errorIn(said),
  };
}

function either(object: JsonObject, ...names: readonly string[]): unknown {
  return names.map((name) => object[name]).find((value) => value !== undefined && value !== null);
}

function charactersIn(value: unknown): Characters | null {
  const alignment = asObject(value);
  if (alignment === null) return null;
  const chars = asArray(either(alignment, 'chars', 'characters')).map(asText);
  const startsMs = asArray(either(alignment, 'charStartTimesMs', 'charsStartTimesMs', 'char_start_times_ms'));
  const durationsMs = asArray(
    either(alignment, 'charDurationsMs', 'charsDurationsMs', 'chars_durations_ms', 'char_durations_ms'),
  );
  return chars.length === 0 || startsMs.length < chars.length
    ? null
    : { chars, startsMs: startsMs.map(numberOr0), durationsMs: durationsMs.map(numberOr0) };
}

function numberOr0(value: unknown): number {
  return asNumber(value) ?? 0;
}

/** `error` as a text or as an object with a `message`; a `message` counts beside a `code` only. */
function errorIn(said: JsonObject): string | null {
  const { error, message, code } = said;
  const object = asObject(error);
  if (object !== null) return `${asText(object['status'])} ${asText(object['message'])}`.trim();
  if (asNumber(code) === null && asText(error) === '') return null;
  const told = [asText(error), asText(message)].filter((text) => text !== '');
  return told.length === 0 ? `error ${asNumber(code)}` : told.join(': ');
}
