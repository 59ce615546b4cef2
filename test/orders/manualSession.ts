import * as z from 'zod';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { defineFunction, type Agent } from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import type { Session } from '../../src/session/session.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import type { TransportDouble } from '../../src/playback/transportDouble.ts';
import type { TestData } from '../properties/scenario.ts';
import { configOf } from '../properties/scenarioParts.ts';
import { PeakLedger } from '../properties/peakLedger.ts';
import { MS_PER_CHAR, type Scenario } from '../properties/scenario.ts';
import type { UntimedEntry } from '../properties/observe.ts';
import { createTestSession } from '../support/testSession.ts';
import { createManualStt, createManualStream, type ManualStt, type ManualStream } from './manualParts.ts';

/** One session, with everything that may happen at the instant in the test’s hands. */
export interface ManualSession {
  readonly config: SessionConfig<TestData>;
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
  const made = {
    clock,
    config: config(),
    ledger: new PeakLedger(),
    stt: createManualStt(clock),
    token: createManualStream<ChatCompletionChunk>(),
    result: createManualStream<string>(),
  };
  const { io, session } = createTestSession({
    clock,
    ledger: made.ledger,
    agent: agentOf(first, made, log),
    config: made.config,
    tts: { msPerChar: MS_PER_CHAR },
    transport: { audioIn: undefined, positionEveryMs: 1000 },
    options: { ports: { stt: made.stt } },
    start: false,
  });
  return { ...made, io, session };
}

function agentOf(
  first: LlmReply,
  { clock, ledger, token, result }: Pick<ManualSession, 'clock' | 'ledger' | 'token' | 'result'>,
  log: (entry: UntimedEntry) => void,
): Partial<Agent<TestData>> {
  const begin = createLlmDouble<unknown>([first], { scheduler: clock, ledger });
  const search = defineFunction({
    description: 'returns when it is told to, whatever its signal says',
    interruptible: true,
    parameters: z.object({}),
    execute: () => result.stream,
  });
  return {
    functions: { search },
    llm_response_handler: (input) => {
      log({ of: 'handler', value: structuredClone(input.messages) });
      return begin.inputs.length === 0 ? begin(input) : token.stream.pipe(ledger.track('llm'));
    },
  };
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
    turn_detection: undefined,
    preemptive_generation: false,
    filler: '',
    filler_delay: 2,
    user_away_timeout: 0,
    max_nested_function_calls: 1,
    resume_after_false_interruption: true,
    interrupt_phrases: [],
    ignore_echo: false,
  },
  firstMessage: 0,
  bufferS: 60,
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
  client: {
    reports: 'positions',
    latencyMs: 0,
    clearDelayMs: 0,
    outputLatencyMs: null,
    outputSampleRate: null,
    outputFrameMs: 20,
  },
};
