import { filter, firstValueFrom, Subject, take, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { azureSpeechModel } from '../../providers/azure/speechModel/speechModel.ts';
import { openAiSpeechModel } from '../../providers/openai/speechModel/speechModel.ts';
import { xaiSpeechModel } from '../../providers/xai/speechModel.ts';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../src/core/speechToSpeech.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createSpeechToSpeechContract } from '../../src/testing/contracts/speechToSpeechContract.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { createOpenAiConversationFake } from '../fakes/openaiConversation.ts';
import type { ConversationScript } from '../fakes/openaiConversation/script.ts';
import type { ServiceName } from '../fakes/openaiConversation/services.ts';
import { keeps, speechModelAgainst } from './against.ts';

const RATE = 24_000;
const api_key = 'fake-key';

let server: FakeServer | null = null;
let close = (): void => {};

afterEach(async () => {
  close();
  await server?.idle();
  const violations = server?.violations ?? [];
  await server?.close();
  server = null;
  if (violations.length > 0) throw new Error(`the service would refuse: ${violations.join(', ')}`);
});

interface Talk {
  send(...inputs: readonly SpeechModelInput[]): void;
  /** Resolves with all events so far, once there are `count` of this kind. */
  until(kind: SpeechModelEvent['kind'], count?: number): Promise<readonly SpeechModelEvent[]>;
}

/** Begins a conversation with a model that follows the script. */
async function talk(script: ConversationScript): Promise<Talk> {
  const started = await startFake(createOpenAiConversationFake(script));
  server = started;
  const model = openAiSpeechModel({ api_key: 'fake-key', base_url: started.origin });
  const input = new Subject<SpeechModelInput>();
  const events: SpeechModelEvent[] = [];
  const changed = new Subject<SpeechModelEvent>();
  const running = model.converse(input, { history: () => [], tools: () => [], words: true }).subscribe((event) => {
    events.push(event);
    changed.next(event);
  });
  close = () => running.unsubscribe();
  const until: Talk['until'] = async (kind, count = 1) => {
    const missing = count - events.filter((event) => event.kind === kind).length;
    if (missing > 0)
      await firstValueFrom(
        changed.pipe(
          filter((event) => event.kind === kind),
          take(missing),
          toArray(),
        ),
      );
    return events;
  };
  return { send: (...inputs) => inputs.forEach((one) => input.next(one)), until };
}

/** The user says a text in turn N, and the reply is requested. */
function asks(turn: number, text: string): readonly SpeechModelInput[] {
  const samples = encodeText(text, RATE);
  return [
    { kind: 'audio', frame: { samples, sampleRate: RATE } },
    { kind: 'commit', turn },
    { kind: 'respond', turn },
  ];
}

