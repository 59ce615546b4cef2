import {
  createSession,
  defineAgent,
  STT,
  TTS,
  VAD,
  type ChatMessage,
  type Session,
  type VadModel,
} from '../../../src/index.ts';
import {
  createTextReader,
  createTransportDouble,
  encodeText,
  type TransportDouble,
} from '../../../src/testing/index.ts';
import OpenAI from 'openai';
import { filter, firstValueFrom, from, map, Subject, take, tap, toArray, type Observable } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { openAiStt } from '../../../providers/openai/stt.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { startFake, type FakeServer, type FakeVendor } from '../../fakes/kit/fake.ts';
import { createKokoroFake } from '../../fakes/localServers/kokoro.ts';
import { createOllamaFake, OLLAMA_MODEL, type OllamaAnswer } from '../../fakes/localServers/ollama.ts';
import { createSpeachesFake, SPEACHES_MODEL } from '../../fakes/localServers/speaches.ts';
import { createWhisperServerFake } from '../../fakes/localServers/whisperServer.ts';

const RATE = 16_000;
const SPEACHES = { model: SPEACHES_MODEL, endpoint: 'transcriptions' } as const;
const WHISPER = { model: 'whisper', endpoint: 'transcriptions' } as const;
const servers: FakeServer[] = [];

afterEach(async () => {
  const closed = servers.splice(0);
  for (const server of closed) await server.idle();
  for (const server of closed) await server.close();
  const violations = closed.flatMap((server) => server.violations);
  if (violations.length > 0) throw new Error(violations.join('; '));
});

async function serve(vendor: FakeVendor): Promise<FakeServer> {
  const server = await startFake(vendor);
  servers.push(server);
  return server;
}

/** Hears every sound as speech. */
const vad: VadModel = {
  sampleRate: RATE,
  windowSamples: 512,
  score: (windows) => windows.pipe(map((window) => (window.some((sample) => sample !== 0) ? 1 : 0))),
};

interface Call {
  readonly session: Session;
  /** Emits all text that the agent has spoken so far. */
  readonly played: Observable<string>;
  readonly messages: readonly ChatMessage[];
  /** Emits the role of each message that is added. */
  readonly added: Observable<string>;
  readonly llm: FakeServer;
  say(text: string): void;
}

async function call(
  recogniser: FakeVendor,
  settings: typeof SPEACHES | typeof WHISPER,
  answers: readonly OllamaAnswer[],
): Promise<Call> {
  const [hears, speaks, llm] = [
    await serve(recogniser),
    await serve(createKokoroFake()),
    await serve(createOllamaFake(answers)),
  ];
  const openai = new OpenAI({ apiKey: 'none', baseURL: `${llm.origin}/v1`, maxRetries: 0 });
  const agent = defineAgent({
    configure_session: () => ({
      vad: VAD.Silero(),
      stt: STT.OpenAI({ api_key: 'none', base_url: hears.origin, final_timeout: 10, ...settings }),
      tts: TTS.OpenAI({ api_key: 'none', base_url: `${speaks.origin}/v1`, model: 'kokoro', voice: 'af_heart' }),
      initial_messages: [{ role: 'system' as const, content: 'Answer in one sentence.' }],
      session_data: {},
      min_endpointing_delay: 0.1,
    }),
    llm_response_handler: ({ messages, signal }) =>
      openai.chat.completions.create({ model: OLLAMA_MODEL, messages, stream: true }, { signal }),
  });
  const io = createTransportDouble();
  const played = new Subject<string>();
  const playout: TransportDouble['playout'] = (sent) => io.playout(sent).pipe(tap(() => played.next(readPlayed(io))));
  const config = await agent.configure_session({ custom_data: {}, signal: new AbortController().signal });
  const session = createSession(agent, config, { ...io, playout }, { ports: { vad } });
  const messages: ChatMessage[] = [];
  const added = session.events$.pipe(
    filter(({ name }) => name.endsWith('_message_added')),
    map(({ name }) => name),
  );
  session.events$.subscribe((event) => {
    if ('message' in event.input && event.name.endsWith('_added')) messages.push(event.input.message as ChatMessage);
  });
  session.start();
  const say = (text: string): void => {
    for (const samples of [encodeText(text, RATE), new Int16Array(RATE)])
      io.user.audio.next({ samples, sampleRate: RATE });
  };
  return { session, played, messages, added, llm, say };
}

