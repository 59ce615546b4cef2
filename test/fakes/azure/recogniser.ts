import { msOfSamples, samplesOfMs } from '../../../src/core/audio.ts';
import type { TextReader } from '../kit/sound.ts';

/** What the service makes of a turn. */
export interface RecogniserOptions {
  readonly ear: TextReader;
  readonly sampleRate: number;
  /** Each is recognised by itself; all hold the same. */
  readonly channels: number;
  readonly detailed: boolean;
  /** How many words make a phrase. */
  readonly phraseWords: number;
  readonly status: (text: string) => string;
  /** Sends what holds no text. */
  readonly send: (path: string, body?: unknown) => void;
  /** Sends text. */
  readonly sendResult: (path: string, body: unknown) => void;
}

/** One turn's recognition: hypotheses as text grows, phrases of so many words, a last one at the end. */
export interface FakeRecogniser {
  readonly audioMs: number;
  push(samples: Int16Array): void;
  finish(): void;
}

/** Short enough that no character is heard twice around the end of a phrase. */
const STEP_MS = 10;
const TICKS_PER_MS = 10_000;

export function createRecogniser(options: RecogniserOptions): FakeRecogniser {
  const { ear, sampleRate, channels, detailed, phraseWords, status, send } = options;
  const tell = (path: string, body: object): void => {
    for (let Channel = 0; Channel < channels; Channel += 1) options.sendResult(path, { ...body, Channel });
  };
  let [heard, phrased] = ['', ''];
  let [samples, phrasedSamples] = [0, 0];
  const text = (): string => heard.slice(phrased.length).trim();
  const span = (): { readonly Offset: number; readonly Duration: number } => ({
    Offset: ticks(phrasedSamples, sampleRate),
    Duration: ticks(samples - phrasedSamples, sampleRate),
  });
  const phrase = (RecognitionStatus: string): void => {
    const said = detailed ? { NBest: [createReading(text(), span())] } : { DisplayText: text() };
    tell('speech.phrase', { RecognitionStatus, ...span(), ...(RecognitionStatus === 'Success' ? said : {}) });
    [phrased, phrasedSamples] = [heard, samples];
  };
  const hear = (step: Int16Array): void => {
    const before = text();
    heard = ear.push(step);
    samples += step.length;
    const now = text();
    if (before === '' && now !== '') send('speech.startDetected', { Offset: span().Offset });
    if (now !== before) tell('speech.hypothesis', { Id: 'h', Text: now, ...span() });
    if (heard.endsWith(' ') && now.split(' ').length >= phraseWords) phrase('Success');
  };
  return {
    get audioMs() {
      return msOfSamples(samples, sampleRate);
    },
    push: (pushed) => {
      const step = samplesOfMs(STEP_MS, sampleRate);
      for (let at = 0; at < pushed.length; at += step) hear(pushed.subarray(at, at + step));
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

/** A reading as the service words it: its words share the time equally. */
function createReading(
  text: string,
  { Offset, Duration }: { readonly Offset: number; readonly Duration: number },
): object {
  const words = text.split(' ');
  const each = Math.floor(Duration / words.length);
  const timed = words.map((Word, n) => ({ Word: Word.toLowerCase(), Offset: Offset + n * each, Duration: each }));
  return { Confidence: 0.9, Lexical: text.toLowerCase(), ITN: text, MaskedITN: text, Display: text, Words: timed };
}
