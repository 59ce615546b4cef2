import { concat, concatMap, defer, EMPTY, filter, from, of, type Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput, TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { serve, type RunningServer } from '../../src/server/serve.ts';
import { defineAgent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { antiphonV1Dialect } from './antiphonV1.ts';
import { asteriskDialect } from './asterisk.ts';
import { CARRIER_DIALECTS } from './carriers.ts';
import type { Dialect, DialectClient } from './dialect.ts';
import { realtimeDialect } from './realtime.ts';
import { rtviDialect } from './rtvi.ts';
import { jambonzDialect } from './jambonz.ts';
import { frequencyOf, ToneMeter } from './tones.ts';
import { twilioDialect } from './twilio.ts';

/** The protocols of the server. */
export const SERVED: readonly Dialect[] = [
  antiphonV1Dialect,
  asteriskDialect,
  jambonzDialect,
  realtimeDialect,
  rtviDialect,
  twilioDialect,
  ...Object.values(CARRIER_DIALECTS),
];

/** Starts a server for all of them, whose agent answers a tone with the same tone. */
export function serveTones(): Promise<RunningServer> {
  const options = Object.assign({}, ...SERVED.map((dialect) => dialect.options ?? {}));
  return serve({ agent, ports, port: 0, page: false, max_loop_delay: 60, drain_on_sigterm: false, ...options });
}

/** Asks so many times, and returns the tones of the answers, in Hz. */
export async function holdTones(
  { connect }: Dialect,
  url: string,
  toneHz: number,
  questions: number,
): Promise<readonly number[]> {
  let meter: ToneMeter | undefined;
  const client = await connect(url, {
    toneHz,
    hear: (samples, rate) => (meter ??= new ToneMeter(rate)).take(samples),
  });
  for (let question = 0; question < questions; question++) {
    await client.speak(600);
    await answerOf(client);
    meter?.end();
  }
  client.close();
  return meter?.frequencies ?? [];
}

/** Whether the answers are those to a tone. */
export function areAnswersTo(toneHz: number, answers: readonly number[]): boolean {
  return answers.every((hz) => Math.abs(hz - toneHz) <= 8);
}

/** Resolves when the client has played a whole answer. */
async function answerOf(client: DialectClient): Promise<void> {
  const before = client.playedMs();
  while (client.playedMs() < before + ANSWER_MS - 20) await client.listen(20);
  await client.listen(200);
}

const ANSWER_MS = 600;
const RATE = 16_000;

/** Recognises the tone of a segment: "440". */
const stt: SpeechToText = {
  name: 'tones',
  sampleRate: RATE,
  finalTimeoutMs: 2000,
  interims: false,
  transcribe: (speech) =>
    defer(() => {
      const segments = new Map<number, number[]>();
      return speech.pipe(concatMap((input) => recognise(segments, input)));
    }),
};

function recognise(segments: Map<number, number[]>, input: SttInput): Observable<SttEvent> {
  const { kind, segment } = input;
  const samples = segments.get(segment) ?? [];
  segments.set(segment, samples);
  if (kind === 'audio') for (const sample of input.frame.samples) samples.push(sample);
  if (kind === 'start' || kind === 'audio') return EMPTY;
  const hz = frequencyOf(samples, RATE);
  return hz === undefined ? of({ kind: 'empty', segment }) : of({ kind: 'final', segment, text: `${hz}` });
}

/** Speaks a number as a tone of that frequency. */
const tts: TextToSpeech = {
  name: 'tones',
  sampleRate: RATE,
  accepts: 'sentences',
  language: 'en-US',
  synthesize: (text) =>
    text.pipe(
      filter((piece) => piece.trim() !== ''),
      concatMap(speak),
    ),
};

function speak(text: string): Observable<TtsEvent> {
  const hz = Number.parseFloat(text);
  const samples = Int16Array.from(
    { length: (RATE * ANSWER_MS) / 1000 },
    (_, at) => 12_000 * Math.sin((2 * Math.PI * hz * at) / RATE),
  );
  const audio: TtsEvent = { kind: 'audio', frame: { samples, sampleRate: RATE } };
  return concat(of(audio), from<TtsEvent[]>([{ kind: 'mark', chars: text.length }]));
}

const ports = { vad: createVadDouble(), stt, tts };
const agent = defineAgent<object>({
  configure_session: () => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
  }),
  llm_response_handler: ({ messages }) => createLlmDouble([`${messages.at(-1)?.content}`])({}),
});