/** The events in short: kinds with their turn, and neighbours of one kind once. */
function outline(events: readonly SpeechModelEvent[]): readonly string[] {
  const kinds = events.map((event) => ('turn' in event ? `${event.kind} ${event.turn}` : event.kind));
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

function audioOf(events: readonly SpeechModelEvent[], item: string): number {
  return events.reduce(
    (sum, event) => sum + (event.kind === 'audio' && event.item === item ? event.frame.samples.length : 0),
    0,
  );
}

describe('OpenAI’s realtime API', () => {
  test('answers a question with speech and its text', async () => {
    const { send, until } = await talk({ responses: [{ items: [{ text: 'It is seven.' }] }] });
    send(...asks(0, 'what time is it'));
    const events = await until('ended');
    expect(outline(events)).toEqual([
      'ready',
      'words 0',
      'started 0',
      'text 0',
      'audio 0',
      'item_ended 0',
      'usage 0',
      'ended 0',
    ]);
    expect(events).toContainEqual({ kind: 'words', turn: 0, text: 'what time is it', final: true });
    expect(audioOf(events, 'item_2')).toBe(encodeText('It is seven.', RATE).length);
  });

  test.each(['within', 'after'] as const)('brings the words of the user %s the answer', async (words) => {
    const { send, until } = await talk({ responses: [{ items: [{ text: 'It is seven.' }] }], words });
    send(...asks(0, 'what time is it'));
    await until('ended');
    expect(await until('words')).toContainEqual({ kind: 'words', turn: 0, text: 'what time is it', final: true });
  });

  test('says when the words of the user cannot be had', async () => {
    const { send, until } = await talk({ responses: [{ items: [{ text: 'Pardon?' }] }], words: 'failed' });
    send(...asks(0, 'what'));
    expect(await until('words_failed')).toContainEqual(expect.objectContaining({ kind: 'words_failed', turn: 0 }));
  });

  test('says a text of the application beside an answer', async () => {
    const { send, until } = await talk({ responses: [{ items: [{ text: 'It is noon.' }] }] });
    send(...asks(0, 'what time is it'), { kind: 'say', turn: -1, text: 'One "moment".' });
    const events = await until('ended', 2);
    const texts = events.flatMap((event) => (event.kind === 'text' ? [`${event.turn}: ${event.delta}`] : []));
    expect(texts.toSorted()).toEqual(['-1: One "moment".', '0: It is noon.']);
    expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(2);
  });

  test('speaks several items in one response, and calls functions between them', async () => {
    const items = [{ text: 'Let me see.' }, { call: 'book', arguments: { people: 2 } }, { text: 'One moment.' }];
    const { send, until } = await talk({ responses: [{ items }, { items: [{ text: 'It is booked.' }] }] });
    send(...asks(0, 'a table'));
    const events = await until('ended');
    const called = {
      id: 'call_item_3',
      type: 'function',
      function: { name: 'book', arguments: '{"people":2}' },
    } as const;
    expect(events.at(-1)).toEqual({ kind: 'ended', turn: 0, calls: [called] });
    const result = { role: 'tool', tool_call_id: called.id, content: 'booked' } as const;
    send({ kind: 'add', messages: [result] }, { kind: 'respond', turn: 0 });
    expect(outline(await until('ended', 2)).slice(-5)).toEqual([
      'text 0',
      'audio 0',
      'item_ended 0',
      'usage 0',
      'ended 0',
    ]);
  });

  test('drops audio that comes after a response was cancelled, and answers the next turn', async () => {
    const long = { items: [{ text: 'Today we close at eight, and open again tomorrow at noon.' }] };
    const { send, until } = await talk({ responses: [long, { items: [{ text: 'Yes?' }] }], lateFrames: 5 });
    send(...asks(0, 'when do you close'));
    const before = audioOf(await until('audio'), 'item_2');
    send({ kind: 'cancel', turn: 0 }, { kind: 'truncate', item: 'item_2', samples: before }, ...asks(1, 'wait'));
    const events = await until('ended');
    expect(audioOf(events, 'item_2')).toBe(before);
    expect(events.at(-1)).toEqual({ kind: 'ended', turn: 1, calls: [] });
  });

  test('removes what was not heard: it truncates the item that was cut, and deletes the unheard one', async () => {
    const { send, until } = await talk({ responses: [{ items: [{ text: 'One moment.' }, { text: 'At eight.' }] }] });
    send(...asks(0, 'when'));
    await until('ended');
    send({ kind: 'truncate', item: 'item_2', samples: 4000 }, { kind: 'truncate', item: 'item_3', samples: 0 });
    send(...asks(1, 'pardon'));
    await until('ended', 2);
    const cuts = (server?.log ?? [])
      .map(({ frame }) => String(frame))
      .filter((frame) => /"conversation\.item\.(?:truncated|deleted)"/u.test(frame));
    expect(cuts.map((cut) => JSON.parse(cut))).toEqual([
      { type: 'conversation.item.truncated', item_id: 'item_2', content_index: 0, audio_end_ms: 166 },
      { type: 'conversation.item.deleted', item_id: 'item_3' },
    ]);
  });

  test('ends a response that failed, and one that it did not announce', async () => {
    const responses = [
      { items: [], status: 'failed' as const },
      { items: [], isUnannounced: true },
    ];
    const { send, until } = await talk({ responses });
    send(...asks(0, 'hello'));
    expect((await until('ended')).at(-1)).toMatchObject({
      error: new Error('the response ended as failed: it failed'),
    });
    send(...asks(1, 'hello'));
    expect((await until('ended', 2)).at(-1)).toEqual({ kind: 'ended', turn: 1, calls: [] });
  });

  test('is reached again after a lost connection, whose reply fails', async () => {
    const script = { responses: [{ items: [{ text: 'It is seven.' }] }], closesWith: 1011 };
    const { send, until } = await talk(script);
    send(...asks(0, 'what time is it'));
    expect(outline(await until('ready', 2))).toEqual([
      'ready',
      'words 0',
      'started 0',
      'text 0',
      'audio 0',
      'ended 0',
      'ready',
    ]);
  });
});

const FAULTS = INJECTED_FAULTS.filter((fault) => fault !== 'goes silent' && fault !== 'is mute');

const SERVICES = {
  'OpenAI’s realtime API': ['openai', (base_url) => openAiSpeechModel({ api_key, base_url })],
  'Azure Voice Live': ['azure', (endpoint) => azureSpeechModel({ api_key, endpoint, model: 'gpt-realtime-2.1' })],
  'xAI’s realtime API': ['xai', (base_url) => xaiSpeechModel({ api_key, base_url })],
} satisfies Record<string, readonly [ServiceName, (origin: string) => SpeechToSpeech]>;

for (const [name, [service, create]] of Object.entries(SERVICES))
  keeps(
    `${name} keeps the contract of SpeechToSpeech`,
    createSpeechToSpeechContract(
      speechModelAgainst((responses) => createOpenAiConversationFake({ responses, service }), create),
      { faults: FAULTS },
    ),
  );
