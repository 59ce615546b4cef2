import { describe, expect, test } from 'vitest';
import { createListenDialect, novaProtocol } from '../../../providers/deepgram/listenDialect.ts';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { results, textOnly, type Result } from './results.ts';

const RATE = 16_000;
const FINALIZE: SttAction = { kind: 'send', frame: '{"type":"Finalize"}' };

const interim = (utterance: number, text: string): SttAction => ({ kind: 'interim', utterance, text });
const piece = (utterance: number, text: string): SttAction => ({ kind: 'piece', utterance, text });
const done = (utterance: number): SttAction => ({ kind: 'done', utterance });

/** A connection with utterances of so many seconds, the last of them under way. */
function spoken(...seconds: readonly number[]): SttDialect {
  const dialect = textOnly(createListenDialect(RATE, novaProtocol));
  seconds.forEach((length, utterance) => {
    dialect.begin(utterance);
    dialect.audio(utterance, new Int16Array(length * RATE));
    if (utterance < seconds.length - 1) dialect.end(utterance);
  });
  return dialect;
}

function receive(dialect: SttDialect, result: Result): readonly SttAction[] {
  return dialect.receive(results(result));
}

describe('what goes out', () => {
  test('speech can be sent at once', () =>
    expect(createListenDialect(RATE, novaProtocol).open()).toEqual([{ kind: 'ready' }]));

  test('samples go out as they are, little end first', () =>
    expect(spoken(1).audio(0, Int16Array.of(1, -2))).toEqual([{ kind: 'send', frame: Uint8Array.of(1, 0, 254, 255) }]));

  test('no empty frame ever goes out: it would end the stream', () =>
    expect(spoken(1).audio(0, new Int16Array(0))).toEqual([]));

  test('the end sends Finalize', () => expect(spoken(1).end(0)).toEqual([FINALIZE]));

  test('an utterance without audio sends nothing, and is done', () => expect(spoken(1, 0).end(1)).toEqual([done(1)]));

  test('silence on the wire is kept alive by text', () =>
    expect(spoken(1).idle?.()).toEqual([{ kind: 'send', frame: '{"type":"KeepAlive"}' }]));

  test('it sends CloseStream', () =>
    expect(spoken(1).close?.()).toEqual([{ kind: 'send', frame: '{"type":"CloseStream"}' }]));
});

describe('while the user speaks', () => {
  test('interims are passed on', () => {
    const dialect = spoken(2);
    expect(receive(dialect, { start: 0, end: 1, text: 'what', final: false })).toEqual([interim(0, 'what')]);
    expect(receive(dialect, { start: 0, end: 2, text: 'what time', final: false })).toEqual([interim(0, 'what time')]);
  });

  test('a final is a piece', () =>
    expect(receive(spoken(2), { start: 0, end: 1, text: 'What time' })).toEqual([piece(0, 'What time')]));

  test('a final that comes again adds nothing', () => {
    const dialect = spoken(2);
    const final = { start: 0, end: 1, text: 'What time' };
    expect(receive(dialect, final)).toEqual([piece(0, 'What time')]);
    expect(receive(dialect, final)).toEqual([]);
    expect(receive(dialect, { start: 1, end: 2, text: 'is it' })).toEqual([piece(0, 'is it')]);
  });

  test('a final that comes again settles the utterance, if it is the answer', () => {
    const dialect = spoken(2);
    receive(dialect, { start: 0, end: 1.5, text: 'What time' });
    dialect.end(0);
    expect(receive(dialect, { start: 0, end: 1.5, text: 'What time', forced: true })).toEqual([done(0)]);
  });

  test('speech_final ends nothing', () =>
    expect(receive(spoken(2), { start: 0, end: 2, text: 'What time', speechFinal: true })).toEqual([
      piece(0, 'What time'),
    ]));

  test('empty results emit nothing', () => {
    expect(receive(spoken(2), { start: 0, end: 1, text: '', final: false })).toEqual([]);
    expect(receive(spoken(2), { start: 0, end: 1, text: '' })).toEqual([]);
  });
});

