import { decode, encode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { createFishDialect } from '../../../providers/fish/dialect.ts';
import type { TtsAction, TtsDialect } from '../../../src/wire/tts/dialect.ts';

const REQUEST = { text: '', format: 'pcm' };

/** A byte of audio lasts 1 ms. */
function dialect(): TtsDialect {
  return createFishDialect({ request: REQUEST, bytesPerMs: 1 });
}

/** A dialect in the middle of an utterance. */
function begun(): TtsDialect {
  const talk = dialect();
  talk.begin(7);
  return talk;
}

/** A dialect that was given more text than is ever timed. */
function speaking(): TtsDialect {
  const talk = begun();
  talk.text(7, `${'so much text '.repeat(9)} `);
  return talk;
}

function sent(actions: readonly TtsAction[]): unknown[] {
  return actions.map((action) => (action.kind === 'send' ? decode(action.frame as Uint8Array) : action));
}

function hear(talk: TtsDialect, event: object): readonly TtsAction[] {
  return talk.receive(encode(event));
}

/** 100 ms of sound; each word lasts 50 ms. */
function audio(chunk: number, offset: number | undefined, ...words: readonly string[]): object {
  const segments = words.map((text, n) => ({ text, start: 0.05 * n, end: 0.05 * (n + 1) }));
  const alignment = words.length === 0 ? null : { segments, audio_duration: 0.1 };
  return { event: 'audio', audio: new Uint8Array(100), alignment, chunk_seq: chunk, chunk_audio_offset_sec: offset };
}

const kinds = (actions: readonly TtsAction[]): string[] => actions.map(({ kind }) => kind);

function words(actions: readonly TtsAction[]): string[] {
  return actions.flatMap((action) =>
    action.kind === 'words' ? action.words.map(({ text, startMs }) => `${text} ${Math.round(startMs)}`) : [],
  );
}

describe('messages to Fish Audio', () => {
  test('a connection needs no setting up', () => expect(dialect().open()).toEqual([{ kind: 'ready' }]));

  test('an utterance is start, whole words, and stop', () => {
    const talk = dialect();
    const frames = [
      ...talk.begin(0),
      ...talk.text(0, 'Hel'),
      ...talk.text(0, 'lo wor'),
      ...talk.text(0, 'ld.'),
      ...talk.end(0),
    ];
    expect(sent(frames)).toEqual([
      { event: 'start', request: REQUEST },
      { event: 'text', text: 'Hello ' },
      { event: 'text', text: 'world. ' },
      { event: 'stop' },
    ]);
  });

  test('a flush sends what was held back before', () => {
    const talk = begun();
    talk.text(7, 'One mo');
    expect(sent(talk.flush(7))).toEqual([{ event: 'text', text: 'mo ' }, { event: 'flush' }]);
  });

  test('nothing cancels an utterance', () => expect(dialect().cancel).toBeUndefined());
});

describe('messages of Fish Audio', () => {
  test('audio comes with the words that are certain', () => {
    const heard = hear(speaking(), audio(0, 0, 'so', 'it'));
    expect(kinds(heard)).toEqual(['words', 'audio']);
    expect(words(heard)).toEqual(['so 0']);
  });

  test('a chunk without a start time begins where its audio does', () => {
    const talk = speaking();
    hear(talk, audio(0, undefined, 'so'));
    expect(words(hear(talk, audio(1, undefined, 'it', 'is')))).toEqual(['so 0', 'it 100']);
  });

  test('an event without audio may still bring times', () => {
    const talk = speaking();
    hear(talk, audio(0, 0, 'so'));
    const heard = hear(talk, { ...audio(0, 0, 'so', 'it'), audio: new Uint8Array() });
    expect([kinds(heard), words(heard)]).toEqual([['words'], ['so 0']]);
  });

  test('no alignment takes nothing back', () => {
    const talk = speaking();
    hear(talk, audio(0, 0, 'so'));
    hear(talk, audio(0, 0));
    expect(words(hear(talk, { event: 'finish', reason: 'stop' }))).toEqual(['so 0']);
  });

  test('the finish is done, with the last words', () => {
    const talk = speaking();
    hear(talk, audio(0, 0, 'so', 'it'));
    expect(kinds(hear(talk, { event: 'finish', reason: 'stop' }))).toEqual(['words', 'done']);
  });

  test('the last word comes as soon as all that was sent is timed', () => {
    const talk = begun();
    talk.text(7, 'so it is on. ');
    expect(words(hear(talk, audio(0, 0, 'so', 'it')))).toEqual(['so 0']);
    expect(words(hear(talk, audio(1, 0.1, 'is', 'on')))).toEqual(['it 50', 'is 100', 'on 150']);
  });

  test.each([
    [{ event: 'finish', reason: 'error', message: 'out of luck' }, 'out of luck'],
    [{ event: 'finish', reason: 'error', message: 'Unknown error' }, 'Unknown error'],
    [{ event: 'finish', reason: 'error', message: 'Internal error: invalid state' }, 'Internal error: invalid state'],
    [{ event: 'finish', reason: 'error' }, 'the synthesis failed'],
    [{ event: 'error', error: 'Concurrency limit exceeded', max_concurrency: 8 }, 'Concurrency limit exceeded'],
    [{ event: 'finish', reason: 'error', message: 'invalid', status: 503 }, 'invalid'],
  ])('a failure ends the utterance, and may pass: %o', (event, message) =>
    expect(hear(begun(), event)).toMatchObject([{ kind: 'failed', utterance: 7, fault: { kind: 'retry', message } }]),
  );

  test.each([
    { event: 'finish', reason: 'error', message: 'Reference not found' },
    { event: 'finish', reason: 'error', message: 'Model voice-1 does not exist' },
    { event: 'finish', reason: 'error', message: 'Invalid api key or insufficient balance' },
    { event: 'finish', reason: 'error', message: 'unsupported sample_rate' },
    { event: 'finish', reason: 'error', message: 'HTTP 402' },
    { event: 'finish', reason: 'error', message: 'oh', status: 422 },
    { event: 'error', error: 'Quota exceeded' },
  ])('a failure that every attempt would meet is final: %o', (event) =>
    expect(hear(begun(), event)).toMatchObject([{ kind: 'failed', utterance: 7, fault: { kind: 'final' } }]),
  );

  test('a failure before any utterance ends the connection', () =>
    expect(hear(dialect(), { event: 'error', error: 'Concurrency limit exceeded' })).toEqual([
      { kind: 'fault', fault: { kind: 'retry', message: 'Concurrency limit exceeded' } },
    ]));

  test.each([
    ['text', '{"event":"finish"}'],
    ['no MessagePack', new Uint8Array([0xc1])],
    ['no map', encode([1])],
    ['a list that says to have a billion entries', new Uint8Array([0xdd, 0x3b, 0x9a, 0xca, 0x00])],
    ['lists within lists', new Uint8Array(100_000).fill(0x91)],
    ['more audio than a message has', encode({ event: 'audio', audio: new Uint8Array(16_777_217) })],
    ['an unknown event', encode({ event: 'log' })],
    ['audio without audio', encode({ event: 'audio', audio: 'x', alignment: { segments: 7 } })],
  ])('what means nothing is passed over: %s', (_, frame) => expect(begun().receive(frame)).toEqual([]));
});
