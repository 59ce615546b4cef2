import * as z from 'zod';
import { replay } from '../../src/replay/replay.ts';
import { serve } from '../../src/server/serve.ts';
import { defineAgent, defineFunction, type Agent } from '../../src/session/agent.ts';
import type { Recorder } from '../../src/session/recording.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { recorder } from '../replay/record.ts';
import type { Dialect, DialectClient } from './dialect.ts';
import { createEar, createVoice } from './voice.ts';
import { PAUSE_MS, voiceBeforeClear, type VoiceBeforeClear } from './voiceBeforeClear.ts';

/** What came of the conversation that every client holds. */
export interface Outcome {
  /** The messages of the history, without the interrupted one. */
  readonly history: readonly string[];
  /** How often the agent was interrupted, when the noise was over. */
  readonly interruptionsByNoise: number;
  /** How often it was interrupted by a voice. */
  readonly interruptions: number;
  /** Words of the interrupted message. */
  readonly heardWords: number;
  /** How many words fewer or more the client had played. */
  readonly differenceInWords: number;
  readonly heard: readonly unknown[];
  /** How long the client has heard the word that is the result of the function, in ms. */
  readonly resultMs: number;
  /** The user's voice over the agent, until it was interrupted. */
  readonly voice: VoiceBeforeClear | undefined;
  /** Where the replay of its recording differs. */
  readonly difference: unknown;
}

/** Long words, so that the time between two processes is less than one. */
const STORY =
  'Yesterday afternoon somebody telephoned regarding everything concerning breakfast arrangements, whereupon reception ' +
  'immediately forwarded additional information concerning available apartments throughout September.';
const MS_PER_CHARACTER = 70;
/** The result of the function. */
const RESULT = 'seven';
export const RESULT_MS: number = RESULT.length * MS_PER_CHARACTER;
/** Without words: the noise. */
const WORDS = ['what time is it', 'tell me about yesterday', '', 'stop please', 'goodbye'];
const NOISE_MS = 300;
/** Words that have not arrived after this time will not arrive. */
const LOST_MS = 5000;

/** The history of a conversation; the interrupted reply is left out. */
export const HISTORY: readonly string[] = [
  'assistant: Good evening.',
  'user: what time is it',
  'assistant: It is seven.',
  'user: tell me about yesterday',
  'user: stop please',
  'assistant: Certainly.',
  'user: goodbye',
  'assistant: Goodbye.',
];

interface Log {
  readonly messages: { readonly role: string; readonly content: string; readonly interrupted: boolean }[];
  /** How often the user was heard to start speaking. */
  starts: number;
  interruptions: number;
  /** What the client had played before each message of the user. The agent was silent while the user spoke, so that all of it had arrived. */
  readonly playedMs: number[];
  readonly heard: unknown[];
}

/** Holds the conversation over a server of its own, in real time, with doubles for voice activity, recogniser, model and voice. */
export async function converse(dialect: Dialect): Promise<Outcome> {
  const record = recorder({ audio: true });
  const outcome = await converseOver(dialect, record);
  const recording = record.recording();
  const { difference } = await replay(recording);
  return { ...outcome, voice: voiceBeforeClear(recording), difference };
}

type Held = Omit<Outcome, 'resultMs' | 'voice' | 'difference'>;

async function converseOver({ options, connect }: Dialect, record: Recorder): Promise<Held & { resultMs: number }> {
  const log: Log = { messages: [], starts: 0, interruptions: 0, playedMs: [], heard: [] };
  const ear = createEar();
  const stopped = createSignals();
  let client: DialectClient | undefined;
  const agent = createAgent({
    on_user_started_speaking: () => void (log.starts += 1),
    on_agent_stopped_speaking: () => stopped.emit(),
    on_agent_interrupted: ({ message, heard }) => {
      log.interruptions += 1;
      log.heard.push(heard);
      log.messages.push({ ...message, interrupted: true });
    },
    on_user_message_added: ({ message }) => {
      log.messages.push({ ...message, interrupted: false });
      log.playedMs.push(client?.playedMs() ?? 0);
    },
    on_agent_message_added: ({ message }) => void log.messages.push({ ...message, interrupted: false }),
  });
  const server = await serve({
    agent,
    ports: createPorts(),
    record,
    port: 0,
    page: false,
    max_loop_delay: 60,
    drain_on_sigterm: false,
    ...options,
  });
  try {
    client = await connect(server.url, { hear: ear.take });
    const held = await play(client, stopped, log);
    return { ...held, resultMs: ear.highMs() };
  } finally {
    client?.close();
    await server.close();
  }
}

