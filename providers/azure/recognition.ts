import { withExtraBody } from '../../src/wire/extra.ts';
import { CLIENT } from './service.ts';
import type { FilledAzureStt } from './settings.ts';

/** The settings of a turn. */
export type SttTurnSettings = StreamFormat & RecognitionSettings;

type StreamFormat = Pick<FilledAzureStt, 'sample_rate' | 'num_channels'>;

/** Creates `speech.config`: the client and the audio source. */
export function createSpeechConfig({ sample_rate, num_channels }: StreamFormat): string {
  const source = {
    bitspersample: 16,
    channelcount: num_channels,
    connectivity: 'Unknown',
    manufacturer: 'Antiphon',
    model: 'Stream',
    samplerate: sample_rate,
    type: 'Stream',
  };
  return JSON.stringify({ context: { ...CLIENT, audio: { source } }, recognition: 'conversation' });
}

/** The service's names of the `profanity` setting. */
export const PROFANITY_NAMES: Readonly<Record<FilledAzureStt['profanity'], string>> = {
  masked: 'Masked',
  removed: 'Removed',
  raw: 'Raw',
};

/** The settings that `speech.context` carries. */
type RecognitionSettings = Pick<
  FilledAzureStt,
  'languages' | 'phrase_list' | 'phrase_list_weight' | 'profanity' | 'word_level_timestamps' | 'extra'
>;

/** Creates `speech.context`. With several languages, the service continuously detects the spoken one. */
export function createSpeechContext(settings: RecognitionSettings): string {
  const { languages, phrase_list, phrase_list_weight: bias, profanity, extra } = settings;
  const [only, ...others] = languages;
  const isMultilingual = others.length > 0;
  const enrichment = profanity === 'masked' ? {} : { profanity: PROFANITY_NAMES[profanity] };
  const context = {
    phraseDetection: { mode: 'Conversation', ...(isMultilingual ? {} : { language: only }), enrichment },
    ...(isMultilingual ? { languageId: createLanguageId(languages) } : {}),
    phraseOutput: createPhraseOutput(settings, isMultilingual),
    ...(phrase_list.length === 0
      ? {}
      : { dgi: { groups: [{ type: 'Generic', items: phrase_list.map((text) => ({ text })) }], bias } }),
  };
  return JSON.stringify(withExtraBody(context, extra));
}

function createLanguageId(languages: readonly string[]): object {
  return {
    languages,
    mode: 'DetectContinuous',
    onSuccess: { action: 'Recognize' },
    onUnknown: { action: 'None' },
    priority: 'PrioritizeLatency',
  };
}

function createPhraseOutput({ word_level_timestamps }: RecognitionSettings, isMultilingual: boolean): object {
  return {
    ...(isMultilingual ? { interimResults: { resultType: 'Auto' }, phraseResults: { resultType: 'Always' } } : {}),
    ...(word_level_timestamps ? { detailed: { options: ['WordTimings'] }, format: 'Detailed' } : {}),
  };
}

/** Copies mono samples into each of `channels`, interleaved. */
export function duplicateChannels(samples: Int16Array, channels: number): Int16Array {
  return channels === 1
    ? samples
    : Int16Array.from({ length: samples.length * channels }, (_, at) => samples[Math.floor(at / channels)] ?? 0);
}
