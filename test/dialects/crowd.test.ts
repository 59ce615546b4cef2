import { concat, concatMap, defer, EMPTY, filter, from, of, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { SpeechToText, SttEvent, SttInput, TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { serve } from '../../src/server/serve.ts';
import { defineAgent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { openedSince, openResources } from '../server/faults/openResources.ts';
import { antiphonV1Dialect } from './antiphonV1.ts';
import type { Dialect, DialectClient } from './dialect.ts';
import { frequencyOf, ToneMeter } from './tones.ts';
import { twilioDialect } from './twilio.ts';

const DIALECTS: readonly Dialect[] = [antiphonV1Dialect, twilioDialect];
const CALLS = 40;
const QUESTIONS = 3;

/** Each call has a tone of its own, 25 Hz from the next. */
const toneOf = (call: number): number => 400 + 25 * call;

test('40 calls over four protocols at once: each hears the answer to its own words, and nothing is left open', {
  timeout: 180_000,
}, async () => {
  const before = openResources();
  const options = Object.assign({}, ...DIALECTS.map((dialect) => dialect.options ?? {}));
  const server = await serve({
    agent,
    ports,
    port: 0,
    page: false,
    max_loop_delay: 60,
    drain_on_sigterm: false,
    ...options,
  });
  const calls = await Promise.all(
    Array.from({ length: CALLS }, (_, call) =>
      hold(DIALECTS[call % DIALECTS.length] as Dialect, server.url, toneOf(call)),
    ),
  );
  await server.close();
  const wrong = calls.flatMap((heard, call) =>
    heard.length === QUESTIONS && heard.every((hz) => Math.abs(hz - toneOf(call)) <= 8)
      ? []
      : [{ hz: toneOf(call), heard }],
  );
  expect(wrong).toEqual([]);
  // The sockets close one by one; what stays open ends the test by its timeout.
  while (openedSince(before).length > 0) await new Promise((resolve) => setImmediate(resolve));
});

/** Asks, and returns the tones of the answers. */
async function hold({ connect }: Dialect, url: string, toneHz: number): Promise<readonly number[]> {
  let meter: ToneMeter | undefined;
  const client = await connect(url, {
    toneHz,
    hear: (samples, rate) => (meter ??= new ToneMeter(rate)).take(samples),
  });
  for (let question = 0; question < QUESTIONS; question++) {
    await client.speak(600);
    await answerOf(client);
    meter?.end();
  }
  client.close();
  return meter?.frequencies ?? [];
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
