import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { openAiSpeechModel } from '../../../../providers/openai/speechModel/speechModel.ts';
import type { ChatMessage } from '../../../../src/core/message.ts';
import type { SpeechModelEvent, SpeechModelInput } from '../../../../src/core/speechToSpeech.ts';
import {
  createSocketDouble,
  type ServerBehaviour,
  type SocketRecord,
} from '../../../../src/testing/wire/socketDouble.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';

const HISTORY: readonly ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'a table' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'book', arguments: '{}' } }],
  },
  { role: 'tool', content: 'booked', tool_call_id: 'c' },
  { role: 'assistant', content: 'It is booked.' },
];
const TOOL = {
  type: 'function',
  function: { name: 'book', description: 'Books', parameters: { type: 'object' } },
} as const;
const json = (frame: unknown): { readonly type: string } => JSON.parse(String(frame)) as { readonly type: string };

/** A server that takes every session. */
const OPENS: ServerBehaviour = {
  script: [{ atMs: 10, frame: '{"type":"session.created"}' }],
  onFrame: (frame, server) => {
    if (json(frame).type === 'session.update') server.send('{"type":"session.updated"}', 10);
  },
};

interface Conversation {
  readonly clock: VirtualClock;
  readonly input: Subject<SpeechModelInput>;
  readonly events: readonly string[];
  readonly connections: readonly SocketRecord[];
  readonly close: () => void;
  /** The types of the messages that a connection got. */
  sent(connection: number): readonly string[];
}

function begin(server: ServerBehaviour | readonly ServerBehaviour[]): Conversation {
  const clock = new VirtualClock();
  const input = new Subject<SpeechModelInput>();
  const events: string[] = [];
  const { openSocket, connections } = createSocketDouble({ scheduler: clock, server });
  const model = openAiSpeechModel({ api_key: 'secret' }, { openSocket, scheduler: clock, random: () => 1 });
  const note = (event: SpeechModelEvent): void => {
    const error = 'error' in event && event.error instanceof Error ? ` (${event.error.message})` : '';
    events.push(`${clock.now()} ${event.kind}${'turn' in event ? ` ${event.turn}` : ''}${error}`);
  };
  const talking = model.converse(input, { history: () => HISTORY, tools: () => [TOOL], words: true }).subscribe({
    next: note,
    error: (error: Error) => events.push(`${clock.now()} error: ${error.message}`),
    complete: () => events.push(`${clock.now()} complete`),
  });
  const sent = (at: number) => connections[at]?.sent.map(({ frame }) => json(frame).type) ?? [];
  return { clock, input, events, connections, close: () => talking.unsubscribe(), sent };
}

const audio = (samples: number): SpeechModelInput => ({
  kind: 'audio',
  frame: { samples: new Int16Array(samples), sampleRate: 24_000 },
});

describe('a conversation with a speech model', () => {
  test('is set up with instructions, functions and turns of the client, and gets the history', async () => {
    const { clock, connections, events } = begin(OPENS);
    await clock.run(100);
    expect(events).toEqual(['20 ready']);
    expect(connections[0]?.request).toEqual({
      url: 'wss://api.openai.com/v1/realtime?model=gpt-realtime-2.1',
      headers: { authorization: 'Bearer secret' },
    });
    const [setup, ...items] = connections[0]?.sent.map(({ frame }) => json(frame)) ?? [];
    expect(setup).toEqual({
      type: 'session.update',
      event_id: 'setup',
      session: {
        type: 'realtime',
        instructions: 'Be brief.',
        tools: [{ type: 'function', name: 'book', description: 'Books', parameters: { type: 'object' } }],
        tool_choice: 'auto',
        output_modalities: ['audio'],
        audio: {
          input: {
            format: { type: 'audio/pcm', rate: 24_000 },
            turn_detection: null,
            transcription: { model: 'gpt-live-transcribe' },
          },
          output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'marin', speed: 1 },
        },
      },
    });
    expect(items).toEqual(
      [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a table' }] },
        { type: 'function_call', call_id: 'c', name: 'book', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'booked' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is booked.' }] },
      ].map((item) => ({ type: 'conversation.item.create', item })),
    );
  });

  test('keeps what is said before the connection is ready', async () => {
    const { clock, input, sent } = begin(OPENS);
    input.next(audio(2400));
    input.next({ kind: 'commit', turn: 0 });
    input.next({ kind: 'respond', turn: 0 });
    await clock.run(100);
    expect(sent(0).slice(-3)).toEqual(['input_audio_buffer.append', 'input_audio_buffer.commit', 'response.create']);
  });

  test('closes its connection when it is left, and completes with its input', async () => {
    const [left, ended] = [begin(OPENS), begin(OPENS)];
    await Promise.all([left.clock.run(100), ended.clock.run(100)]);
    left.close();
    ended.input.complete();
    expect([left, ended].map(({ connections }) => connections[0]?.closed?.by)).toEqual(['close', 'close']);
    expect(ended.events.at(-1)).toBe('100 complete');
  });
});

describe('a lost connection', () => {
  const LOST: ServerBehaviour = { ...OPENS, script: [...(OPENS.script ?? []), { atMs: 1000, end: { code: 1006 } }] };

  test('fails the words and the reply that it owed, and the next one gets the audio that was not committed', async () => {
    const { clock, input, events, sent } = begin([LOST, OPENS]);
    await clock.run(500);
    input.next(audio(2400));
    input.next({ kind: 'commit', turn: 0 });
    input.next({ kind: 'respond', turn: 0 });
    input.next(audio(2400));
    input.next(audio(2400));
    await clock.run(2000);
    const lost = '(openai: the connection ended with 1006)';
    expect(events).toEqual(['20 ready', `1000 words_failed 0 ${lost}`, `1000 ended 0 ${lost}`, '1270 ready']);
    expect(sent(1).slice(-2)).toEqual(['input_audio_buffer.append', 'input_audio_buffer.append']);
  });

  test('that was old is replaced at once', async () => {
    const { clock, connections } = begin(OPENS);
    await clock.run(59 * 60_000 + 1);
    expect(connections.map(({ atMs }) => atMs)).toEqual([0, 59 * 60_000]);
  });

  test('ends the conversation after five attempts, or at once when the provider refuses', async () => {
    const never = begin({ script: [{ atMs: 0, end: { code: 1011, reason: 'busy' } }] });
    const refused = begin({
      script: [{ atMs: 0, end: { refused: { status: 401, headers: {}, body: 'no key secret' } } }],
    });
    await Promise.all([never.clock.run(20_000), refused.clock.run(20_000)]);
    expect(never.connections).toHaveLength(5);
    expect(never.events).toEqual(['3750 error: openai: the connection ended with 1011: busy']);
    expect(refused.events).toEqual(['0 error: openai: HTTP 401: no key ***']);
  });
});
