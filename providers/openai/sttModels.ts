import { primaryLanguage } from './languageCode.ts';
import type { FilledOpenAiStt } from './settings.ts';

/**
 * Whether a model is asked over HTTP, once per utterance: those that OpenAI offers for files rather than for streams.
 * Every other model, known or not, is spoken to over the realtime WebSocket.
 */
export function isHttpModel(model: string): boolean {
  return HTTP_MODEL.test(model);
}

const HTTP_MODEL = /^(?:whisper-1|gpt-transcribe|gpt-4o-transcribe-diarize)(?:-\d{4}-\d{2}-\d{2})?$/u;

/** Whether a model writes along while the user speaks; the others begin when the audio is committed. */
export function emitsDeltas(model: string): boolean {
  return EMITS_DELTAS.test(model);
}

const EMITS_DELTAS = /^gpt-(?:live-transcribe|realtime-whisper)(?:-|$)/u;

/** What a model is told of the language. None where it shall find out for itself. */
export type LanguageHint = { readonly languages: readonly [string] } | { readonly language: string } | null;

export function createLanguageHint(model: string, language: string): LanguageHint {
  const code = primaryLanguage(language);
  if (code === '') return null;
  return TAKES_LANGUAGES.test(model) ? { languages: [code] } : { language: code };
}

const TAKES_LANGUAGES = /^gpt-(?:live-)?transcribe/u;

/** Whether a model is told words to expect. One that is not known is. */
export function supportsKeywords(model: string): boolean {
  return !/^(?:whisper-1|gpt-4o-|gpt-realtime-whisper)/u.test(model);
}

/** Whether a model is told what the conversation is about. One that is not known is. */
export function supportsPrompt(model: string): boolean {
  return !/^(?:gpt-realtime-whisper|gpt-4o-transcribe-diarize)/u.test(model);
}

/** Whether a model tells speakers apart, for which it cuts long audio. */
export function supportsDiarization(model: string): boolean {
  return /^gpt-4o-transcribe-diarize(?:-|$)/u.test(model);
}

/** What a model is told of the speech that comes. */
export interface Transcription {
  readonly model: string;
  readonly language?: string;
  readonly languages?: readonly string[];
  readonly prompt?: string;
  readonly keywords?: readonly string[];
}

/** Leaves out what the model does not take. */
export function createTranscription(settings: FilledOpenAiStt): Transcription {
  const { model, language, prompt = '', keywords = [] } = settings;
  return {
    model,
    ...createLanguageHint(model, language),
    ...(prompt !== '' && supportsPrompt(model) && { prompt }),
    ...(keywords.length > 0 && supportsKeywords(model) && { keywords }),
  };
}
