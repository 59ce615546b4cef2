import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';

/** A word, an entity such as a number, or a punctuation mark. Times are in seconds of the connection's audio. */
export interface ResultItem {
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
  readonly isPunctuation: boolean;
  /** True if no delimiter stands between it and the item before, or after it. */
  readonly attachesToPrevious: boolean;
  readonly attachesToNext: boolean;
  readonly confidence: number | null;
  /** Label of the speaker; null if none is known. */
  readonly speaker: string | null;
}

/** The result of a stretch of audio. */
export interface Results {
  readonly endS: number;
  readonly items: readonly ResultItem[];
}

/** Parses an `AddTranscript` or `AddPartialTranscript`; null if it has no time. */
export function parseResults(message: JsonObject): Results | null {
  const endS = asNumber(asObject(message['metadata'])?.['end_time']);
  if (endS === null) return null;
  const items = asArray(message['results']).map((result) => parseItem(asObject(result) ?? {}));
  return { endS, items: items.filter((item) => item !== null) };
}

/** The label of words whose speaker is unknown. */
const UNKNOWN_SPEAKER = 'UU';

function parseItem(result: JsonObject): ResultItem | null {
  const best = asObject(asArray(result['alternatives'])[0]);
  const text = asText(best?.['content']);
  const [startS, endS] = [asNumber(result['start_time']), asNumber(result['end_time'])];
  if (text === '' || startS === null || endS === null) return null;
  const isPunctuation = result['type'] === 'punctuation';
  return {
    text,
    startS,
    endS,
    isPunctuation,
    ...parseAttachment(asText(result['attaches_to']) || (isPunctuation ? 'previous' : 'none')),
    confidence: asNumber(best?.['confidence']),
    speaker: parseSpeaker(asText(best?.['speaker'])),
  };
}

function parseAttachment(attachesTo: string): Pick<ResultItem, 'attachesToPrevious' | 'attachesToNext'> {
  return {
    attachesToPrevious: attachesTo === 'previous' || attachesTo === 'both',
    attachesToNext: attachesTo === 'next' || attachesTo === 'both',
  };
}

function parseSpeaker(label: string): string | null {
  return label === '' || label === UNKNOWN_SPEAKER ? null : label;
}
