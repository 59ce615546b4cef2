import { sdk } from './kit.ts';

export interface Recognition {
  /** `ws:` and all the rest. */
  readonly url: URL;
  readonly key: string;
  readonly languages: readonly string[];
  /** In Hz. */
  readonly sampleRate: number;
  /** Each is a turn, stopped when all of its text was recognised. */
  readonly utterances: readonly { readonly text: string; readonly samples: Int16Array }[];
}

/** As much of the official client as is used here. */
interface Sdk {
  readonly SpeechConfig: Record<'fromEndpoint' | 'fromHost', (url: URL, key: string) => Config>;
  readonly AudioStreamFormat: { getWaveFormatPCM(rate: number, bits: number, channels: number): object };
  readonly AudioInputStream: { createPushStream(format: object): { write(bytes: ArrayBuffer): void } };
  readonly AudioConfig: { fromStreamInput(stream: object): object };
  readonly AutoDetectSourceLanguageConfig: { fromLanguages(languages: readonly string[]): { mode: number } };
  readonly LanguageIdMode: { readonly Continuous: number };
  readonly SpeechRecognizer: {
    new (config: object, audio: object): Recognizer;
    FromConfig(config: object, languages: object, audio: object): Recognizer;
  };
  readonly SpeechSynthesisOutputFormat: { readonly Raw24Khz16BitMonoPcm: number };
  readonly SpeechSynthesizer: new (config: object, audio: null) => Synthesizer;
}

interface Config {
  speechRecognitionLanguage: string;
  speechSynthesisLanguage: string;
  speechSynthesisOutputFormat: number;
  requestWordLevelTimestamps(): void;
}

type Listener = (sender: unknown, event: { readonly result: { readonly text: string } }) => void;
type Start = (done: () => void, failed: (error: string) => void) => void;

interface Recognizer {
  recognizing: Listener;
  recognized: Listener;
  readonly startContinuousRecognitionAsync: Start;
  readonly stopContinuousRecognitionAsync: Start;
  close(done: () => void): void;
}

interface Spoken {
  readonly audioData: ArrayBuffer;
}

interface Synthesizer {
  wordBoundary: () => void;
  speakTextAsync(text: string, done: (spoken: Spoken) => void, failed: (error: string) => void): void;
  close(done: () => void): void;
}

const client = sdk('microsoft-cognitiveservices-speech-sdk') as Sdk;
/** How the client cuts its audio, in ms. */
const FRAME_MS = 100;

/** The finals that the official client receives. */
export async function recognised({
  url,
  key,
  languages,
  sampleRate,
  utterances,
}: Recognition): Promise<readonly string[]> {
  const stream = client.AudioInputStream.createPushStream(client.AudioStreamFormat.getWaveFormatPCM(sampleRate, 16, 1));
  const config = client.SpeechConfig.fromEndpoint(url, key);
  config.requestWordLevelTimestamps();
  const recognizer = recognizerFor(config, languages, client.AudioConfig.fromStreamInput(stream));
  const finals: string[] = [];
  recognizer.recognized = (_, { result }) => void (result.text !== '' && finals.push(result.text));
  for (const [turn, { text, samples }] of utterances.entries()) {
    const heard = new Promise<void>((resolve) => {
      recognizer.recognizing = (_, { result }) => void (result.text === text && resolve());
    });
    await new Promise<void>((done, failed) => recognizer.startContinuousRecognitionAsync(done, failed));
    // A turn that was stopped still takes the next frame of the stream, and loses it.
    if (turn > 0) stream.write(new ArrayBuffer((2 * sampleRate * FRAME_MS) / 1000));
    stream.write(Int16Array.from(samples).buffer);
    await heard;
    await new Promise<void>((done, failed) => recognizer.stopContinuousRecognitionAsync(done, failed));
  }
  await new Promise<void>((done) => recognizer.close(done));
  return finals;
}

/** How many bytes of audio the official client gets for each text, at 24 kHz, with the time of each word. */
export async function spoken(
  host: URL,
  key: string,
  language: string,
  texts: readonly string[],
): Promise<readonly number[]> {
  const config = client.SpeechConfig.fromHost(host, key);
  config.speechSynthesisLanguage = language;
  config.speechSynthesisOutputFormat = client.SpeechSynthesisOutputFormat.Raw24Khz16BitMonoPcm;
  const synthesizer = new client.SpeechSynthesizer(config, null);
  synthesizer.wordBoundary = () => {};
  const lengths: number[] = [];
  for (const text of texts) {
    const { audioData } = await new Promise<Spoken>((done, failed) => synthesizer.speakTextAsync(text, done, failed));
    lengths.push(audioData.byteLength);
  }
  await new Promise<void>((done) => synthesizer.close(done));
  return lengths;
}

function recognizerFor(config: Config, languages: readonly string[], audio: object): Recognizer {
  const [language = ''] = languages;
  config.speechRecognitionLanguage = language;
  if (languages.length === 1) return new client.SpeechRecognizer(config, audio);
  const several = client.AutoDetectSourceLanguageConfig.fromLanguages(languages);
  several.mode = client.LanguageIdMode.Continuous;
  return client.SpeechRecognizer.FromConfig(config, several, audio);
}
