import { withExtraBody } from '../../src/wire/extra.ts';
import { MAX_SPEAKING_RATE, type FilledGoogleTts } from './settings.ts';

/**
 * Builds the body of `text:synthesize`. The service rejects the neutral gender and a gender that differs from the named
 * voice, so a gender is sent only to choose a voice.
 *
 * @see https://cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize
 */
export function createSynthesizeRequest(text: string, settings: FilledGoogleTts): object {
  const { language, voice_name, encoding, pitch, sample_rate, model, prompt, extra } = settings;
  const effects = settings.effects_profile_id.split(',').flatMap((profile) => profile.trim() || []);
  const gender = selectGender(settings);
  const body = {
    input: { ...(prompt !== undefined && { prompt }), text },
    voice: {
      languageCode: language,
      ...(voice_name !== '' && { name: voice_name }),
      ...(model !== undefined && { modelName: model }),
      ...(gender !== null && { ssmlGender: gender.toUpperCase() }),
    },
    audioConfig: {
      audioEncoding: encoding === 'mp3' ? 'MP3' : 'LINEAR16',
      ...selectRate(settings),
      ...(pitch !== 0 && { pitch }),
      sampleRateHertz: sample_rate,
      ...(effects.length > 0 && { effectsProfileId: effects }),
    },
  };
  return withExtraBody(body, extra);
}

/** Returns the gender for choosing a voice; null if it plays no role. */
function selectGender({ gender, voice_name }: FilledGoogleTts): 'male' | 'female' | null {
  return voice_name === '' && (gender === 'male' || gender === 'female') ? gender : null;
}

/** Returns the rate if it should be sent. The prompt paces Gemini voices unless a rate is set. */
function selectRate({ speaking_rate, model }: FilledGoogleTts): { readonly speakingRate?: number } {
  return model !== undefined && speaking_rate === 1 ? {} : { speakingRate: Math.min(speaking_rate, MAX_SPEAKING_RATE) };
}