async function play(client: DialectClient, stopped: Signals, log: Log): Promise<Held> {
  const interruptionsByNoise = await Promise.race([talk(client, stopped, log), failAtEndOf(client)]);
  await say(client, log, 800);
  await client.ended;
  const interrupted = log.messages.filter((message) => message.interrupted);
  const heardWords = wordsOf(interrupted[0]?.content ?? '');
  const [, before = 0, after = 0] = log.playedMs;
  const playedWords = wordsOf(STORY.slice(0, Math.floor((after - before) / MS_PER_CHARACTER)));
  const kept = log.messages.filter(({ content }) => !STORY.startsWith(content));
  return {
    history: kept.map(({ role, content }) => `${role}: ${content}`),
    interruptionsByNoise,
    interruptions: log.interruptions - interruptionsByNoise,
    heardWords,
    differenceInWords: Math.abs(heardWords - playedWords),
    heard: log.heard,
  };
}

/** Talks until there is only the goodbye left. Returns how often the agent was interrupted by noise. */
async function talk(client: DialectClient, stopped: Signals, log: Log): Promise<number> {
  await stopped.next();
  await say(client, log, 800);
  await stopped.next();
  await say(client, log, 800);
  await startOf(client);
  await say(client, log, NOISE_MS);
  await client.listen(PAUSE_MS + 500);
  const interruptionsByNoise = log.interruptions;
  await say(client, log, 1200);
  await stopped.next(2);
  return interruptionsByNoise;
}

/** Speaks, and repeats it if nothing arrived: a page on a busy machine may lose what it says. */
async function say(client: DialectClient, log: Log, ms: number): Promise<void> {
  const { starts } = log;
  do {
    await client.speak(ms);
    for (let waitedMs = 0; log.starts === starts && waitedMs < LOST_MS; waitedMs += 100) await client.listen(100);
  } while (log.starts === starts);
}

async function failAtEndOf({ ended }: DialectClient): Promise<never> {
  await ended;
  throw new Error('the connection has ended before the goodbye');
}

/** Resolves when the client has played a second of the story. */
async function startOf(client: DialectClient): Promise<void> {
  const before = client.playedMs();
  while (client.playedMs() < before + 1000) await client.listen(60);
}

function createAgent(handlers: Partial<Agent>): Agent {
  const clock = defineFunction({ description: 'Returns the time.', parameters: z.object({}), execute: () => RESULT });
  return defineAgent<object>({
    configure_session: () => ({
      initial_messages: [],
      vad: { provider: 'silero' },
      stt: { provider: 'deepgram', api_key: 'none' },
      tts: { provider: 'deepgram', api_key: 'none' },
      session_data: {},
      first_message: 'Good evening.',
    }),
    llm_response_handler: createLlmDouble<Parameters<Agent['llm_response_handler']>[0]>([
      { calls: [{ name: 'clock' }] },
      ({ messages }) => `It is ${messages.at(-1)?.content}.`,
      STORY,
      'Certainly.',
      ({ session }) => {
        session.end({ after: 'speech' });
        return 'Goodbye.';
      },
    ]),
    functions: { clock },
    ...handlers,
  });
}

function createPorts() {
  return {
    vad: createVadDouble(),
    stt: createSttDouble({ says: WORDS }),
    tts: createVoice({ msPerCharacter: MS_PER_CHARACTER, high: RESULT }),
  };
}

/** Waits for events of which some may have come before. */
interface Signals {
  emit(): void;
  /** Resolves when there were `count` more than those that were waited for. */
  next(count?: number): Promise<void>;
}

function createSignals(): Signals {
  let [seen, awaited] = [0, 0];
  let settle = (): void => undefined;
  return {
    emit: () => {
      seen += 1;
      settle();
    },
    next: async (count = 1) => {
      awaited += count;
      while (seen < awaited) await new Promise<void>((resolve) => (settle = resolve));
    },
  };
}

function wordsOf(text: string): number {
  return text.split(' ').filter((word) => word !== '').length;
}
