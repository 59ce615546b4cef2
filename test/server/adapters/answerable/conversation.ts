import fc from 'fast-check';
import type { TextToSpeech } from '../../../../src/core/ports.ts';
import type { MediaAdapter } from '../../../../src/core/mediaAdapter.ts';
import { voiced } from '../../../../src/testing/audio.ts';
import { createLlmDouble } from '../../../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../../../src/testing/doubles/streamReply.ts';
import { createTtsDouble } from '../../../../src/testing/doubles/tts.ts';
import type { TtsBehaviour } from '../../../../src/testing/doubles/emitSpeech.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';

/** What a client does, and when: so many ms after what it did before. */
export interface Step<Action> {
  readonly afterMs: number;
  readonly action: Action;
}

/** How the agent's parts behave for its first replies. */
export interface Behaviour {
  readonly llm: readonly LlmReply[];
  readonly tts: readonly TtsBehaviour[];
}

export interface Played {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  /** True when the agent's parts work again. */
  isCalm: boolean;
}

const reply: fc.Arbitrary<LlmReply> = fc.record({
  text: fc.constantFrom(
    'Yes.',
    'It is seven. We open at eight, and close at nine in the evening.',
    '',
    '…',
    'One moment',
  ),
  firstTokenMs: fc.constantFrom(0, 300, 2500),
  tokenMs: fc.constantFrom(0, 120),
  failAfterTokens: fc.constantFrom(undefined, undefined, undefined, 0, 2),
  calls: fc.constantFrom([], [], [{ name: 'cart' }]),
});

const voice: fc.Arbitrary<TtsBehaviour> = fc.record({
  firstAudioMs: fc.constantFrom(0, 200, 1500),
  speed: fc.constantFrom(Number.POSITIVE_INFINITY, 2),
  stallAfterChars: fc.constantFrom(undefined, undefined, undefined, 0, 3),
  failAfterChars: fc.constantFrom(undefined, undefined, undefined, 0, 3),
});

export const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  llm: fc.array(reply, { maxLength: 6 }),
  tts: fc.array(voice, { maxLength: 6 }),
});

/** Draws what a client does, with times that meet each stage of a reply. */
export function stepsOf<Action>(action: fc.Arbitrary<Action>): fc.Arbitrary<readonly Step<Action>[]> {
  const step = fc.record({ afterMs: fc.constantFrom(0, 0, 20, 100, 350, 900, 2000, 6000), action });
  return fc.array(step, { minLength: 1, maxLength: 24 });
}

/** The answer of an agent whose parts work. */
export const CALM = 'All is well.';

/** Sound that is words for the recogniser. */
export const speech = (ms: number, sampleRate: number): Int16Array => voiced(ms, sampleRate).samples;

/** Plays what a client does against a session in virtual time, and 60 s more. */
export async function play<Action>(
  adapter: MediaAdapter,
  inputRate: 16_000 | 24_000,
  { llm, tts }: Behaviour,
  steps: readonly Step<Action>[],
  act: (action: Action, played: Played) => void,
  join: (played: Played) => void = () => {},
): Promise<Played> {
  const clock = new VirtualClock();
  const played: Played = { clock, socket: new FakeSocket(), isCalm: false };
  const made = call({
    scheduler: clock,
    adapter,
    inputRate,
    outputRate: 24_000,
    agent: { llm_response_handler: createAgent(llm, played) },
    ports: { tts: createVoice(tts, played) },
    says: Array.from({ length: 64 }, (_, at) => ['stop please', 'mhm', 'what time is it'][at % 3] ?? ''),
    updates: { instructions: true, tools: true, history: true, voices: {}, functions: {} },
  });
  made.start();
  made.connection.join(played.socket);
  join(played);
  let atMs = 100;
  for (const { afterMs, action } of steps) {
    atMs += afterMs;
    clock.schedule(() => act(action, played), atMs);
  }
  await clock.run(atMs + 60_000);
  played.isCalm = true;
  return played;
}

function createAgent(replies: readonly LlmReply[], played: Played) {
  let calls = 0;
  return (input: unknown) => {
    const scripted = played.isCalm ? undefined : replies[calls++];
    return createLlmDouble([scripted ?? CALM], { scheduler: played.clock })(input);
  };
}

function createVoice(behaviours: readonly TtsBehaviour[], played: Played): TextToSpeech {
  let utterances = 0;
  const createDouble = (behaviour: TtsBehaviour): TextToSpeech =>
    createTtsDouble({ scheduler: played.clock, sampleRate: 24_000, ...behaviour });
  return {
    ...createDouble({}),
    synthesize: (text, options) => {
      const scripted = played.isCalm ? undefined : behaviours[utterances++];
      return createDouble(scripted ?? {}).synthesize(text, options);
    },
  };
}
