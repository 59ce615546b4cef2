import * as z from 'zod';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { defineAgent, defineFunction, type Agent } from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config.ts';
import { createSession } from '../../src/session/createSession.ts';
import type { Session } from '../../src/session/session.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { createTransportDouble, type TransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { configOf, type TestData } from '../properties/scenarioParts.ts';
import { PeakLedger } from '../properties/peakLedger.ts';
import { MS_PER_CHAR, type Scenario } from '../properties/scenario.ts';
import type { UntimedEntry } from '../properties/observe.ts';
import { createManualStt, createManualStream, type ManualStt, type ManualStream } from './manualParts.ts';

/** One session, with everything that may happen at the instant in the test’s hands. */
export interface ManualSession {
  readonly clock: VirtualClock;
  readonly ledger: PeakLedger;
  readonly io: TransportDouble;
  readonly session: Session<TestData>;
  readonly stt: ManualStt;
  /** What the handler streams when it is called again. */
  readonly token: ManualStream<ChatCompletionChunk>;
  /** What the function returns. */
  readonly result: ManualStream<string>;
}

/** `first` is what the handler answers first; `log` is called for each call of the handler. */
export function createManualSession(
  first: LlmReply,
  log: (entry: UntimedEntry) => void,
  clock: VirtualClock,
): ManualSession {
  const ledger = new PeakLedger();
  const doubled = { scheduler: clock, ledger };
  const made = {
    clock,
    ledger,
    stt: createManualStt(clock),
    token: createManualStream<ChatCompletionChunk>(),
    result: createManualStream<string>(),
  };
  const io = createTransportDouble({ ...doubled, positionEveryMs: 1000 });
  const ports = {
    vad: createVadDouble(doubled),
    stt: made.stt,
    tts: createTtsDouble({ ...doubled, msPerChar: MS_PER_CHAR }),
  };
  const options = { scheduler: clock, id: 'ses_orders', ports };
  return { ...made, io, session: createSession(agentOf(first, made, log), config(), io, options) };
}

function agentOf(
  first: LlmReply,
  { clock, ledger, token, result }: Pick<ManualSession, 'clock' | 'ledger' | 'token' | 'result'>,
  log: (entry: UntimedEntry) => void,
): Agent<TestData> {
  const begin = createLlmDouble<unknown>([first], { scheduler: clock, ledger });
  const search = defineFunction({
    description: 'returns when it is told to, whatever its signal says',
    parameters: z.object({}),
    execute: () => result.stream,
  });
  return defineAgent<TestData>({
    configure_session: config,
    functions: { search },
    llm_response_handler: (input) => {
      log({ of: 'handler', value: structuredClone(input.messages) });
      return begin.inputs.length === 0 ? begin(input) : token.stream.pipe(ledger.track('llm'));
    },
  });
}

/** Everything is short, so that many can be played: an interruption takes 5 windows of voice, an end 2 of silence. */
function config(): SessionConfig<TestData> {
  return {
    ...configOf(DEFAULT_SCENARIO),
    vad: { provider: 'silero', min_silence_duration: 0.05 },
    interrupt_time_threshold: 0.16,
    min_endpointing_delay: 0.05,
  };
}

/** A conversation by the defaults, in which nothing is scripted. */
export const DEFAULT_SCENARIO: Scenario = {
  rules: {
    allow_interruptions: true,
    interrupt_time_threshold: 0.5,
    interrupt_word_threshold: 0,
    min_endpointing_delay: 0.5,
    max_nested_function_calls: 1,
    resume_after_false_interruption: true,
  },
  firstMessage: 0,
  voice: [],
  hearings: [],
  stt: { interims: true, finalTimeoutMs: 1000 },
  acts: [],
  reactions: [],
  splice: 'none',
  completions: [],
  handler: 'observable',
  voices: [],
  tts: { timings: true, accepts: 'sentences' },
  client: { reports: 'positions', latencyMs: 0, clearDelayMs: 0, outputLatencyMs: null, outputSampleRate: null },
};
