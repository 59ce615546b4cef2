import { describe, expect, test } from 'vitest';
import { createAuraDialect } from '../../../providers/deepgram/auraDialect.ts';
import type { TtsAction, TtsDialect } from '../../../src/wire/tts/dialect.ts';

const sent = (message: object): TtsAction => ({ kind: 'send', frame: JSON.stringify(message) });
const createSpeak = (text: string): TtsAction => sent({ type: 'Speak', text });
const FLUSH = sent({ type: 'Flush' });
const CLEAR = sent({ type: 'Clear' });
const FLUSHED = '{"type":"Flushed","sequence_id":0}';
const CLEARED = '{"type":"Cleared","sequence_id":1}';
const TOO_MANY = '{"type":"Warning","description":"Too many Flush messages","code":"FLUSH_LIMIT"}';
const done: TtsAction = { kind: 'done', utterance: 7 };
const flushed: TtsAction = { kind: 'flushed', utterance: 7 };
const released: TtsAction = { kind: 'released', utterance: 7 };

/** Utterance 7 under way, with some text. */
function speaking(text = 'Hello. '): TtsDialect {
  const dialect = createAuraDialect();
  dialect.begin(7);
  dialect.text(7, text);
  return dialect;
}

describe('text', () => {
  test('can be sent at once', () => expect(createAuraDialect().open()).toEqual([{ kind: 'ready' }]));

  test.each(['Hello ', ' there', ' ', 'a & "b" <c> 🦊\n'])('%j goes out verbatim', (text) =>
    expect(speaking().text(7, text)).toEqual([createSpeak(text)]),
  );

  test('nothing goes out for no text', () => expect(speaking().text(7, '')).toEqual([]));

  test('more than 2000 characters are cut behind a space', () => {
    const [first, second] = ['a'.repeat(1990), 'b'.repeat(100)];
    expect(speaking().text(7, `${first} ${second}`)).toEqual([createSpeak(`${first} `), createSpeak(second)]);
  });

  test('no character is cut in two, where there is no space', () =>
    expect(speaking().text(7, `${'a'.repeat(1999)}🦊b`)).toEqual([createSpeak('a'.repeat(1999)), createSpeak('🦊b')]));
});

describe('audio', () => {
  test('is that of the utterance under way', () =>
    expect(speaking().receive(Uint8Array.of(1, 2, 3))).toEqual([
      { kind: 'audio', utterance: 7, bytes: Uint8Array.of(1, 2, 3) },
    ]));

  test('without an utterance is dropped', () => expect(createAuraDialect().receive(Uint8Array.of(1))).toEqual([]));
});

describe('the end', () => {
  test('flushes what is left; the answer is that all has come', () => {
    const dialect = speaking();
    expect(dialect.end(7)).toEqual([FLUSH]);
    expect(dialect.receive(FLUSHED)).toEqual([done]);
  });

  test('is answered by the last flush, not by one before', () => {
    const dialect = speaking();
    expect(dialect.flush(7)).toEqual([FLUSH]);
    dialect.text(7, 'More.');
    expect(dialect.end(7)).toEqual([FLUSH]);
    expect([FLUSHED, FLUSHED].map((frame) => dialect.receive(frame))).toEqual([[flushed], [done]]);
  });

  test('needs no flush of its own where nothing came after one', () => {
    const dialect = speaking();
    dialect.flush(7);
    expect(dialect.end(7)).toEqual([]);
    expect(dialect.receive(FLUSHED)).toEqual([flushed, done]);
  });

  test('is there at once where all has come already', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.receive(FLUSHED);
    expect(dialect.end(7)).toEqual([done]);
  });

  test('needs no flush where only white space came after one', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.receive(FLUSHED);
    dialect.text(7, ' ');
    expect(dialect.end(7)).toEqual([done]);
  });

  test('a flush without text before it is answered at once', () => {
    const dialect = createAuraDialect();
    dialect.begin(7);
    expect(dialect.flush(7)).toEqual([flushed]);
  });
});

