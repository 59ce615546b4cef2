import { beforeEach, describe, expect, test } from 'vitest';
import { CartesiaDialect } from '../../../providers/cartesia/dialect.ts';
import type { TtsAction } from '../../../src/wire/tts/dialect.ts';

let contexts: CartesiaDialect;

beforeEach(() => {
  let ids = 0;
  contexts = new CartesiaDialect({ generation: { model_id: 'sonic' }, sampleRate: 1000, newId: () => `c${++ids}` });
});

/** Returns sent frames parsed, and other actions unchanged. */
function framesOf(actions: readonly TtsAction[]): readonly unknown[] {
  return actions.map((action) => (action.kind === 'send' ? JSON.parse(String(action.frame)) : action));
}

function sent(context_id: string, rest: object): object {
  return { model_id: 'sonic', context_id, ...rest };
}

function text(context: string, transcript: string): object {
  return sent(context, { transcript, continue: true });
}

function flush(context: string): object {
  return sent(context, { transcript: '', continue: true, flush: true });
}

function end(context: string): object {
  return sent(context, { transcript: '', continue: false });
}

function hear(context_id: string, type: string, fields: object = {}): readonly unknown[] {
  return framesOf(contexts.receive(JSON.stringify({ type, context_id, ...fields })));
}

/** The times of words. */
function timed(context: string, ...words: readonly string[]): readonly unknown[] {
  const times = words.map((_, at) => at / 1000);
  return hear(context, 'timestamps', { word_timestamps: { words, start: times, end: times } });
}

/** 10 ms of audio. */
function sound(context: string): readonly unknown[] {
  return hear(context, 'chunk', { data: Buffer.alloc(20, 1).toString('base64'), done: false, status_code: 206 });
}

