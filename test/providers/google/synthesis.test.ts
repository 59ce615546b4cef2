import { describe, expect, test } from 'vitest';
import { googleTtsRemarks } from '../../../providers/google/remarks.ts';
import { googleTtsSchema } from '../../../providers/google/settings.ts';
import type { FilledGoogleTts, GoogleTtsSettings } from '../../../providers/google/settings.ts';
import { synthesis } from '../../../providers/google/synthesis.ts';

type Row = readonly [name: string, settings: Partial<GoogleTtsSettings>, sent: object];

describe('the body of a request', () => {
  test('with the defaults of the spec', () => {
    expect(JSON.stringify(synthesis('Hello there.', filled({})))).toBe(
      '{"input":{"text":"Hello there."},"voice":{"languageCode":"en-US","ssmlGender":"NEUTRAL"},' +
        '"audioConfig":{"audioEncoding":"LINEAR16","speakingRate":1,"sampleRateHertz":24000}}',
    );
  });

  test.each<Row>([
    ['language', { language: 'de-DE' }, { voice: { languageCode: 'de-DE', ssmlGender: 'NEUTRAL' } }],
    ['gender male', { gender: 'male' }, { voice: { languageCode: 'en-US', ssmlGender: 'MALE' } }],
    ['gender female', { gender: 'female' }, { voice: { languageCode: 'en-US', ssmlGender: 'FEMALE' } }],
    ['voice_name', { voice_name: 'en-US-Wavenet-A' }, { voice: { name: 'en-US-Wavenet-A' } }],
    ['encoding wav', { encoding: 'wav' }, { audioConfig: { audioEncoding: 'LINEAR16' } }],
    ['encoding mp3', { encoding: 'mp3' }, { audioConfig: { audioEncoding: 'MP3' } }],
    ['sample_rate', { sample_rate: 8000 }, { audioConfig: { sampleRateHertz: 8000 } }],
    ['pitch', { pitch: -4 }, { audioConfig: { pitch: -4 } }],
    ['speaking_rate', { speaking_rate: 1.25 }, { audioConfig: { speakingRate: 1.25 } }],
    ['speaking_rate at its fastest', { speaking_rate: 3.5 }, { audioConfig: { speakingRate: 2 } }],
    [
      'effects_profile_id, in the order given',
      { effects_profile_id: 'telephony-class-application, headphone-class-device,' },
      { audioConfig: { effectsProfileId: ['telephony-class-application', 'headphone-class-device'] } },
    ],
  ])('sends %s', (_name, settings, sent) => {
    expect(synthesis('Hello.', filled(settings))).toMatchObject(sent);
  });

  test.each<[name: string, settings: Partial<GoogleTtsSettings>]>([
    ['a gender that does not matter', { gender: '' }],
    ['a voice that the service is to choose', { voice_name: '' }],
    ['the pitch of the voice itself', { pitch: 0 }],
    ['no effects', { effects_profile_id: ' , ' }],
    ['a pitch that the voice does not take', { voice_name: 'en-US-Chirp3-HD-Charon', pitch: 4 }],
  ])('leaves out %s', (_name, settings) => {
    const text = JSON.stringify(synthesis('Hello.', filled({ gender: '', ...settings })));
    expect(text).not.toMatch(/ssmlGender|pitch|effectsProfileId|""/u);
  });
});

describe('a remark is made', () => {
  test.each<[name: string, settings: Partial<GoogleTtsSettings>, path: string, expected: string, got: string]>([
    ['of a rate beyond 2', { speaking_rate: 3.5 }, 'speaking_rate', 'at most 2', '3.5'],
    ['of the neutral gender', { gender: 'neutral' }, 'gender', '"male", "female" or ""', '"neutral"'],
    [
      'of a pitch that the voice does not take',
      { voice_name: 'en-US-Chirp3-HD-Charon', pitch: 4 },
      'pitch',
      '0 with en-US-Chirp3-HD-Charon',
      '4',
    ],
  ])('%s', (_name, settings, path, expected, got) => {
    expect(googleTtsRemarks(filled({ gender: 'male', ...settings }))).toEqual([{ path, expected, got }]);
  });

  test('of nothing that is honoured', () => {
    expect(googleTtsRemarks(filled({ gender: 'male', speaking_rate: 2, pitch: 20 }))).toEqual([]);
  });
});

describe('the rate of mp3', () => {
  test.each([8000, 11_025, 22_050, 24_000, 44_100, 48_000])('may be %i Hz', (sample_rate) => {
    expect(filled({ encoding: 'mp3', sample_rate }).sample_rate).toBe(sample_rate);
  });

  test.each([8001, 20_000, 40_000])('may not be %i Hz, which MPEG audio does not have', (sample_rate) => {
    expect(() => filled({ encoding: 'mp3', sample_rate })).toThrow('one of 8000, 11025');
    expect(filled({ encoding: 'wav', sample_rate }).sample_rate).toBe(sample_rate);
  });
});

function filled(settings: Partial<GoogleTtsSettings>): FilledGoogleTts {
  return googleTtsSchema.parse({ provider: 'google', credentials: {}, ...settings });
}