describe('after the end', () => {
  const ended = (...before: readonly Result[]): SttDialect => {
    const dialect = spoken(2);
    for (const result of before) receive(dialect, result);
    dialect.end(0);
    return dialect;
  };

  test('the answer to Finalize settles the utterance', () =>
    expect(receive(ended(), { start: 0, end: 2, text: 'Hello.', forced: true })).toEqual([
      piece(0, 'Hello.'),
      done(0),
    ]));

  test('an answer without words settles it, too', () =>
    expect(receive(ended(), { start: 2, end: 2, text: '', forced: true })).toEqual([done(0)]));

  test('a final that covers it settles it, without an answer', () =>
    expect(receive(ended(), { start: 0, end: 1.9, text: 'Hello.' })).toEqual([piece(0, 'Hello.'), done(0)]));

  test('a final that leaves more than 0.1 s open does not', () =>
    expect(receive(ended(), { start: 0, end: 1.85, text: 'Hello.' })).toEqual([piece(0, 'Hello.')]));

  test('a final that had covered it before settles it at once', () => {
    const dialect = spoken(2);
    receive(dialect, { start: 0, end: 1.95, text: 'Hello.' });
    expect(dialect.end(0)).toEqual([FINALIZE, done(0)]);
  });

  test('the answer that then still comes emits nothing', () => {
    const dialect = ended({ start: 0, end: 1.95, text: 'Hello.' });
    expect(receive(dialect, { start: 1.95, end: 2, text: '', forced: true })).toEqual([]);
  });

  test('an empty final after good interims does not settle it', () => {
    const dialect = ended({ start: 0, end: 1, text: 'hello', final: false });
    expect(receive(dialect, { start: 0, end: 2, text: '' })).toEqual([]);
    expect(receive(dialect, { start: 0, end: 2, text: 'Hello.', forced: true })).toEqual([piece(0, 'Hello.'), done(0)]);
  });

  test('an empty answer after good interims keeps their text', () => {
    const dialect = ended({ start: 0, end: 1, text: 'hello', final: false });
    expect(receive(dialect, { start: 0, end: 2, text: '', forced: true })).toEqual([piece(0, 'hello'), done(0)]);
  });

  test('interims still come', () =>
    expect(receive(ended(), { start: 0, end: 2, text: 'hello', final: false })).toEqual([interim(0, 'hello')]));
});

