import type { FilledGoogleTts } from './settings.ts';

/** The fastest that the service takes. */
export const FASTEST = 2;

/** The body of `text:synthesize`. https://cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize */
export function synthesis(text: string, settings: FilledGoogleTts): object {
  const { language, voice_name, gender, encoding, speaking_rate, pitch, sample_rate, effects_profile_id } = settings;
  const effects = effects_profile_id.split(',').flatMap((profile) => profile.trim() || []);
  return {
    input: { text },
    voice: {
      languageCode: language,
      ...(voice_name !== '' && { name: voice_name }),
      ...(gender !== '' && { ssmlGender: gender.toUpperCase() }),
    },
    audioConfig: {
      audioEncoding: encoding === 'mp3' ? 'MP3' : 'LINEAR16',
      speakingRate: Math.min(speaking_rate, FASTEST),
      ...(pitch !== 0 && takesPitch(settings) && { pitch }),
      sampleRateHertz: sample_rate,
      ...(effects.length > 0 && { effectsProfileId: effects }),
    },
  };
}

/** Chirp voices refuse a request that sets their pitch. */
export function takesPitch({ voice_name }: Pick<FilledGoogleTts, 'voice_name'>): boolean {
  return !/-Chirp/iu.test(voice_name);
}
