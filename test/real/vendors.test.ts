import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { beforeAll, describe, expect, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { answerTo } from '../../examples/concierge/answers.ts';
import { converse } from '../../examples/talk/converse.ts';
import type { Conversation } from '../../examples/talk/converse.ts';
import { SAMPLE_RATE } from '../../examples/talk/desk.ts';
import { spoken } from '../../examples/talk/samples.ts';
import { readingEar } from '../../src/testing/sound.ts';
import { unlawful } from './lawful.ts';
import { recognise, RECOGNISERS, speak, VOICES } from './vendors.ts';

const ABOUT = 'tell me about the restaurant';
const STORY = answerTo([{ role: 'user', content: ABOUT }]).text;

/** Each recogniser and each voice at least once. */
const EARS = Object.keys(RECOGNISERS);
const PAIRS = Object.keys(VOICES).map((tts, index) => ({ stt: EARS[index % EARS.length] ?? '', tts }));

interface Held {
  readonly conversation: Conversation;
  /** What was wrong on the wires. */
  readonly faults: readonly string[];
}

/** All at once: none of them knows of the others. */
const all = new Map<string, Held>();
beforeAll(async () => {
  await Promise.all(PAIRS.map(async (pair) => all.set(pair.tts, await hold(pair))));
}, 120_000);

/**
 * A conversation over each vendor's wire, with servers of our own at the other end: recorded speech goes in, Silero hears
 * it, the vendor's server understands it by a recogniser of its own, and what it speaks can be read from the guest's
 * loudspeaker.
 */
describe.each(PAIRS)('a conversation with $stt hearing and $tts speaking', ({ tts }) => {
  const held = (): Held => all.get(tts) ?? raise(`no conversation with ${tts}`);

  test('ends by itself, without an error, and every frame on the wires was lawful', () => {
    const { conversation, faults } = held();
    const { events, errors, reason } = conversation.minutes;
    const failures = errors.filter(({ code }) => code !== 'setting_unsupported');
    expect([failures, faults, reason, unlawful(events)]).toEqual([[], [], 'agent_ended', []]);
  });

  test('what was spoken is what was understood', () =>
    expect(messages(held().conversation, 'user')).toEqual([ABOUT, 'stop', 'goodbye']));

  test('the long answer is interrupted, and what counts as said is what the guest has heard', () => {
    const { conversation } = held();
    const told = conversation.minutes.events.flatMap(({ name, input }) =>
      name === 'on_agent_interrupted' ? [input.message.content] : [],
    );
    const heard = heardOf(conversation, STORY);
    expect(told).toHaveLength(1);
    expect(STORY.startsWith(told[0] ?? '?')).toBe(true);
    expect(told[0]).not.toBe('');
    expect(Math.abs((told[0] ?? '').length - heard.length)).toBeLessThan(tolerance(tts));
  });
});

async function hold({ stt, tts }: (typeof PAIRS)[number]): Promise<Held> {
  const [ear, mouth] = [await recognise(stt), await speak(tts)];
  const lines = [
    { name: ABOUT, audio: await spoken(ABOUT, SAMPLE_RATE) },
    { name: 'stop', over: 3, audio: await spoken('stop', SAMPLE_RATE) },
    { name: 'goodbye', audio: await spoken('goodbye', SAMPLE_RATE) },
  ];
  const conversation = await converse(speaking(ear.config, mouth.config), lines);
  const servers = [ear.server, mouth.server];
  await Promise.all(servers.map((server) => server.idle()));
  await Promise.all(servers.map((server) => server.close()));
  return { conversation, faults: servers.flatMap((server) => server.faults) };
}

function speaking(stt: SttConfig, tts: TtsConfig): typeof concierge {
  return {
    ...concierge,
    configure_session: async (input) => ({ ...(await concierge.configure_session(input)), stt, tts }),
  };
}

function messages({ minutes }: Conversation, role: string): readonly string[] {
  const said = minutes.history.filter((message) => message.role === role && message.content !== '');
  return said.map(({ content }) => content);
}

/** How much of `text` came out of the guest's loudspeaker. */
function heardOf({ recording }: Conversation, text: string): string {
  const ear = readingEar(recording.sampleRate);
  const all = ear.push(recording.agent);
  const from = all.indexOf(text.slice(0, 10));
  let length = 0;
  while (from >= 0 && all[from + length] === text[length] && length < text.length) length += 1;
  return text.slice(0, length);
}

/** In characters: a word where the vendor times its words, half a sentence where the cut is estimated. */
function tolerance(tts: string): number {
  return ['azure', 'elevenlabs', 'cartesia', 'fish'].includes(tts) ? 14 : 60;
}

function raise(message: string): never {
  throw new Error(message);
}
