import { withExtraBody } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { FilledSpeechmaticsStt } from './settings.ts';

/** Creates the message that begins a session. Utterances end only when we request it. */
export function createStartRecognition(settings: FilledSpeechmaticsStt): JsonObject {
  const { output_locale, domain, additional_vocab, diarization, speaker_diarization_config, extra } = settings;
  const { language, model, max_delay, max_delay_mode, enable_partials } = settings;
  const transcription_config = {
    language,
    model,
    ...(output_locale !== undefined && { output_locale }),
    ...(domain !== undefined && { domain }),
    ...(additional_vocab.length > 0 && { additional_vocab }),
    max_delay,
    max_delay_mode,
    enable_partials,
    diarization,
    ...(diarization === 'speaker' && speaker_diarization_config !== undefined && { speaker_diarization_config }),
  };
  const audio_format = { type: 'raw', encoding: 'pcm_s16le', sample_rate: settings.sample_rate };
  return withExtraBody({ message: 'StartRecognition', audio_format, transcription_config }, extra);
}
