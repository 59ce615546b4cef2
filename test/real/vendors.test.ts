import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { beforeAll, describe, expect, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { runConversation, type Conversation } from '../../examples/talk/runConversation.ts';
import type { Line } from '../../examples/talk/guest.ts';
import { SAMPLE_RATE } from '../../examples/talk/audioDevice.ts';
import { synthesize } from '../../examples/talk/samples.ts';
import { createTextReader, encodeText } from '../../src/testing/textAudio.ts';
import { findOrderFaults } from './findOrderFaults.ts';
import { IN_MP3, recognise, RECOGNISERS, SENTENCES, speak, VOICES, type RunningVendor } from './vendors.ts';

const { about: ABOUT, stop: STOP, goodbye: GOODBYE } = SENTENCES;
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;

/**
 * How far what counts as said may be from what was heard, in characters: only whole words count as said, so the longest
 * word and its space. It is as much where the vendor times no words and the cut is estimated by the share of the audio
 * that was played: the servers' speech is even. With real voices such an estimate is worse.
 */
const A_WORD = Math.max(...STORY.split(' ').map((word) => word.length + 1));

/** The shortest and quietest that is spoken: a character, by `encodeText`. */
const SPACE = encodeText(' ', SAMPLE_RATE);
const QUIETEST = Math.max(...SPACE);

/** Each recogniser and each voice at least once. */
const EARS = Object.keys(RECOGNISERS);
const PAIRS = Object.keys(VOICES).map((tts, index) => ({ stt: EARS[index % EARS.length] ?? '', tts }));

interface Scene {
  readonly tts: string;
  readonly recogniser: RunningVendor<SttConfig>;
  readonly synthesizer: RunningVendor<TtsConfig>;
  readonly lines: readonly Line[];
}

interface Held {
  readonly conversation: Conversation;
  /** What was wrong on the wires. */
  readonly faults: readonly string[];
}

/** Conversations at once: together they take a third of a core, so that a busy machine has it for them. */
const AT_ONCE = 4;

const all = new Map<string, Held>();
beforeAll(async () => {
  // None waits for the set-up of another one in its conversation.
  const scenes = await Promise.all(PAIRS.map(setUp));
  for (let from = 0; from < scenes.length; from += AT_ONCE)
    await Promise.all(
      scenes.slice(from, from + AT_ONCE).map(async (scene) => void all.set(scene.tts, await hold(scene))),
    );
});

/**
 * A conversation over each vendor's wire, with servers of our own at the other end: recorded speech goes in, Silero hears
 * it, the vendor's server understands it by a recogniser of its own, and what it speaks can be read from the guest's
 * loudspeaker, or counted where it went through mp3.
 */
describe.each(PAIRS)('a conversation with $stt hearing and $tts speaking', ({ tts }) => {
  const held = (): Held => all.get(tts) ?? raise(`no conversation with ${tts}`);

  test('ends by itself, without an error, and every frame on the wires was lawful', () => {
    const { conversation, faults } = held();
    const { events, errors, reason } = conversation.log;
    const failures = errors.filter(({ code }) => code !== 'setting_unsupported');
    expect([failures, faults, reason, findOrderFaults(events)]).toEqual([[], [], 'agent_ended', []]);
  });

  test('what was spoken is what was understood', () =>
    expect(messages(held().conversation, 'user')).toEqual([ABOUT, STOP, GOODBYE]));

  test('the long answer is interrupted, and the history keeps what the guest has heard', () => {
    const { conversation } = held();
    const interrupted = conversation.log.events.flatMap(({ name, input }) =>
      name === 'on_agent_interrupted' ? [input.message.content] : [],
    );
    const heard = (tts === IN_MP3 ? countedFrom : readFrom)(conversation, STORY);
    expect(interrupted).toHaveLength(1);
    expect(`${STORY} `.startsWith(`${interrupted[0]} `)).toBe(true);
    expect(interrupted[0]).not.toBe('');
    expect(
      Math.abs((interrupted[0] ?? '').length - heard.length),
      `told “${interrupted[0]}”, heard “${heard}”`,
    ).toBeLessThanOrEqual(A_WORD);
  });
});

async function setUp({ stt, tts }: (typeof PAIRS)[number]): Promise<Scene> {
  const lines = [
    { name: ABOUT, audio: await synthesize(ABOUT, SAMPLE_RATE) },
    { name: STOP, over: 3, audio: await synthesize(STOP, SAMPLE_RATE) },
    { name: GOODBYE, audio: await synthesize(GOODBYE, SAMPLE_RATE) },
  ];
  return { tts, recogniser: await recognise(stt), synthesizer: await speak(tts), lines };
}

async function hold({ recogniser, synthesizer, lines }: Scene): Promise<Held> {
  const conversation = await runConversation(speaking(recogniser.config, synthesizer.config), lines);
  const servers = [recogniser.server, synthesizer.server];
  await Promise.all(servers.map((server) => server.idle()));
  await Promise.all(servers.map((server) => server.close()));
  return { conversation, faults: servers.flatMap((server) => server.violations) };
}

function speaking(stt: SttConfig, tts: TtsConfig): typeof concierge {
  return {
    ...concierge,
    configure_session: async (input) => ({ ...(await concierge.configure_session(input)), stt, tts }),
  };
}

function messages({ log }: Conversation, role: string): readonly string[] {
  const matching = log.history.filter((message) => message.role === role && message.content !== '');
  return matching.map(({ content }) => content);
}

/**
 * What of `text` came out of the guest's loudspeaker, read: without the silence, which may cut a character in two. A space
 * between sentences is not spoken by every vendor.
 */
function readFrom({ recording }: Conversation, text: string): string {
  const all = createTextReader(recording.sampleRate).push(recording.agent.filter((sample) => sample !== 0));
  let at = all.indexOf(text.slice(0, 10));
  let length = 0;
  while (at >= 0 && length < text.length) {
    if (all[at] === text[length]) at += 1;
    else if (text[length] !== ' ') break;
    length += 1;
  }
  return text.slice(0, length);
}

/** The same by time alone: what came out of the loudspeaker, less all other answers, each spoken with a space behind. */
function countedFrom(conversation: Conversation, text: string): string {
  const { agent } = conversation.recording;
  const sounding = agent.filter((sample) => Math.abs(sample) > QUIETEST / 2).length;
  const others = messages(conversation, 'assistant').filter((content) => !text.startsWith(content));
  return text.slice(0, Math.round(sounding / SPACE.length) - others.map((content) => `${content} `).join('').length);
}

function raise(message: string): never {
  throw new Error(message);
}
