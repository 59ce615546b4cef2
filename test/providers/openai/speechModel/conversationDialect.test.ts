import { beforeEach, describe, expect, test } from 'vitest';
import {
  begin,
  RATE,
  TENTH,
  TRANSCRIPTION,
  receive,
  send,
  setUp,
  append,
  lengthOf,
  commit,
  respond,
  audio,
  done,
  kinds,
} from './conversation.ts';

beforeEach(begin);

describe('a conversation', () => {
  test('is set up when it was created, gets the history when that was taken, and is ready', () => {
    expect(receive('session.created', { session: {} })).toEqual([
      { type: 'session.update', event_id: 'setup', session: { type: 'realtime', instructions: 'Be brief.' } },
    ]);
    expect(receive('session.updated', { session: {} })).toEqual([
      {
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      },
      { kind: 'ready' },
      { kind: 'ready' },
    ]);
    expect(send({ kind: 'update' })).toEqual([
      { type: 'session.update', session: { type: 'realtime', instructions: 'Be kind.' } },
    ]);
    expect(receive('session.updated', { session: {} })).toEqual([]);
  });
});

describe('the user’s words', () => {
  beforeEach(setUp);

  test('are committed, and come later, in parts', () => {
    commit(3);
    expect(receive(`${TRANSCRIPTION}.delta`, { item_id: 'user_3', delta: 'a ta' })).toEqual([
      { kind: 'words', turn: 3, text: 'a ta', final: false },
    ]);
    expect(receive(`${TRANSCRIPTION}.completed`, { item_id: 'user_3', transcript: 'a table' })).toEqual([
      { kind: 'words', turn: 3, text: 'a table', final: true },
    ]);
    expect(receive(`${TRANSCRIPTION}.delta`, { item_id: 'user_3', delta: 'late' })).toEqual([]);
  });

  test('of two turns are kept apart, whichever come first', () => {
    commit(0);
    commit(1);
    const completed = (turn: number) =>
      receive(`${TRANSCRIPTION}.completed`, { item_id: `user_${turn}`, transcript: `${turn}` });
    expect([...completed(1), ...completed(0)]).toEqual([
      { kind: 'words', turn: 1, text: '1', final: true },
      { kind: 'words', turn: 0, text: '0', final: true },
    ]);
  });

  test('may fail', () => {
    commit(0);
    const [failed] = receive(`${TRANSCRIPTION}.failed`, { item_id: 'user_0', error: { message: 'no speech' } });
    expect(failed).toMatchObject({ kind: 'words_failed', turn: 0, error: new Error('no speech') });
  });

  test('of less than 100 ms are not committed: the server would refuse them', () => {
    append(TENTH - 1);
    expect(send({ kind: 'commit', turn: 0 })).toEqual([{ kind: 'words', turn: 0, text: '', final: true }]);
    expect(send({ kind: 'clear' })).toEqual([]);
  });

  test('are sent in pieces of 100 ms, and the rest when they are committed', () => {
    expect([TENTH - 1, 2, 1].map((samples) => append(samples).map(lengthOf))).toEqual([[], [TENTH + 1], []]);
    const [rest, ...others] = send({ kind: 'commit', turn: 0 });
    expect([lengthOf(rest), others]).toEqual([1, [{ type: 'input_audio_buffer.commit' }]]);
  });

  test('are dropped as noise, whether they were sent or not', () => {
    for (const samples of [TENTH, 1]) append(samples);
    expect(send({ kind: 'clear' })).toEqual([{ type: 'input_audio_buffer.clear' }]);
    append(1);
    expect(send({ kind: 'clear' })).toEqual([]);
    expect(append(TENTH).map(lengthOf)).toEqual([TENTH]);
  });

  test('that were typed are an item', () => {
    expect(send({ kind: 'add', messages: [{ role: 'user', content: 'hello' }] })).toEqual([
      {
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      },
    ]);
  });
});

