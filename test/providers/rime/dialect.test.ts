import { beforeEach, expect, test } from 'vitest';
import { createRimeDialect } from '../../../providers/rime/dialect.ts';
import type { TtsAction, TtsDialect } from '../../../src/wire/tts/dialect.ts';

let dialect: TtsDialect;

beforeEach(() => {
  let ids = 0;
  dialect = createRimeDialect(() => `c${++ids}`);
});

/** Returns sent frames parsed, and other actions unchanged. */
function framesOf(actions: readonly TtsAction[] = []): readonly unknown[] {
  return actions.map((action) => (action.kind === 'send' ? JSON.parse(String(action.frame)) : action));
}

function speak(utterance: number, text: string): readonly unknown[] {
  return framesOf([...dialect.begin(utterance), ...dialect.text(utterance, text), ...dialect.end(utterance)]);
}

function hear(type: string, fields: object = {}): readonly unknown[] {
  return framesOf(dialect.receive(JSON.stringify({ type, ...fields })));
}

test('a sentence is its text with the id of a context, and a flush', () =>
  expect(speak(0, 'Hello there.')).toEqual([{ text: 'Hello there.', contextId: 'c1' }, { operation: 'flush' }]));

test('the connection needs no set-up', () => expect(dialect.open()).toEqual([{ kind: 'ready' }]));

test('audio, words in ms and the end belong to the sentence', () => {
  speak(7, 'Hello there.');
  const word_timestamps = { words: ['Hello', 'there.'], start: [0, 0.4], end: [0.4, 0.9] };
  expect([
    ...hear('timestamps', { contextId: 'c1', word_timestamps }),
    ...hear('chunk', { contextId: 'c1', data: 'AQI=' }),
    ...hear('done', { contextId: 'c1' }),
  ]).toEqual([
    {
      kind: 'words',
      utterance: 7,
      words: [
        { text: 'Hello', startMs: 0, endMs: 400 },
        { text: 'there.', startMs: 400, endMs: 900 },
      ],
    },
    { kind: 'audio', utterance: 7, bytes: Buffer.from([1, 2]) },
    { kind: 'done', utterance: 7 },
  ]);
});

test('an interruption clears, and the connection is free at once', () => {
  speak(0, 'Hello there.');
  expect(framesOf(dialect.cancel?.(0))).toEqual([{ operation: 'clear' }, { kind: 'released', utterance: 0 }]);
});

test('what still comes of an interrupted sentence is not taken for the next one', () => {
  speak(0, 'Hello there.');
  dialect.cancel?.(0);
  speak(1, 'Yes?');
  expect([
    ...hear('chunk', { contextId: 'c1', data: 'AQI=' }),
    ...hear('timestamps', { contextId: 'c1', word_timestamps: { words: ['Hello'], start: [0], end: [1] } }),
    ...hear('done', { contextId: 'c1' }),
  ]).toEqual([]);
  expect(hear('done', { contextId: 'c2' })).toEqual([{ kind: 'done', utterance: 1 }]);
});

test('an error, which names no context, fails the current sentence', () => {
  speak(3, 'Hello.');
  const fault = { kind: 'final', message: 'text must be a string' };
  expect(hear('error', { message: 'text must be a string' })).toEqual([{ kind: 'failed', utterance: 3, fault }]);
  expect(hear('done', { contextId: 'c1' })).toEqual([]);
});

test('an error between sentences is a warning', () =>
  expect(hear('error', {})).toEqual([{ kind: 'warning', message: 'an error without a message' }]));

test('words without both times are left out, and so are events without words', () => {
  speak(0, 'Hello there.');
  const word_timestamps = { words: ['Hello', 'there.'], start: [0], end: ['1'] };
  expect(hear('timestamps', { contextId: 'c1', word_timestamps })).toEqual([]);
  expect(hear('timestamps', { contextId: 'c1' })).toEqual([]);
});

test.each(['', 'null', '{}', '{"type":"unheard-of"}', '{"type":"chunk","data":"AQI="}'])('%j is ignored', (frame) => {
  speak(0, 'Hello.');
  expect(dialect.receive(frame)).toEqual([]);
});
