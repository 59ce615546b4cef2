import { msOfSamples, samplesOfMs } from '../../../src/core/audio.ts';
import type { TextReader } from '../../../src/testing/textAudio.ts';

export interface RecogniserOptions {
  readonly reader: TextReader;
  readonly sampleRate: number;
  /** The number of channels: all have the same audio, and each is recognised by itself. */
  readonly channels: number;
  readonly detailed: boolean;
  /** The number of words of a phrase. */
  readonly phraseWords: number;
  readonly status: (text: string) => string;
  /** Sends a message without text. */
  readonly send: (path: string, body?: unknown) => void;
  /** Sends a message with text. */
  readonly sendResult: (path: string, body: unknown) => void;
}

/** The recognition of a turn: hypotheses as text grows, phrases of `phraseWords` words, a last one at the end. */
export interface FakeRecogniser {
  readonly audioMs: number;
  push(samples: Int16Array): void;
  finish(): void;
}

/** The length of a step, short enough that no character is read twice around the end of a phrase, in ms. */
const STEP_MS = 10;
const TICKS_PER_MS = 10_000;

export function createRecogniser(options: RecogniserOptions): FakeRecogniser {
  const { reader, sampleRate, channels, detailed, phraseWords, status, send } = options;
  const sendText = (path: string, body: object): void => {
    for (let Channel = 0; Channel < channels; Channel += 1) options.sendResult(path, { ...body, Channel });
  };
  let [read, phrased] = ['', ''];
  let [samples, phrasedSamples] = [0, 0];
  const text = (): string => read.slice(phrased.length).trim();
  const span = (): { readonly Offset: number; readonly Duration: number } => ({
    Offset: ticks(phrasedSamples, sampleRate),
    Duration: ticks(samples - phrasedSamples, sampleRate),
  });
  const phrase = (RecognitionStatus: string): void => {
    const result = detailed ? { NBest: [createReading(text(), span())] } : { DisplayText: text() };
    sendText('speech.phrase', { RecognitionStatus, ...span(), ...(RecognitionStatus === 'Success' ? result : {}) });
    [phrased, phrasedSamples] = [read, samples];
  };
  const process = (step: Int16Array): void => {
    const before = text();
    read = reader.push(step);
    samples += step.length;
    const now = text();
    if (before === '' && now !== '') send('speech.startDetected', { Offset: span().Offset });
    if (now !== before) sendText('speech.hypothesis', { Id: 'h', Text: now, ...span() });
    if (read.endsWith(' ') && now.split(' ').length >= phraseWords) phrase('Success');
  };
  return {
    get audioMs() {
      return msOfSamples(samples, sampleRate);
    },
    push: (pushed) => {
      const step = samplesOfMs(STEP_MS, sampleRate);
      for (let at = 0; at < pushed.length; at += step) process(pushed.subarray(at, at + step));
    },
    finish: () => {
      send('speech.endDetected', { Offset: ticks(samples, sampleRate) });
      if (text() !== '' || phrased === '') phrase(status(text()));
      send('speech.phrase', { RecognitionStatus: 'EndOfDictation', ...span(), Channel: 0 });
    },
  };
}

function ticks(samples: number, sampleRate: number): number {
  return Math.round(msOfSamples(samples, sampleRate) * TICKS_PER_MS);
}

/** Creates an alternative in the service's format; its words share the time equally. */
function createReading(
  text: string,
  { Offset, Duration }: { readonly Offset: number; readonly Duration: number },
): object {
  const words = text.split(' ');
  const each = Math.floor(Duration / words.length);
  const timed = words.map((Word, n) => ({ Word: Word.toLowerCase(), Offset: Offset + n * each, Duration: each }));
  return { Confidence: 0.9, Lexical: text.toLowerCase(), ITN: text, MaskedITN: text, Display: text, Words: timed };
}