describe('a reply', () => {
  beforeEach(setUp);

  test('has text and audio in items, and an end', () => {
    expect(send({ kind: 'respond', turn: 0 })).toEqual([{ type: 'response.create', event_id: 'respond_0' }]);
    expect(receive('response.created', { response: { id: 'r' } })).toEqual([{ kind: 'started', turn: 0 }]);
    const text = { response_id: 'r', item_id: 'a', delta: 'It is' };
    expect(receive('response.output_audio_transcript.delta', text)).toEqual([
      { kind: 'text', turn: 0, item: 'a', delta: 'It is' },
    ]);
    expect(audio('r', 'a', 2)).toEqual([
      { kind: 'audio', turn: 0, item: 'a', frame: { samples: new Int16Array(2), sampleRate: RATE } },
    ]);
    expect(receive('response.output_item.done', { response_id: 'r', item: { id: 'a', type: 'message' } })).toEqual([
      { kind: 'item_ended', turn: 0, item: 'a' },
    ]);
    expect(done('r')).toEqual([{ kind: 'ended', turn: 0, calls: [] }]);
  });

  test('may have instructions and a tool choice of its own', () => {
    const tool_choice = { type: 'function', function: { name: 'book' } } as const;
    expect(send({ kind: 'respond', turn: 0, instructions: 'Greet.', tool_choice })).toEqual([
      {
        type: 'response.create',
        event_id: 'respond_0',
        response: { instructions: 'Be brief.\n\nGreet.', tool_choice: { type: 'function', name: 'book' } },
      },
    ]);
  });

  test('ends with its calls, whose results are sent together before the next response', () => {
    respond(0, 'r');
    const item = { id: 'c', type: 'function_call', call_id: 'call_1', name: 'book', arguments: '{}' };
    receive('response.output_item.done', { response_id: 'r', item });
    expect(done('r')).toEqual([
      {
        kind: 'ended',
        turn: 0,
        calls: [{ id: 'call_1', type: 'function', function: { name: 'book', arguments: '{}' } }],
      },
    ]);
    const result = { role: 'tool', tool_call_id: 'call_1', content: 'booked' } as const;
    expect([...send({ kind: 'add', messages: [result] }), ...send({ kind: 'respond', turn: 0 })]).toEqual([
      { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: 'booked' } },
      { type: 'response.create', event_id: 'respond_0' },
    ]);
  });

  test('waits until the one before is over', () => {
    respond(0, 'r');
    expect(send({ kind: 'respond', turn: 1 })).toEqual([]);
    expect(done('r').at(-1)).toEqual({ type: 'response.create', event_id: 'respond_1' });
    expect(receive('response.created', { response: { id: 's' } })).toEqual([{ kind: 'started', turn: 1 }]);
  });

  test('that is cancelled emits nothing more, and the next one begins when the server has ended it', () => {
    respond(0, 'r');
    audio('r', 'a', 2);
    expect(send({ kind: 'cancel', turn: 0 })).toEqual([{ type: 'response.cancel', response_id: 'r' }]);
    expect(send({ kind: 'cancel', turn: 0 })).toEqual([]);
    send({ kind: 'respond', turn: 1 });
    expect([...audio('r', 'a', 2), ...audio('r', 'a', 2)]).toEqual([]);
    expect(done('r', { status: 'cancelled' })).toEqual([{ type: 'response.create', event_id: 'respond_1' }]);
  });

  test('that is cancelled before the server has created it is cancelled then', () => {
    send({ kind: 'respond', turn: 0 });
    expect(send({ kind: 'cancel', turn: 0 })).toEqual([{ type: 'response.cancel' }]);
    expect(receive('response.created', { response: { id: 'r' } })).toEqual([
      { type: 'response.cancel', response_id: 'r' },
    ]);
  });

  test('that waits is forgotten when it is cancelled', () => {
    respond(0, 'r');
    send({ kind: 'respond', turn: 1 });
    expect(send({ kind: 'cancel', turn: 1 })).toEqual([]);
    expect(kinds(done('r'))).toEqual(['ended']);
  });

  test('ends, too, if the server completes it without having created it', () => {
    send({ kind: 'respond', turn: 0 });
    expect(done('r')).toEqual([{ kind: 'ended', turn: 0, calls: [] }]);
  });

  test.each([
    ['failed', { type: 'failed', error: { message: 'the model is overloaded' } }, 'failed: the model is overloaded'],
    ['cancelled', { type: 'cancelled', reason: 'turn_detected' }, 'cancelled: turn_detected'],
  ])('that ends as %s has an error', (status, status_details, message) => {
    respond(0, 'r');
    expect(done('r', { status, status_details })).toEqual([
      { kind: 'ended', turn: 0, calls: [], error: new Error(`the response ended as ${message}`) },
    ]);
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
  ])('that is stopped by %s is complete up to there', (reason, stoppedBy) => {
    respond(0, 'r');
    expect(done('r', { status: 'incomplete', status_details: { type: 'incomplete', reason } })).toEqual([
      { kind: 'ended', turn: 0, calls: [], stoppedBy },
    ]);
  });

  test('that the server refuses to begin ends with an error, and the next one begins', () => {
    send({ kind: 'respond', turn: 0 });
    send({ kind: 'respond', turn: 1 });
    const error = {
      type: 'invalid_request_error',
      code: 'unknown',
      message: 'No tool is called x.',
      event_id: 'respond_0',
    };
    expect(receive('error', { error })).toEqual([
      { kind: 'ended', turn: 0, calls: [], error: new Error('the response was refused: No tool is called x.') },
      { type: 'response.create', event_id: 'respond_1' },
    ]);
  });

  test('that is cancelled leaves no item that was not emitted', () => {
    respond(0, 'r');
    audio('r', 'a', 2);
    send({ kind: 'cancel', turn: 0 });
    const output = ['a', 'b'].map((id) => ({ id, type: 'message' }));
    expect(done('r', { status: 'cancelled', output })).toEqual([{ type: 'conversation.item.delete', item_id: 'b' }]);
  });

  test('reports its tokens, even if it was cancelled', () => {
    respond(0, 'r');
    send({ kind: 'cancel', turn: 0 });
    const usage = {
      input_token_details: { text_tokens: 10, audio_tokens: 20, cached_tokens: 5 },
      output_token_details: { text_tokens: 3, audio_tokens: 40 },
    };
    expect(done('r', { status: 'cancelled', usage })).toEqual([
      {
        kind: 'usage',
        turn: 0,
        usage: {
          inputTextTokens: 10,
          inputAudioTokens: 20,
          cachedTextTokens: 5,
          cachedAudioTokens: 0,
          outputTextTokens: 3,
          outputAudioTokens: 40,
        },
      },
    ]);
  });
});

