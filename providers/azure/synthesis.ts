import { withExtraBody } from '../../src/wire/extra.ts';
import { asArray, asObject, asText, parseObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SpokenWord } from '../../src/wire/tts/dialect.ts';
import { CLIENT } from './service.ts';
import type { FilledAzureTts } from './settings.ts';
import { msOfTicks } from './usp.ts';

/** `speech.config`: the client. */
export const SPEECH_CONFIG: string = JSON.stringify({ context: CLIENT });

/** Creates `synthesis.context`, which requests raw samples and word boundaries. */
export function createSynthesisContext(rate: FilledAzureTts['sample_rate'], extra?: FilledAzureTts['extra']): string {
  const metadataOptions = {
    bookmarkEnabled: false,
    punctuationBoundaryEnabled: false,
    sentenceBoundaryEnabled: false,
    sessionEndEnabled: true,
    visemeEnabled: false,
    wordBoundaryEnabled: true,
  };
  const audio = { metadataOptions, outputFormat: OUTPUT_FORMATS[rate] };
  return JSON.stringify(withExtraBody({ synthesis: { audio, language: { autoDetection: false } } }, extra));
}

/** 16-bit samples without a header. Rates that are not whole kHz are written in Hz. */
const OUTPUT_FORMATS: Readonly<Record<FilledAzureTts['sample_rate'], string>> = {
  8000: 'raw-8khz-16bit-mono-pcm',
  16000: 'raw-16khz-16bit-mono-pcm',
  22050: 'raw-22050hz-16bit-mono-pcm',
  24000: 'raw-24khz-16bit-mono-pcm',
  44100: 'raw-44100hz-16bit-mono-pcm',
  48000: 'raw-48khz-16bit-mono-pcm',
};

/** Parses the stream id of a `response`; null if there is none. */
export function parseStreamId(body: SocketFrame): string | null {
  const id = asText(asObject(parseObject(body)?.['audio'])?.['streamId']);
  return id === '' ? null : id.toLowerCase();
}

/** Parses the words in `audio.metadata`, timed from the first sample of the turn. */
export function parseWords(body: SocketFrame): readonly SpokenWord[] {
  return asArray(parseObject(body)?.['Metadata']).flatMap(parseWord);
}

function parseWord(metadata: unknown): readonly SpokenWord[] {
  const { Type: type, Data: data } = asObject(metadata) ?? {};
  const { Offset: offset, Duration: duration, text: word } = asObject(data) ?? {};
  const { Text: text, BoundaryType: boundary } = asObject(word) ?? {};
  const startMs = msOfTicks(offset);
  const isWord = type === 'WordBoundary' && boundary !== 'PunctuationBoundary' && asText(text) !== '';
  if (!isWord || startMs === null) return [];
  return [{ text: asText(text), startMs, endMs: startMs + (msOfTicks(duration) ?? 0) }];
}
