import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';

/** A piece of text, such as a part of a word, with its times in ms of the audio sent on the connection. */
export interface Token {
  readonly text: string;
  readonly isFinal: boolean;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly confidence: number | null;
  readonly language: string | null;
  readonly speaker: string | null;
}

export interface Response {
  /** New final tokens, then all tokens that may still change. */
  readonly tokens: readonly Token[];
  /** The audio processed so far, in ms; null if it is not stated. */
  readonly processedMs: number | null;
}

/** The token after the text that we asked to finalize, and after the text of a turn that Soniox has ended. */
export const FINALIZED = '<fin>';
export const ENDPOINT = '<end>';

/** Parses a response; null for other messages. */
export function parseResponse(message: JsonObject): Response | null {
  if (!Array.isArray(message['tokens'])) return null;
  const tokens = asArray(message['tokens']).flatMap(parseToken);
  return { tokens, processedMs: asNumber(message['total_audio_proc_ms']) };
}

function parseToken(value: unknown): readonly Token[] {
  const token = asObject(value);
  const text = asText(token?.['text']);
  if (token === null || text === '') return [];
  return [
    {
      text,
      isFinal: token['is_final'] === true,
      startMs: asNumber(token['start_ms']),
      endMs: asNumber(token['end_ms']),
      confidence: asNumber(token['confidence']),
      language: asText(token['language']) || null,
      speaker: asText(token['speaker']) || null,
    },
  ];
}