describe('a cut', () => {
  test('clears, and is over when that is answered', () => {
    const dialect = speaking();
    expect(dialect.cancel?.(7)).toEqual([CLEAR]);
    expect(dialect.receive(CLEARED)).toEqual([released]);
  });

  test('what comes before the answer is dropped, a Flushed too', () => {
    const dialect = speaking();
    dialect.end(7);
    dialect.cancel?.(7);
    expect([Uint8Array.of(1), FLUSHED, Uint8Array.of(2)].map((frame) => dialect.receive(frame))).toEqual([[], [], []]);
    expect(dialect.receive(CLEARED)).toEqual([released]);
  });

  test('of an utterance without text sends nothing, and is over at once', () => {
    const dialect = createAuraDialect();
    dialect.begin(7);
    expect(dialect.cancel?.(7)).toEqual([released]);
  });

  test('of one of which all has come sends nothing either', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.receive(FLUSHED);
    expect(dialect.cancel?.(7)).toEqual([released]);
  });

  test('the next utterance begins clean', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.cancel?.(7);
    dialect.receive(CLEARED);
    dialect.begin(8);
    dialect.text(8, 'Next.');
    expect(dialect.end(8)).toEqual([FLUSH]);
    expect(dialect.receive(Uint8Array.of(1))).toEqual([{ kind: 'audio', utterance: 8, bytes: Uint8Array.of(1) }]);
    expect(dialect.receive(FLUSHED)).toEqual([{ kind: 'done', utterance: 8 }]);
  });

  test('a Cleared without a Clear means nothing', () => expect(speaking().receive(CLEARED)).toEqual([]));
});

describe('more flushes than the server serves', () => {
  test('a Flush that was refused is sent again when the connection has been idle', () => {
    const dialect = speaking();
    dialect.end(7);
    expect(dialect.receive(TOO_MANY)).toEqual([{ kind: 'warning', message: 'Too many Flush messages (FLUSH_LIMIT)' }]);
    expect(dialect.receive(FLUSHED)).toEqual([]);
    expect(dialect.idle?.()).toEqual([FLUSH]);
    expect(dialect.receive(FLUSHED)).toEqual([done]);
  });

  test('it goes with the next flush, if that comes before', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.receive(TOO_MANY);
    expect(dialect.end(7)).toEqual([FLUSH]);
    expect(dialect.receive(FLUSHED)).toEqual([flushed, done]);
  });

  test('it is the latest: one before is answered as ever', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.text(7, 'More.');
    dialect.end(7);
    dialect.receive(TOO_MANY);
    expect(dialect.receive(FLUSHED)).toEqual([flushed]);
    expect(dialect.idle?.()).toEqual([FLUSH]);
    expect(dialect.receive(FLUSHED)).toEqual([done]);
  });

  test('an idle connection without a refused Flush sends nothing', () => {
    expect(createAuraDialect().idle?.()).toEqual([]);
    expect(speaking().idle?.()).toEqual([]);
  });
});

describe('other messages of the server', () => {
  test.each([
    ['{"type":"Warning","description":"slow","code":"W1"}', 'slow (W1)'],
    ['{"type":"Warning","warn_msg":"slow","warn_code":"W1"}', 'slow (W1)'],
    ['{"type":"Warning","description":"slow"}', 'slow'],
    ['{"type":"Warning"}', 'a warning without a description'],
  ])('%s is a warning', (frame, message) => expect(speaking().receive(frame)).toEqual([{ kind: 'warning', message }]));

  test('an error is a fault', () =>
    expect(speaking().receive('{"type":"Error","code":"DATA-0001","description":"unreadable"}')).toEqual([
      { kind: 'fault', fault: { kind: 'final', message: 'DATA-0001: unreadable' } },
    ]));

  test.each([
    '',
    'not json',
    'null',
    '[]',
    '{}',
    '{"type":"unheard-of"}',
    '{"type":"toString"}',
    '{"type":"Metadata"}',
  ])('%j means nothing', (frame) => expect(speaking().receive(frame)).toEqual([]));

  test('it sends Close', () => expect(createAuraDialect().close?.()).toEqual([sent({ type: 'Close' })]));
});
