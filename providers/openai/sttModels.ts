import { primaryLanguage } from '../../src/core/languages/primaryLanguage.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { FilledOpenAiStt } from './settings.ts';

/**
 * Returns whether a model uses one HTTP request per utterance, which applies to the models that OpenAI offers for
 * files. Every other model, known or not, uses the realtime WebSocket.
 */
export function isHttpModel(model: string): boolean {
  return /^(?:whisper-1|gpt-transcribe|gpt-4o-transcribe-diarize)(?:-\d{4}-\d{2}-\d{2})?$/u.test(model);
}

/** Returns whether the settings choose one HTTP request per utterance, by their `endpoint` or by their model. */
export function usesHttp({ endpoint, model }: Pick<FilledOpenAiStt, 'endpoint' | 'model'>): boolean {
  return endpoint === undefined ? isHttpModel(model) : endpoint === 'transcriptions';
}

/** Returns whether a model emits deltas while the user speaks. Other models begin when the audio is committed. */
export function emitsDeltas(model: string): boolean {
  return /^gpt-(?:live-transcribe|realtime-whisper)(?:-|$)/u.test(model);
}

/** The language parameter of a model; null lets the model detect the language. */
export type LanguageHint = { readonly languages: readonly [string] } | { readonly language: string } | null;

export function createLanguageHint(model: string, language: string): LanguageHint {
  const code = primaryLanguage(language);
  if (code === '') return null;
  return /^gpt-(?:live-)?transcribe/u.test(model) ? { languages: [code] } : { language: code };
}

/** Returns whether a model takes `keywords`. Assumed for unknown models. */
export function supportsKeywords(model: string): boolean {
  return !/^(?:whisper-1|gpt-4o-|gpt-realtime-whisper)/u.test(model);
}

/** Returns whether a model takes a `prompt`. Assumed for unknown models. */
export function supportsPrompt(model: string): boolean {
  return !/^(?:gpt-realtime-whisper|gpt-4o-transcribe-diarize)/u.test(model);
}

/** Returns whether a model distinguishes speakers, for which long audio must be split. */
export function supportsDiarization(model: string): boolean {
  return /^gpt-4o-transcribe-diarize(?:-|$)/u.test(model);
}

/** Creates the `transcription` parameters that the model supports. */
export function createTranscription(settings: FilledOpenAiStt): JsonObject {
  const { model, language, prompt = '', keywords = [] } = settings;
  return {
    model,
    ...createLanguageHint(model, language),
    ...(prompt !== '' && supportsPrompt(model) && { prompt }),
    ...(keywords.length > 0 && supportsKeywords(model) && { keywords }),
  };
}
