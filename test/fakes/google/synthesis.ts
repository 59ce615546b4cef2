import { asArray, asNumber, asObject, asText, parseObject, type JsonObject } from '../../../src/wire/json.ts';
import { mp3File } from '../../wire/audio/mp3File.ts';

export type Synthesize = (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;

const MAX_BYTES = 5000;
const MAX_GEMINI_BYTES = 4000;
const GENDERS: readonly unknown[] = ['MALE', 'FEMALE', 1, 2];
const NEUTRAL: readonly unknown[] = ['NEUTRAL', 3];
const MP3: readonly unknown[] = ['MP3', 2];
const ENCODINGS: readonly unknown[] = ['LINEAR16', 1, ...MP3];
/** The length from which the encoder does not lower the rate. */
const MP3_KBPS = 64;

/** Finds the violations in the body of `text:synthesize`. Enums are names, or numbers as in Google's own client. */
export function validateSynthesis(body: string): readonly string[] {
  const { input, voice, audioConfig, ...rest } = parseObject(body) ?? {};
  return [
    ...validateInput(asObject(input) ?? {}, asText(asObject(voice)?.['modelName']) !== ''),
    ...validateVoice(asObject(voice) ?? {}),
    ...validateAudio(asObject(audioConfig) ?? {}, asText(asObject(voice)?.['name'])),
    ...findUnknown(rest),
  ];
}

/** Creates a response like the real server's: a file in base64, in indented JSON. */
export async function createResponse(body: string, synthesize: Synthesize): Promise<string> {
  const { input, audioConfig } = parseObject(body) ?? {};
  const { audioEncoding, sampleRateHertz } = asObject(audioConfig) ?? {};
  const sampleRate = asNumber(sampleRateHertz) ?? 24_000;
  const samples = await synthesize(asText(asObject(input)?.['text']), sampleRate);
  const file = MP3.includes(audioEncoding)
    ? mp3File(sampleRate, MP3_KBPS, samples)
    : createWavFile(samples, sampleRate);
  return `{\n  "audioContent": "${file.toString('base64')}"\n}\n`;
}

function validateInput({ text, prompt, ...rest }: JsonObject, isGemini: boolean): readonly string[] {
  const most = isGemini ? MAX_GEMINI_BYTES : MAX_BYTES;
  return [
    ...(asText(text).trim() === '' ? ['nothing to speak'] : []),
    ...(Buffer.byteLength(asText(text)) <= most ? [] : [`the input is longer than ${most} bytes`]),
    ...(prompt === undefined || (isGemini && asText(prompt) !== '') ? [] : ['a prompt without a Gemini model']),
    ...findUnknown(rest),
  ];
}

/** Refuses a gender beside the name of a voice: only the real server knows which gender the voice has. */
function validateVoice({ languageCode, name, modelName, ssmlGender, ...rest }: JsonObject): readonly string[] {
  return [
    ...(/^[a-z]{2,3}-[A-Z]{2}$/u.test(asText(languageCode)) ? [] : ['no language']),
    ...(name === undefined || asText(name) !== '' ? [] : ['a name that is none']),
    ...(modelName === undefined || (asText(modelName).startsWith('gemini-') && asText(name) !== '')
      ? []
      : ['no such model']),
    ...(NEUTRAL.includes(ssmlGender) ? ['gender neutral voices are not supported'] : []),
    ...(name !== undefined && ssmlGender !== undefined ? ['requested a gender that the voice does not have'] : []),
    ...(ssmlGender === undefined || [...GENDERS, ...NEUTRAL].includes(ssmlGender) ? [] : ['no such gender']),
    ...findUnknown(rest),
  ];
}

function validateAudio(audio: JsonObject, voice: string): readonly string[] {
  const { audioEncoding, sampleRateHertz, speakingRate, pitch, effectsProfileId, ...rest } = audio;
  const effects = asArray(effectsProfileId);
  return [
    ...(ENCODINGS.includes(audioEncoding) ? [] : ['no such encoding']),
    ...validateRange('sampleRateHertz', sampleRateHertz, 8000, 48_000),
    ...validateRange('speakingRate', speakingRate, 0.25, 2),
    ...validateRange('pitch', pitch, -20, 20),
    ...(pitch === undefined || !voice.includes('Chirp') ? [] : ['this voice does not support pitch']),
    ...(effects.every((effect) => /^[a-z-]+$/u.test(asText(effect))) ? [] : ['no such effects profile']),
    ...findUnknown(rest),
  ];
}

function validateRange(name: string, value: unknown, least: number, most: number): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'number' && value >= least && value <= most ? [] : [`${name} is not ${least} to ${most}`];
}

function findUnknown(rest: JsonObject): readonly string[] {
  return Object.keys(rest).map((name) => `no such field: ${name}`);
}

function createWavFile(samples: Int16Array, sampleRate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}