describe('results go to the utterance in whose audio they lie', () => {
  test('a late final reaches the utterance it is of', () =>
    expect(receive(spoken(2, 1), { start: 0, end: 1.9, text: 'First.' })).toEqual([piece(0, 'First.'), done(0)]));

  test('a late answer reaches the utterance that it belongs to', () =>
    expect(receive(spoken(2, 1), { start: 0, end: 2, text: 'First.', forced: true })).toEqual([
      piece(0, 'First.'),
      done(0),
    ]));

  test('two answers that come late settle two utterances', () => {
    const dialect = spoken(2, 1, 1);
    expect(receive(dialect, { start: 2, end: 2, text: '', forced: true })).toEqual([done(0)]);
    expect(receive(dialect, { start: 2, end: 3, text: 'Two.', forced: true })).toEqual([piece(1, 'Two.'), done(1)]);
  });

  test('an utterance that was never answered is done when the next is heard', () => {
    const dialect = spoken(2, 1);
    expect(receive(dialect, { start: 2, end: 2.5, text: 'next', final: false })).toEqual([done(0), interim(1, 'next')]);
  });

  test('an answer that follows one that never came is not taken for it', () => {
    const dialect = spoken(2, 1);
    dialect.end(1);
    expect(receive(dialect, { start: 2, end: 3, text: 'Two.', forced: true })).toEqual([
      done(0),
      piece(1, 'Two.'),
      done(1),
    ]);
  });

  test('a result that lies in two utterances is divided by its words', () => {
    const dialect = spoken(1, 1);
    expect(receive(dialect, { start: 0, end: 2, text: 'One two three four' })).toEqual([
      piece(0, 'One two'),
      done(0),
      piece(1, 'three four'),
    ]);
  });

  test('results after the end of an utterance belong to none', () => {
    const dialect = spoken(1, 1);
    receive(dialect, { start: 0, end: 1, text: 'One.', forced: true });
    expect(receive(dialect, { start: 0, end: 0.8, text: 'One.' })).toEqual([]);
    expect(receive(dialect, { start: 0, end: 2, text: 'One. two' })).toEqual([piece(1, 'two')]);
  });

  test('an answer that seems to reach beyond its end does not settle what goes on', () => {
    const words = ['one', 'two', 'three'].map((word, n) => ({ word, start: n, end: n === 2 ? 2.08 : n + 1 }));
    const alternatives = [{ transcript: 'one two three', words }];
    const answer = {
      type: 'Results',
      start: 0,
      duration: 2.08,
      is_final: true,
      from_finalize: true,
      channel: { alternatives },
    };
    expect(spoken(1, 1, 2).receive(JSON.stringify(answer))).toEqual([
      piece(0, 'one'),
      done(0),
      piece(1, 'two'),
      done(1),
      piece(2, 'three'),
    ]);
  });

  const divided = (words: readonly object[]): string =>
    JSON.stringify({
      type: 'Results',
      start: 0,
      duration: 2,
      is_final: true,
      channel: { alternatives: [{ transcript: 'One. two', words }] },
    });

  test('a word without length lies where it stands', () => {
    const words = [
      { word: 'one', start: 0.5, end: 0.5 },
      { word: 'two', start: 1.5, end: 1.5 },
    ];
    expect(spoken(1, 1).receive(divided(words))).toEqual([piece(0, 'one'), done(0), piece(1, 'two')]);
  });

  test('nothing is divided where a word is not timed: no word is lost', () => {
    const words = [{ word: 'one' }, { word: 'two', start: 1.5, end: 1.6 }];
    expect(spoken(1, 1).receive(divided(words))).toEqual([piece(0, 'One. two'), done(0)]);
  });

  test('before the first utterance, results belong to none', () =>
    expect(receive(createListenDialect(RATE, novaProtocol), { start: 0, end: 1, text: 'ghost' })).toEqual([]));
});

describe('other messages of the server', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'not json'],
    ['no object', '[]'],
    ['bytes', Uint8Array.of(1)],
    ['an unknown type', '{"type":"unheard-of"}'],
    ['metadata', '{"type":"Metadata","request_id":"r","duration":1}'],
    ['the start of speech', '{"type":"SpeechStarted","channel":[0],"timestamp":0}'],
    ['a result without its place in the audio', '{"type":"Results","is_final":true}'],
    ['a result without a channel', '{"type":"Results","start":0,"duration":2,"is_final":true,"from_finalize":true}'],
    [
      'a result without alternatives',
      '{"type":"Results","start":0,"duration":1,"is_final":true,"channel":{"alternatives":[]}}',
    ],
  ])('%s means nothing', (_, frame) => expect(spoken(2).receive(frame)).toEqual([]));

  test.each([
    ['{"type":"Error","err_code":"NET-0001","err_msg":"no audio"}', { kind: 'retry', message: 'NET-0001: no audio' }],
    [
      '{"type":"Error","code":"DATA-0000","description":"unreadable"}',
      { kind: 'final', message: 'DATA-0000: unreadable' },
    ],
    [
      '{"type":"Error","err_code":"INVALID_MESSAGE","description":"unknown type"}',
      { kind: 'final', message: 'INVALID_MESSAGE: unknown type' },
    ],
    ['{"type":"Error","message":"The server is overloaded"}', { kind: 'retry', message: 'The server is overloaded' }],
    ['{"type":"Error"}', { kind: 'retry', message: 'an error without a description' }],
  ])('%s is a fault', (frame, fault) => expect(spoken(1).receive(frame)).toEqual([{ kind: 'fault', fault }]));
});
