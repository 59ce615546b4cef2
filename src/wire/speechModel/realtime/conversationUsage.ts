import type { SpeechModelUsage } from '../../../core/speechToSpeech.ts';
import { asNumber, asObject } from '../../json.ts';

/** Parses the usage of a response; null if it has none. */
export function parseResponseUsage(value: unknown): SpeechModelUsage | null {
  const usage = asObject(value);
  if (usage === null) return null;
  const input = asObject(usage['input_token_details']) ?? {};
  const cached = asObject(input['cached_tokens_details']) ?? {};
  const output = asObject(usage['output_token_details']) ?? {};
  return {
    inputTextTokens: asNumber(input['text_tokens']) ?? 0,
    inputAudioTokens: asNumber(input['audio_tokens']) ?? 0,
    cachedTextTokens: asNumber(cached['text_tokens']) ?? asNumber(input['cached_tokens']) ?? 0,
    cachedAudioTokens: asNumber(cached['audio_tokens']) ?? 0,
    outputTextTokens: asNumber(output['text_tokens']) ?? 0,
    outputAudioTokens: asNumber(output['audio_tokens']) ?? 0,
  };
}