describe('an utterance', () => {
  beforeEach(() => {
    contexts.begin(0);
  });

  test('is a context: its text as it comes, every field in each message, an empty end', () => {
    expect(contexts.open()).toEqual([{ kind: 'ready' }]);
    expect(framesOf(contexts.text(0, 'Hel'))).toEqual([text('c1', 'Hel')]);
    expect(framesOf(contexts.text(0, 'lo. '))).toEqual([text('c1', 'lo. ')]);
    expect(framesOf(contexts.end(0))).toEqual([end('c1')]);
    expect(hear('c1', 'done', { done: true })).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('begins with a text to speak: white space and quotes wait for it', () => {
    expect(contexts.text(0, ' ')).toEqual([]);
    expect(contexts.text(0, '"')).toEqual([]);
    expect(framesOf(contexts.text(0, 'Yes'))).toEqual([text('c1', ' "Yes')]);
    expect(framesOf(contexts.text(0, ' '))).toEqual([text('c1', ' ')]);
  });

  test('without a sound is done without a word', () => {
    contexts.text(0, ' ... ');
    expect(contexts.flush(0)).toEqual([{ kind: 'flushed', utterance: 0 }]);
    expect(contexts.end(0)).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('sounds', () => {
    contexts.text(0, 'a');
    expect(sound('c1')).toEqual([{ kind: 'audio', utterance: 0, bytes: Buffer.alloc(20, 1) }]);
  });

  test('has the times of its words, in ms', () => {
    contexts.text(0, 'Hello you');
    const word_timestamps = { words: ['Hello', 'you', 'lost'], start: [0.1, 0.5], end: [0.4, 0.75] };
    expect(hear('c1', 'timestamps', { word_timestamps })).toEqual([
      {
        kind: 'words',
        utterance: 0,
        words: [
          { text: 'Hello', startMs: 100, endMs: 400 },
          { text: 'you', startMs: 500, endMs: 750 },
        ],
      },
    ]);
  });

  test('is cancelled by name, and over at once: what still comes of it is nothing', () => {
    contexts.text(0, 'a');
    expect(framesOf(contexts.cancel(0))).toEqual([
      { context_id: 'c1', cancel: true },
      { kind: 'released', utterance: 0 },
    ]);
    expect(sound('c1')).toEqual([]);
    expect(hear('c1', 'done')).toEqual([]);
    expect(contexts.text(0, 'b')).toEqual([]);
    expect(contexts.end(0)).toEqual([]);
  });

  test('is cancelled without a word before it has begun on the wire', () =>
    expect(contexts.cancel(0)).toEqual([{ kind: 'released', utterance: 0 }]));

  test('does not receive events of another', () => {
    contexts.begin(1);
    contexts.text(0, 'a');
    contexts.text(1, 'b');
    expect(sound('c2')).toMatchObject([{ utterance: 1 }]);
    expect(sound('c1')).toMatchObject([{ utterance: 0 }]);
  });
});

describe('after a stall', () => {
  beforeEach(() => {
    contexts.begin(0);
    contexts.text(0, 'First. ');
    sound('c1');
  });

  test('what has been spoken is flushed, and its context ended before it expires', () => {
    expect(framesOf(contexts.flush(0))).toEqual([flush('c1')]);
    expect(hear('c1', 'flush_done', { flush_id: 1 })).toEqual([end('c1'), { kind: 'flushed', utterance: 0 }]);
  });

  test('the rest goes into another context, with the times of its words behind the audio so far', () => {
    contexts.flush(0);
    hear('c1', 'flush_done');
    expect(hear('c1', 'done')).toEqual([]);
    expect(framesOf(contexts.text(0, 'Second.'))).toEqual([text('c2', 'Second.')]);
    const word_timestamps = { words: ['Second.'], start: [0.002], end: [0.008] };
    expect(hear('c2', 'timestamps', { word_timestamps })).toMatchObject([{ words: [{ startMs: 12, endMs: 18 }] }]);
    expect(framesOf(contexts.end(0))).toEqual([end('c2')]);
    expect(hear('c2', 'done')).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('nothing more is sent where nothing is left', () => {
    contexts.flush(0);
    hear('c1', 'flush_done');
    expect(contexts.end(0)).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('a context that was given more in the meantime goes on', () => {
    contexts.flush(0);
    contexts.text(0, 'Second. ');
    expect(hear('c1', 'flush_done')).toEqual([{ kind: 'flushed', utterance: 0 }]);
    expect(framesOf(contexts.text(0, 'Third.'))).toEqual([text('c1', 'Third.')]);
  });

  test('a context that was ended in the meantime ends by itself', () => {
    contexts.flush(0);
    contexts.end(0);
    expect(hear('c1', 'flush_done')).toEqual([{ kind: 'flushed', utterance: 0 }]);
    expect(hear('c1', 'done')).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('a flush that was not requested means nothing', () => expect(hear('c1', 'flush_done')).toEqual([]));
});

describe('a context that ends before its time', () => {
  const expired = { status_code: 400, title: 'Context expired', message: 'The context has expired.', done: true };

  beforeEach(() => {
    contexts.begin(0);
    contexts.text(0, 'First. ');
    sound('c1');
  });

  test.each<[string, object]>([
    ['done', { done: true }],
    ['error', expired],
  ])('with %s is followed by another', (type, fields) => {
    expect(hear('c1', type, fields)).toEqual([]);
    expect(framesOf(contexts.text(0, 'Second.'))).toEqual([text('c2', 'Second.')]);
  });

  test('has its flushes answered', () => {
    contexts.flush(0);
    expect(hear('c1', 'done')).toEqual([{ kind: 'flushed', utterance: 0 }]);
  });

  test('did not speak what crossed its end: another does', () => {
    contexts.text(0, 'Second. ');
    contexts.flush(0);
    expect(hear('c1', 'error', expired)).toEqual([text('c2', 'Second. '), flush('c2')]);
  });

  test.each<[string, object]>([
    ['done', { done: true }],
    ['error', expired],
  ])('with %s did not speak what crossed its end, though it was all: another does', (type, fields) => {
    contexts.text(0, 'Second. ');
    contexts.end(0);
    expect(hear('c1', type, fields)).toEqual([text('c2', 'Second. '), end('c2')]);
  });

  test.each<[string, object]>([
    ['done', { done: true }],
    ['error', expired],
  ])('with %s did not speak what it gave no time, though audio came after it: another does', (type, fields) => {
    timed('c1', 'First.');
    contexts.text(0, '"Second," he said. ');
    sound('c1');
    expect(hear('c1', type, fields)).toEqual([text('c2', '"Second," he said. ')]);
    expect(framesOf(contexts.end(0))).toEqual([end('c2')]);
  });

  test('has spoken what has its times', () => {
    contexts.text(0, 'Second. ');
    timed('c1', 'First.', 'Second.');
    contexts.text(0, 'Third. ');
    contexts.end(0);
    expect(hear('c1', 'error', expired)).toEqual([text('c2', 'Third. '), end('c2')]);
  });

  test('has spoken what it was given before a word that is not in the text', () => {
    contexts.text(0, 'At 7pm. ');
    timed('c1', 'First.', 'At', 'seven', '—');
    contexts.end(0);
    expect(hear('c1', 'done')).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test.each([' 🎉', ' <break time="1s"/>', ' [laughter]'])('has spoken what has no words:%s', (given) => {
    contexts.text(0, given);
    contexts.end(0);
    expect(hear('c1', 'done')).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('and has spoken everything is the end of what has ended', () => {
    contexts.end(0);
    expect(hear('c1', 'error', expired)).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('and has never sounded is not tried again and again', () => {
    contexts.begin(1);
    contexts.text(1, 'a');
    expect(hear('c2', 'error', expired)).toEqual([]);
    expect(contexts.end(1)).toEqual([{ kind: 'done', utterance: 1 }]);
  });
});

describe('an error', () => {
  beforeEach(() => {
    contexts.begin(0);
    contexts.text(0, 'a');
  });

  test.each([
    [400, 'final'],
    [402, 'final'],
    [429, 'retry'],
    [500, 'retry'],
  ])('of a context with status %i ends its utterance: %s', (status_code, kind) => {
    const fields = { status_code, title: 'Oh', message: 'No.', error_code: null };
    expect(hear('c1', 'error', fields)).toMatchObject([
      { kind: 'failed', utterance: 0, fault: { kind, status: status_code, message: 'Oh: No.' } },
    ]);
    expect(hear('c1', 'done')).toEqual([]);
  });

  test('of the legacy wire is one text', () =>
    expect(hear('c1', 'error', { status_code: 500, error: 'Oh: No.' })).toMatchObject([
      { fault: { message: 'Oh: No.' } },
    ]));

  test('of no context ends the connection', () => {
    const error = { type: 'error', status_code: 500, title: 'Oh', message: 'No.' };
    expect(contexts.receive(JSON.stringify(error))).toMatchObject([{ kind: 'fault', fault: { kind: 'retry' } }]);
  });

  test('of an unknown context means nothing', () => expect(hear('c9', 'error', { status_code: 500 })).toEqual([]));
});

test.each(['', 'not json', 'null', '[]', '{}', '{"type":"unheard-of"}', '{"type":"chunk"}', new Uint8Array(3)])(
  'frame %j means nothing',
  (frame) => expect(contexts.receive(frame)).toEqual([]),
);