function readPlayed(io: TransportDouble): string {
  const reader = createTextReader(24_000);
  return io.played().reduce((_, { samples }) => reader.push(samples), '');
}

test.each([
  ['speaches', createSpeachesFake(), SPEACHES],
  ['the server of whisper.cpp', createWhisperServerFake(), WHISPER],
] as const)('with %s, Ollama and Kokoro-FastAPI, a question is answered aloud', async (_, vendor, settings) => {
  const held = await call(vendor, settings, [{ text: 'It is noon.' }]);
  const answered = firstValueFrom(held.added.pipe(filter((name) => name === 'on_agent_message_added')));
  held.say('What time is it? Please.');
  const [said] = await Promise.all([firstValueFrom(held.played.pipe(filter((text) => text.endsWith('.')))), answered]);
  expect(held.messages.map(({ role, content }) => `${role}: ${String(content)}`)).toEqual([
    'user: What time is it? Please.',
    'assistant: It is noon.',
  ]);
  expect(said).toBe('It is noon.');
  held.session.end();
  await held.session.ended;
});

test('the user interrupts: the language model is stopped, and the next answer knows what was heard', async () => {
  const held = await call(createSpeachesFake(), SPEACHES, [
    { text: 'There was once a king who had three sons. They', stalls: true },
    { text: 'Good night.' },
  ]);
  const heard = firstValueFrom(held.played.pipe(filter((text) => text.startsWith('There was'))));
  held.say('Tell me a story.');
  await heard;
  expect(held.llm.open).toBe(1);
  const answered = firstValueFrom(held.added.pipe(take(3), toArray()));
  held.say('Stop it, please, I want to sleep.');
  await answered;
  expect(held.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(String(held.messages[1]?.content)).toMatch(/^There was/u);
  expect(held.messages[3]?.content).toBe('Good night.');
  const { messages } = JSON.parse(Buffer.from(held.llm.requests[1]?.body ?? []).toString()) as {
    messages: unknown[];
  };
  expect(messages.slice(1)).toMatchObject(held.messages.slice(0, 3).map(({ role, content }) => ({ role, content })));
  held.session.end();
  await held.session.ended;
});

test('what a reasoning model thinks is not spoken', async () => {
  const held = await call(createSpeachesFake(), SPEACHES, [{ text: 'It is noon.', reasoning: 'The user asks.' }]);
  const answered = firstValueFrom(held.added.pipe(filter((name) => name === 'on_agent_message_added')));
  held.say('What time is it?');
  await answered;
  expect(held.messages.at(-1)?.content).toBe('It is noon.');
  held.session.end();
  await held.session.ended;
});

/** What is recognised in one segment. */
function recognise(server: FakeServer, text: string, settings: object = SPEACHES): Promise<readonly SttEvent[]> {
  const stt = openAiStt({ api_key: 'none', base_url: `${server.origin}/v1`, ...settings });
  const speech: readonly SttInput[] = [
    { kind: 'start', segment: 0 },
    { kind: 'audio', segment: 0, frame: { samples: encodeText(text, RATE), sampleRate: RATE } },
    { kind: 'end', segment: 0 },
  ];
  return firstValueFrom(stt.transcribe(from(speech)).pipe(toArray()));
}

test('the lines of whisper.cpp become one line', async () => {
  const events = await recognise(await serve(createWhisperServerFake()), 'Two. At seven, please.', WHISPER);
  expect(events).toMatchObject([{ kind: 'final', text: 'Two. At seven, please.' }]);
});

test('a model that speaches has not downloaded is named in the error, with the way to download it', async () => {
  const [event] = await recognise(await serve(createSpeachesFake({ models: [] })), 'hello');
  expect(event).toMatchObject({ kind: 'failed', error: { code: 'provider_refused', message: /POST \/v1\/models/u } });
});

test('hot words of speaches go into its form', async () => {
  const server = await serve(createSpeachesFake());
  await recognise(server, 'hello', { ...SPEACHES, prompt: 'A hotel.', extra: { body: { hotwords: 'Antiphon' } } });
  const form = Buffer.from(server.requests.at(-1)?.body ?? []).toString('latin1');
  expect([/name="hotwords"\s+Antiphon/u, /name="prompt"\s+A hotel\./u].map((field) => field.test(form))).toEqual([
    true,
    true,
  ]);
});