describe('a text of the application', () => {
  beforeEach(setUp);

  const CREATE = {
    type: 'response.create',
    event_id: 'say_-1',
    response: {
      conversation: 'none',
      input: [],
      instructions: 'Say exactly the following text, in its language, and nothing else: "Hello \\"you\\"."',
      tool_choice: 'none',
      metadata: { turn: '-1' },
    },
  };
  const say = (): readonly unknown[] => send({ kind: 'say', turn: -1, text: 'Hello "you".' });
  const confirm = (): readonly unknown[] =>
    receive('response.created', { response: { id: 's', metadata: { turn: '-1' } } });

  test('is said in a response outside of the conversation, beside an answer', () => {
    respond(0, 'r');
    expect(say()).toEqual([CREATE]);
    expect(confirm()).toEqual([{ kind: 'started', turn: -1 }]);
    expect(kinds(audio('s', 'x', 2))).toEqual(['audio']);
    expect(kinds(done('s'))).toEqual(['ended']);
    expect(kinds(done('r'))).toEqual(['ended']);
  });

  test('is cancelled, even before the server has created it', () => {
    say();
    expect(send({ kind: 'cancel', turn: -1 })).toEqual([]);
    expect(confirm()).toEqual([{ type: 'response.cancel', response_id: 's' }]);
    say();
    confirm();
    expect(send({ kind: 'cancel', turn: -1 })).toEqual([{ type: 'response.cancel', response_id: 's' }]);
    expect(audio('s', 'x', 2)).toEqual([]);
  });

  test('that the server refuses ends with an error', () => {
    say();
    const error = { type: 'invalid_request_error', code: 'x', message: 'No.', event_id: 'say_-1' };
    expect(receive('error', { error })).toEqual([
      { kind: 'ended', turn: -1, calls: [], error: new Error('the text was refused: No.') },
    ]);
  });
});
