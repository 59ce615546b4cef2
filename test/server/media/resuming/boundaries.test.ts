import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { createFunction } from '../../../support/testSession.ts';
import { resumableCall, type ResumableCall, type ResumableCallOptions } from '../support/resumableCall.ts';

/** Time on the way, in each direction. */
const WAY_MS = 10;
const AWAY_MS = 200;

/** A conversation that is in a certain state for a while. */
interface Scene {
  readonly options: ResumableCallOptions;
  /** When all is said. */
  readonly endsAtMs: number;
  /** When the client stops reading, and when it goes on. */
  readonly stalls?: readonly [number, number];
  /** When the state begins and ends. */
  readonly between: (talk: Talk) => readonly [number, number];
  /** Whether the conversation was in that state. */
  readonly has: (talk: Talk) => boolean;
}

interface Talk extends ResumableCall {
  /** When the function was called, and when it answered. */
  readonly called: readonly number[];
  /** When audio could be sent, and when not. */
  readonly connected: readonly (readonly [number, boolean])[];
}

interface Kill {
  readonly atMs: number;
  readonly silently: boolean;
}

const ASKS = { atMs: 320, forMs: 640 };
/** In the long word, so that what counts as heard is the same words, however late that is known. */
const INTERRUPTS = { atMs: 4000, forMs: 900 };
const WITH_A_LONG_WORD = `It is ${'very-'.repeat(24)}late.`;
const GREETING = 'Good evening, and welcome. It is seven, or a little later, if the clock in the hall is right.';

const SCENES: Readonly<Record<string, Scene>> = {
  'while a function runs': {
    options: {
      says: ['what time is it'],
      voice: [ASKS],
      llm: [{ text: 'One moment please.', calls: [{ name: 'look_up' }] }, 'It is nine.'],
    },
    endsAtMs: 8000,
    between: ({ called: [from = 0, to = 0] }) => [from, to],
    has: ({ called }) => called.length === 2,
  },
  'while too much audio waits to be read': {
    options: { config: { first_message: GREETING } },
    endsAtMs: 14_000,
    stalls: [1000, 3800],
    between: ({ connected }) => [connected.find(([, is]) => !is)?.[0] ?? 0, connected.at(-1)?.[0] ?? 0],
    has: ({ connected }) => connected.map(([, is]) => is).join() === 'true,false,true',
  },
  'while a clear waits for its answer': {
    options: { says: ['hello', 'stop it please'], voice: [ASKS, INTERRUPTS], llm: [WITH_A_LONG_WORD, 'Fine.'] },
    endsAtMs: 12_000,
    between: ({ client }) => {
      const atMs = client.messages.find(({ type }) => type === 'clear')?.t_ms ?? 0;
      return [atMs, atMs + 2 * WAY_MS];
    },
    has: ({ client }) => client.messages.some(({ type }) => type === 'agent.interrupted'),
  },
};

async function talk({ options, endsAtMs, stalls }: Scene, kill?: Kill): Promise<Talk> {
  const called: number[] = [];
  const look_up = createFunction(async () => {
    called.push(made.clock.now());
    await made.clock.sleep(1500);
    called.push(made.clock.now());
    return 'nine';
  });
  const made = resumableCall({ ...options, agent: { functions: { look_up } } });
  const connected: (readonly [number, boolean])[] = [];
  made.join();
  made.connection.io.connected?.subscribe((is) => connected.push([made.clock.now(), is]));
  stalls?.forEach((ms, at) => made.clock.schedule(() => made.stall(at === 0), ms));
  if (kill !== undefined) {
    await made.clock.run(kill.atMs);
    made.cut(kill);
    await made.clock.run(kill.atMs + AWAY_MS);
    made.back();
  }
  await made.clock.run(endsAtMs);
  return { ...made, called, connected };
}

/** Each instant of the state at which something is sent or arrives, and those at which it begins and ends; 1 ms before and after them, too. */
function instantsOf(scene: Scene, undisturbed: Talk): readonly number[] {
  const [from, to] = scene.between(undisturbed);
  const edges = undisturbed.client.messages.flatMap(({ t_ms }) => [t_ms, t_ms + WAY_MS]);
  const within = [from, to, ...edges.filter((ms) => ms >= from && ms <= to)];
  return [...new Set(within.flatMap((ms) => [ms - 1, ms, ms + 1]))].toSorted((a, b) => a - b);
}

/** What a client is told, without the times, the audio, and words that are not final. */
function toldOf({ client }: Talk): readonly string[] {
  const told = client.messages.filter(({ type }) => /^(user|agent|message|function_calls)\./u.test(type));
  return told.filter((one) => one.type !== 'user.transcript' || one.final).map(withoutTimes);
}

function withoutTimes(message: ServerMessage): string {
  const { seq: _seq, t_ms: _ms, ...rest } = { played_samples: 0, ...message };
  return JSON.stringify({ ...rest, played_samples: 0 });
}

/** The utterances that were cut: how much of them is heard depends on when. */
function cutIn({ client }: Talk): ReadonlySet<string> {
  return new Set(client.messages.flatMap((one) => (one.type === 'agent.interrupted' ? [one.utterance_id] : [])));
}

function heardOf(made: Talk): readonly (readonly [string, number])[] {
  const cut = cutIn(made);
  return [...made.client.heard()].map(([utterance, { length }]) => [utterance, cut.has(utterance) ? 0 : length]);
}

describe.each(Object.entries(SCENES))('a connection that is lost %s', (_, scene) => {
  it.each([false, true])(
    '1 ms before, at, and after each message: nothing is missing, doubled or invented (the server does not notice the loss: %s)',
    async (silently) => {
      const undisturbed = await talk(scene);
      expect(scene.has(undisturbed)).toBe(true);
      const instants = instantsOf(scene, undisturbed);
      expect(instants.length).toBeGreaterThanOrEqual(6);
      for (const atMs of instants) {
        const made = await talk(scene, { atMs, silently });
        expect([atMs, made.client.faults, made.client.resumes]).toEqual([atMs, [], 1]);
        expect([atMs, made.history()]).toEqual([atMs, undisturbed.history()]);
        expect([atMs, toldOf(made)]).toEqual([atMs, toldOf(undisturbed)]);
        expect([atMs, heardOf(made)]).toEqual([atMs, heardOf(undisturbed)]);
        expect([atMs, made.called.length]).toEqual([atMs, undisturbed.called.length]);
      }
    },
  );
});
