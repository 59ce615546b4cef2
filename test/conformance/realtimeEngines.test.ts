import { interval } from 'rxjs';
import { expect, test } from 'vitest';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { synthesize } from '../../examples/talk/samples.ts';
import { serveConcierge } from '../browser/serveConcierge.ts';
import { asSpoken } from '../support/asSpoken.ts';
import { agents, openAi6, openAi7, SAMPLE_RATE, type ClientKind, type ServerEvent } from './realtimeClients.ts';

interface Item {
  readonly id: string;
  readonly type: string;
  readonly role?: string;
  readonly status: string;
  readonly name?: string;
  readonly call_id?: string;
  readonly output?: string;
  readonly content?: readonly { readonly transcript: string }[];
}

const FRAME_MS = 20;
const FRAME = (SAMPLE_RATE / 1000) * FRAME_MS;
const QUESTION = 'what time is it';
const ABOUT = 'tell me about the restaurant';
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;
/** Events with items as they are from then on. */
const KEPT: ReadonlySet<string> = new Set(['conversation.item.done', 'conversation.item.retrieved']);
/** So much of the story is heard before the guest speaks. */
const HEARD_MS = 4000;

const CLIENTS: readonly (readonly [string, ClientKind])[] = [
  ['openai 6.49, over TLS', openAi6],
  ['openai 7.55, over TLS', openAi7],
  ['@openai/agents-realtime 0.20, in Node', agents],
];

test.each(CLIENTS)(
  '%s: a spoken conversation with the engines of this machine',
  { timeout: 120_000 },
  async (_, kind) => {
    const { items, cuts, playedMs } = await converse(kind);
    const spoken = (role: string): readonly (string | undefined)[] =>
      items.filter((item) => item.role === role).map(({ content }) => content?.[0]?.transcript);
    expect(spoken('user')).toEqual([QUESTION, ABOUT, 'stop', 'goodbye']);
    const [call, result] = items.filter(({ call_id }) => call_id !== undefined);
    expect(call).toMatchObject({ type: 'function_call', name: 'current_time' });
    expect(result).toMatchObject({ type: 'function_call_output', call_id: call?.call_id });
    const story = items.find(({ status }) => status === 'incomplete')?.content?.[0]?.transcript ?? '';
    expect(spoken('assistant')).toEqual([
      'Good evening, the Olive Tree. What can I do for you?',
      `It is ${result?.output}.`,
      story,
      'Of course. What else can I do for you?',
      'Goodbye, and see you soon at the Olive Tree.',
    ]);
    const { words } = await asSpoken(STORY, SAMPLE_RATE);
    const wordsUntil = (ms: number) => words.filter(({ endMs }) => endMs <= ms);
    expect(new Set(cuts).size).toBe(1);
    const heard = wordsUntil(cuts[0] ?? 0);
    expect(heard.length).toBeGreaterThan(2);
    expect(story).toBe(STORY.slice(0, heard.at(-1)?.to));
    expect(Math.abs(wordsUntil(playedMs).length - heard.length)).toBeLessThanOrEqual(1);
  },
);

interface Outcome {
  readonly items: readonly Item[];
  /** The positions of truncations, in ms. */
  readonly cuts: readonly number[];
  /** How much of the story the client has played. */
  readonly playedMs: number;
}

/** Asks, lets the agent tell its story, interrupts it, and says goodbye. */
async function converse({ options, connect }: ClientKind): Promise<Outcome> {
  const server = await serveConcierge({ page: false, drain_on_sigterm: false, ...options });
  const items = new Map<string, Item>();
  const cuts: ServerEvent[] = [];
  let retrieved = false;
  const waiting = new Set<() => void>();
  let responses = 0;
  const hear = (event: ServerEvent): void => {
    const item = event['item'] as Item | undefined;
    if (item !== undefined && KEPT.has(event.type)) items.set(item.id, item);
    if (event.type === 'conversation.item.retrieved') retrieved = true;
    if (event.type === 'conversation.item.truncated') cuts.push(event);
    if (event.type === 'response.done') responses += 1;
    for (const check of waiting) check();
  };
  const client = await connect(server.url, hear);
  const microphone = createVoice(client.send);
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!isSo()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  try {
    await until(() => responses >= 1);
    await microphone.speak(QUESTION);
    await until(() => responses >= 2);
    const before = client.playedMs();
    await microphone.speak(ABOUT);
    await until(() => client.playedMs() > before + HEARD_MS);
    await microphone.speak('stop');
    await until(() => cuts.length > 0);
    const playedMs = client.playedMs() - before;
    client.retrieve(String(cuts[0]?.['item_id']));
    await until(() => retrieved && responses >= 4);
    await microphone.speak('goodbye');
    await client.ended;
    return { items: [...items.values()], cuts: cuts.map((event) => Number(event['audio_end_ms'])), playedMs };
  } finally {
    microphone.stop();
    client.close();
    await server.close();
  }
}

/** A microphone that is silent until a text is spoken. */
function createVoice(send: (samples: Int16Array) => void): { speak(text: string): Promise<void>; stop(): void } {
  const silence = new Int16Array(FRAME);
  const startedMs = performance.now();
  let sent = 0;
  let speech: Int16Array = silence;
  let over = (): void => undefined;
  const sendFrame = (): void => {
    sent += 1;
    const frame = speech.subarray(0, FRAME);
    speech = speech.subarray(FRAME);
    send(frame.length === FRAME ? frame : silence);
    if (frame.length < FRAME) over();
  };
  const ticks = interval(FRAME_MS).subscribe(() => {
    while ((sent + 1) * FRAME_MS <= performance.now() - startedMs) sendFrame();
  });
  return {
    speak: async (text) => {
      const { samples } = await synthesize(text, SAMPLE_RATE);
      await new Promise<void>((resolve) => {
        over = resolve;
        speech = samples;
      });
    },
    stop: () => ticks.unsubscribe(),
  };
}
