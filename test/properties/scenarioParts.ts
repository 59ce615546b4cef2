import { filter, identity, map, timer } from 'rxjs';
import * as z from 'zod';
import type { SpeechToText, TextToSpeech } from '../../src/core/ports.ts';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import {
  defineAgent,
  defineFunction,
  type Agent,
  type AgentFunction,
  type LLMResponseHandlerInput,
  type SessionControl,
  type SessionUpdate,
} from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config.ts';
import type { Ports } from '../../src/session/config/ports.ts';
import type { Splices } from '../../src/session/splices.ts';
import { microphone } from '../../src/testing/audio.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { createSttDouble, type SttDoubleOptions } from '../../src/testing/doubles/stt.ts';
import { createTransportDouble, type TransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { iterableOf } from './iterable.ts';
import type { PeakLedger } from './peakLedger.ts';
import {
  MS_PER_CHAR,
  backchannelsOf,
  placed,
  words,
  type Change,
  type Completion,
  type FunctionName,
  type Hearing,
  type Scenario,
} from './scenario.ts';

export interface DoubleOptions {
  readonly scheduler: VirtualClock;
  readonly ledger: PeakLedger;
}

export type TestData = Record<string, unknown>;
type HandlerInput = LLMResponseHandlerInput<TestData>;

/** More calls of the handler than any conversation has. */
const CALLS = 80;

export function transportOf({ voice, client }: Scenario, doubled: DoubleOptions): TransportDouble {
  const script = placed(voice);
  const end = script.at(-1);
  const forMs = (end === undefined ? 0 : end.atMs + end.forMs) + 1500;
  return createTransportDouble({
    ...client,
    outputLatencyMs: client.outputLatencyMs ?? undefined,
    outputSampleRate: client.outputSampleRate ?? undefined,
    audioIn: microphone(script, { scheduler: doubled.scheduler, frameMs: 32, forMs }),
    ...doubled,
  });
}

export function configOf(scenario: Scenario): SessionConfig<TestData> {
  const { rules, firstMessage } = scenario;
  return {
    ...rules,
    backchannels: backchannelsOf(scenario),
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    first_message: words('F0', firstMessage),
  };
}

export function portsOf(scenario: Scenario, doubled: DoubleOptions): Ports {
  return {
    vad: createVadDouble(doubled),
    stt: sttOf(scenario, doubled),
    tts: ttsOf(scenario, doubled),
  };
}

function ttsOf({ tts, voices }: Scenario, doubled: DoubleOptions): TextToSpeech {
  return createTtsDouble({ ...tts, utterances: voices, msPerChar: MS_PER_CHAR, ...doubled });
}

function sttOf({ hearings, stt }: Scenario, doubled: DoubleOptions): SpeechToText {
  return createSttDouble({ says: hearings.map(utteranceOf), ...stt, ...doubled });
}

/** The update of act `n`. Its functions are those that return, its voice and its recogniser are as the first. */
export function updateOf(
  changes: readonly Change[],
  n: number,
  scenario: Scenario,
  doubled: DoubleOptions,
): SessionUpdate {
  const { time, search, book } = functionsOf(doubled.scheduler);
  return {
    ...(changes.includes('instructions') && { instructions: `U${n}` }),
    ...(changes.includes('functions') && { functions: { time, search, book } }),
    ...(changes.includes('tts') && { tts: ttsOf(scenario, doubled) }),
    ...(changes.includes('stt') && { stt: sttOf(scenario, doubled) }),
    ...(changes.includes('settings') && {
      min_endpointing_delay: n % 2 === 0 ? 0.9 : null,
      vad: n % 3 === 0 ? null : { provider: 'silero', min_silence_duration: 0.3 },
      user_away_timeout: n % 2 === 0 ? 3 : 0,
    }),
  };
}

export function splicesOf({ splice }: Scenario): Splices {
  return {
    interruption: splice === 'no interruptions' ? filter(() => false) : identity,
    userTurn: splice === 'half the turns' ? filter((_, n) => n % 2 === 0) : identity,
  };
}

/** `called` is notified of each call of the handler. */
export function agentOf(
  scenario: Scenario,
  doubled: DoubleOptions,
  called: (input: HandlerInput) => void,
): Agent<TestData> {
  const { completions, handler } = scenario;
  const replies = Array.from({ length: CALLS }, (_, call) => replyOf(completions, call));
  const double = createLlmDouble<HandlerInput>(replies, doubled);
  let aways = 0;
  return defineAgent<TestData>({
    configure_session: () => configOf(scenario),
    on_user_away: () => words(`A${aways++}`, aways % 3),
    functions: functionsOf(doubled.scheduler),
    llm_response_handler: (input): HandlerStream<ChatCompletionChunk> => {
      called(input);
      const stream = double(input);
      if (handler === 'observable') return stream;
      return handler === 'iterable' ? iterableOf(stream) : Promise.resolve(stream);
    },
  });
}

/** Interims of its own only where there is one text: they know of no final before them. */
function utteranceOf(
  { words: counts, interims, late, answer, delayMs, msPerWord }: Hearing,
  segment: number,
): Exclude<Extract<SttDoubleOptions['says'], readonly unknown[]>[number], string> {
  const name = `s${segment}`;
  return {
    answer,
    delayMs,
    msPerWord,
    text: counts.map((count, n) => words(name, count, sum(counts.slice(0, n)))),
    interims: counts.length === 1 ? interims?.map((count) => words(name, count)) : undefined,
    late: late === null ? undefined : { text: words(name, late.words, sum(counts)), afterMs: late.afterMs },
  };
}

function replyOf(completions: readonly Completion[], call: number): LlmReply {
  const { sentences, asks, calls, ...behaviour } = completions[call % completions.length] as Completion;
  const mark = asks ? '?' : '.';
  const text = sentences.map((count, n) => `A${words(`${call}`, count, sum(sentences.slice(0, n)))}${mark}`).join(' ');
  return { ...behaviour, text, calls: calls.map((name, n) => ({ name, id: `call_${call}_${n}` })) };
}

function functionsOf(clock: VirtualClock): Record<Exclude<FunctionName, 'unknown'>, AgentFunction<TestData>> {
  const define = (
    execute: (signal: AbortSignal, session: SessionControl) => unknown,
    uninterruptible = false,
  ): AgentFunction<TestData> =>
    defineFunction({
      description: 'a function',
      parameters: z.object({}),
      uninterruptible,
      execute: (_, { signal, session }) => execute(signal, session),
    });
  return {
    time: define(() => 'seven'),
    search: define((signal) => clock.sleep(2000, signal).then(() => 'found')),
    broken: define(() => {
      throw new Error('it is broken, as it was told');
    }),
    book: define((signal) => clock.sleep(3000, signal).then(() => 'booked'), true),
    pay: define(() => timer(15_000, clock).pipe(map(() => 'paid')), true),
    stuck: define(() => new Promise(() => {})),
    talk: define((_, session) => session.say(words('T0', 2))),
    goodbye: define((_, session) => session.end()),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
