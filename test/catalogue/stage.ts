import type { ChatMessage } from '../../src/core/message.ts';
import type { AgentFunction } from '../../src/session/agent.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import type { SttUtterance } from '../../src/testing/doubles/sttSegment.ts';
import { textOf } from '../../src/testing/doubles/tts.ts';
import type { SoundInterval } from '../../src/testing/audio.ts';
import { createFunction } from '../support/asked.ts';
import type { EventName } from '../../src/testing/score/names.ts';
import { timesOf } from '../support/timedEvent.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** One thing that somebody does. */
export type UserAction =
  | { readonly kind: 'says'; readonly voice: SoundInterval; readonly text: string | SttUtterance }
  | { readonly kind: 'sounds'; readonly voice: SoundInterval }
  | { readonly kind: 'acts'; readonly atMs: number; readonly act: (rig: TestSession) => void };

type Functions = Record<string, AgentFunction<Record<string, unknown>>>;

/** What a function of the agent does; the clock is that of the session. */
export type FunctionBody = (clock: VirtualClock) => unknown;

export interface PlayedSessionOptions extends Omit<TestSessionOptions, 'voice' | 'says'> {
  /** What happens, each sound in order of time. Default: `TELL_ME`. */
  readonly user?: readonly UserAction[];
  readonly functions?: Readonly<Record<string, FunctionBody>>;
  /** Functions that nothing interrupts. */
  readonly uninterruptible?: Readonly<Record<string, FunctionBody>>;
  /** @default 30_000 */
  readonly untilMs?: number;
}

export interface PlayedSession extends TestSession {
  readonly codes: readonly string[];
  /** The names of the events, in their order. */
  readonly eventNames: readonly EventName[];
  /** The times of the events with a name, in ms. */
  when(event: EventName): readonly number[];
  /** What came out of the loudspeaker, utterance by utterance. */
  spoken(): readonly string[];
}

/** Plays a whole conversation in virtual time. */
export async function playSession(piece: PlayedSessionOptions): Promise<PlayedSession> {
  const { user = [TELL_ME], functions, uninterruptible, untilMs = 30_000, agent, ...options } = piece;
  const voice = user.flatMap((cue) => (cue.kind === 'acts' ? [] : [cue.voice]));
  const says = user.flatMap((cue) => (cue.kind === 'says' ? [cue.text] : []));
  const define = (
    deeds: PlayedSessionOptions['functions'] = {},
    more?: { readonly uninterruptible: boolean },
  ): Functions => mapped(deeds, (deed) => createFunction(() => deed(made.clock), more));
  const made: TestSession = createTestSession({
    voice,
    says,
    agent: { functions: { ...define(functions), ...define(uninterruptible, { uninterruptible: true }) }, ...agent },
    ...options,
  });
  for (const cue of user) if (cue.kind === 'acts') made.clock.schedule(() => cue.act(made), cue.atMs);
  await made.clock.run(untilMs);
  return {
    ...made,
    codes: made.errors.map(({ code }) => code),
    eventNames: made.events.map(({ event }) => event),
    when: (event) => timesOf(made.events, event),
    spoken: () => made.io.played().map(({ samples }) => textOf(samples)),
  };
}

/**
 * Speech, a segment of its own where more than 576 ms are quiet before it. On a grid of 32 ms it starts 64 ms in, and
 * ends 576 ms after its last sample; 50 ms later it is settled.
 */
export function says(atMs: number, text: string | SttUtterance, forMs = 640): UserAction {
  return { kind: 'says', voice: { atMs, forMs }, text };
}

/** A noise that the VAD takes for speech and the recogniser finds no words in. */
export function coughs(atMs: number, forMs = 640): UserAction {
  return says(atMs, '', forMs);
}

/** More sound in the segment before. */
export function continues(atMs: number, forMs: number): UserAction {
  return { kind: 'sounds', voice: { atMs, forMs } };
}

export function types(atMs: number, text: string): UserAction {
  return does(atMs, ({ io }) => io.user.text.next(text));
}

export function does(atMs: number, act: (rig: TestSession) => void): UserAction {
  return { kind: 'acts', atMs, act };
}

/** Committed at 1586 ms; a reply without delays is audible from then on. */
export const TELL_ME: UserAction = says(320, 'tell me');
export const COMMITTED = 1586;

/** 107 characters: audible for 6420 ms. */
export { LONG } from '../support/asked.ts';

/** The calls and results that the model was shown, the last time it was asked. */
export function callsShown({ llm }: TestSession): readonly string[] {
  const { messages } = llm.inputs.at(-1) as { readonly messages: readonly ChatMessage[] };
  return messages.flatMap((message) => {
    if (message.role === 'tool') return [`${message.tool_call_id}: ${message.content}`];
    return message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => `asks ${id}`) : [];
  });
}

function mapped<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
