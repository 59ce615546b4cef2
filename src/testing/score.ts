import type { AntiphonError } from '../core/errors.ts';
import type { Message } from '../core/message.ts';
import type { Agent } from '../session/agent.ts';
import { createSession } from '../session/createSession.ts';
import type { SessionOptions } from '../session/createSession.ts';
import { microphone } from './audio.ts';
import type { Voice } from './audio.ts';
import { VirtualClock } from './clock.ts';
import { llmDouble } from './doubles/llm.ts';
import type { LlmReply } from './doubles/llm.ts';
import { sttDouble } from './doubles/stt.ts';
import { transportDouble } from './doubles/transport.ts';
import { ttsDouble } from './doubles/tts.ts';
import { vadDouble } from './doubles/vad.ts';

/** Times and durations: `1s`, `1.5s`, `700ms`. */
export type Duration = `${number}s` | `${number}ms`;

/** What a conversation is written with; what is expected is checked when it is over. */
export interface Score {
  readonly user: {
    says(at: Duration, text: string, lasting: Duration): void;
    /** A sound that the VAD takes for speech and the recogniser finds no words in. */
    noise(at: Duration, lasting: Duration): void;
    types(at: Duration, text: string): void;
  };
  readonly agent: {
    /** One of the agent's messages is just this: what was heard, and nothing else. */
    heard(text: string): void;
    /** The agent is not heard at all. */
    neverSays(): void;
  };
  /** The names of the events, without `on_`, in their order. */
  events(expected: readonly string[]): void;
  /** The messages of the session, from the first on; keys that are left out do not count. */
  history(expected: readonly Partial<Message>[]): void;
}

export interface ScoreOptions {
  readonly custom_data?: Record<string, unknown> | undefined;
  /** What the model answers, in turn. Default: the agent's own handler. */
  readonly llm?: readonly (string | LlmReply)[] | undefined;
  readonly splice?: SessionOptions['splice'];
  readonly stages?: SessionOptions['stages'];
  /** How long the conversation lasts. @default 60s */
  readonly lasting?: Duration | undefined;
}

/**
 * Plays a conversation with `agent` in virtual time: handler, functions and events are its own; microphone, VAD, STT, TTS
 * and client are doubles. Rejects with all that was expected and did not happen, beside what did.
 */
export async function score<SessionData extends object>(
  agent: Agent<SessionData>,
  write: (score: Score) => void,
  options: ScoreOptions = {},
): Promise<void> {
  const script = scriptOf(write);
  const took = await perform(agent, script, options);
  const faults = script.expectations.flatMap((expectation) => expectation(took));
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n\nWhat happened:\n${took.log.join('\n')}`);
}

/** What there is to perform, and what is expected of it. */
interface Script {
  readonly voice: (Voice & { readonly text: string })[];
  readonly typed: { readonly atMs: number; readonly text: string }[];
  readonly expectations: ((took: Performance) => readonly string[])[];
}

interface Performance {
  readonly events: string[];
  readonly messages: readonly Message[];
  readonly log: string[];
}

function scriptOf(write: (score: Score) => void): Script {
  const script: Script = { voice: [], typed: [], expectations: [] };
  const speak = (at: Duration, text: string, lasting: Duration): void =>
    void script.voice.push({ atMs: msOf(at), forMs: msOf(lasting), text });
  write({
    user: {
      says: speak,
      noise: (at, lasting) => speak(at, '', lasting),
      types: (at, text) => void script.typed.push({ atMs: msOf(at), text }),
    },
    agent: {
      heard: (text) => void script.expectations.push((took) => expectHeard(took, text)),
      neverSays: () => void script.expectations.push(expectSilence),
    },
    events: (expected) => void script.expectations.push(({ events }) => expectSame('events', events, expected)),
    history: (expected) => void script.expectations.push(({ messages }) => expectHistory(messages, expected)),
  });
  script.voice.sort((a, b) => a.atMs - b.atMs);
  return script;
}

async function perform<SessionData extends object>(
  agent: Agent<SessionData>,
  { voice, typed }: Script,
  { custom_data = {}, llm, splice, stages, lasting = '60s' }: ScoreOptions,
): Promise<Performance> {
  const scheduler = new VirtualClock();
  const config = await agent.configure_session({ custom_data, signal: new AbortController().signal });
  const io = transportDouble({ scheduler, audioIn: microphone(voice, { scheduler }) });
  const stt = sttDouble({ says: voice.map(({ text }) => text), scheduler });
  const ports = { vad: vadDouble({ scheduler }), stt, tts: ttsDouble({ scheduler }) };
  const played = llm === undefined ? agent : { ...agent, llm_response_handler: llmDouble(llm, { scheduler }) };
  const session = createSession(played, config, io, { scheduler, ports, splice, stages });
  const events: string[] = [];
  const log: string[] = [];
  let messages: readonly Message[] = [];
  session.events$.subscribe(({ at, name, input }) => {
    events.push(name.slice('on_'.length));
    log.push(`${at} ms ${name}${'message' in input ? `: ${input.message.content}` : ''}`);
  });
  session.errors$.subscribe(({ code, message }: AntiphonError) => log.push(`${code}: ${message}`));
  session.history$.subscribe((entries) => (messages = entries.map(({ message }) => message)));
  for (const { atMs, text } of typed) scheduler.schedule(() => io.user.text.next(text), atMs);
  session.start();
  await scheduler.run(msOf(lasting));
  session.close('ended_by_api');
  await scheduler.advance(1000);
  return { events, messages, log };
}

function expectHeard({ messages }: Performance, text: string): readonly string[] {
  const heard = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  return heard.includes(text) ? [] : [`expected that "${text}" was heard, got ${JSON.stringify(heard)}`];
}

function expectSilence({ events }: Performance): readonly string[] {
  return events.includes('agent_started_speaking') ? ['expected that the agent never speaks'] : [];
}

function expectSame(what: string, got: readonly string[], expected: readonly string[]): readonly string[] {
  const same = got.length === expected.length && got.every((one, at) => one === expected[at]);
  return same ? [] : [`expected ${what}\n  ${expected.join('\n  ')}\ngot\n  ${got.join('\n  ')}`];
}

function expectHistory(messages: readonly Message[], expected: readonly Partial<Message>[]): readonly string[] {
  const lines = expected.map((message) => JSON.stringify(message));
  const got = messages.map((message, at) => {
    const keys = Object.keys(expected[at] ?? message) as (keyof Message)[];
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, message[key]])));
  });
  return expectSame('history', got, lines);
}

function msOf(duration: Duration): number {
  return duration.endsWith('ms') ? Number(duration.slice(0, -2)) : Number(duration.slice(0, -1)) * 1000;
}
