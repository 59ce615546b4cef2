import { describe, expect, test } from 'vitest';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createSpokenDialect, createWire, END, FIN, finals, pending, response, textOnly } from './responses.ts';

const FINALIZE: SttAction = { kind: 'send', frame: '{"type":"finalize"}' };
const interim = (utterance: number, text: string): SttAction => ({ kind: 'interim', utterance, text });
const piece = (utterance: number, text: string): SttAction => ({ kind: 'piece', utterance, text });
const done = (utterance: number): SttAction => ({ kind: 'done', utterance });

function receive(dialect: SttDialect, tokens: readonly object[], processedMs?: number): readonly SttAction[] {
  return textOnly(dialect.receive(response(tokens, processedMs)));
}

describe('what goes out', () => {
  test('speech can follow the start message at once', () =>
    expect(
      createWire()
        .dialect()
        .open()
        .map(({ kind }) => kind),
    ).toEqual(['send', 'ready']));

  test('samples go out as they are, little end first', () =>
    expect(createSpokenDialect([1]).audio(0, Int16Array.of(1, -2))).toEqual([
      { kind: 'send', frame: Uint8Array.of(1, 0, 254, 255) },
    ]));

  test('no audio frame is empty: it would end the stream', () =>
    expect(createSpokenDialect([1]).audio(0, new Int16Array(0))).toEqual([]));

  test('the end of a segment asks for its text', () => expect(createSpokenDialect([1]).end(0)).toEqual([FINALIZE]));

  test('a silent connection is kept alive', () =>
    expect(createSpokenDialect([1]).idle?.()).toEqual([{ kind: 'send', frame: '{"type":"keepalive"}' }]));

  test('an empty frame ends the stream', () =>
    expect(createSpokenDialect([1]).close?.()).toEqual([{ kind: 'send', frame: '' }]));
});

describe('while the user speaks', () => {
  test('parts of words become words', () =>
    expect(receive(createSpokenDialect([2]), pending([' Bea', 0, 300], ['uti', 300, 500], ['ful', 500, 700]))).toEqual([
      interim(0, 'Beautiful'),
    ]));

  test('final words come once, and stand before those that may still change', () => {
    const dialect = createSpokenDialect([2]);
    expect(receive(dialect, [...finals([' What', 0, 300]), ...pending([' tim', 400, 600])])).toEqual([
      interim(0, 'What tim'),
    ]);
    expect(receive(dialect, [...finals([' time', 400, 700]), ...pending([' is', 800, 900])])).toEqual([
      interim(0, 'What time is'),
    ]);
  });

  test('a word that becomes final in the middle stays one word', () => {
    const dialect = createSpokenDialect([2]);
    receive(dialect, [...finals([' Fran', 0, 300]), ...pending(['cis', 300, 400])]);
    dialect.end(0);
    expect(receive(dialect, [...finals(['cisco', 300, 600]), FIN])).toEqual([piece(0, 'Francisco'), done(0)]);
  });

  test('progress without words says nothing', () => expect(receive(createSpokenDialect([2]), [])).toEqual([]));
});

describe('after the end', () => {
  test('<fin> settles the segment', () => {
    const dialect = createSpokenDialect([2]);
    receive(dialect, pending([' hello', 0, 300]));
    dialect.end(0);
    expect(receive(dialect, [...finals([' Hello', 0, 300], ['.', 300, 310]), FIN])).toEqual([
      piece(0, 'Hello.'),
      done(0),
    ]);
  });

  test('<fin> without words settles it, too', () => {
    const dialect = createSpokenDialect([2]);
    dialect.end(0);
    expect(receive(dialect, [FIN])).toEqual([done(0)]);
  });

  test('a <fin> that nobody asked for settles nothing', () =>
    expect(receive(createSpokenDialect([2]), [...finals([' Hello', 0, 300]), FIN])).toEqual([interim(0, 'Hello')]));

  test('words still come before the answer', () => {
    const dialect = createSpokenDialect([2]);
    dialect.end(0);
    expect(receive(dialect, pending([' hello', 0, 300]))).toEqual([interim(0, 'hello')]);
  });
});

describe('words go to the segment in which they were said', () => {
  test('each <fin> answers the oldest segment without an answer', () => {
    const dialect = createSpokenDialect([1, 1]);
    dialect.end(1);
    expect(receive(dialect, [...finals([' One', 100, 500]), FIN])).toEqual([piece(0, 'One'), done(0)]);
    expect(receive(dialect, [...finals([' two', 1100, 1500]), FIN])).toEqual([piece(1, 'two'), done(1)]);
  });

  test('one message may answer a segment and begin the next', () =>
    expect(
      receive(createSpokenDialect([1, 1]), [...finals([' One', 100, 500]), FIN, ...pending([' tw', 1100, 1300])]),
    ).toEqual([piece(0, 'One'), done(0), interim(1, 'tw')]));

  test('words of the next segment that come before the answer are not given to the first', () =>
    expect(receive(createSpokenDialect([1, 1]), pending([' one', 100, 500], [' tw', 1100, 1300]))).toEqual([
      interim(0, 'one'),
      interim(1, 'tw'),
    ]));

  test('before the first segment, words belong to none', () => {
    const dialect = createWire().dialect();
    expect(receive(dialect, [...finals([' ghost', 0, 100]), END, FIN])).toEqual([]);
  });
});

describe("with Soniox's own endpoints", () => {
  test('<end> makes the words so far final, and ends nothing', () => {
    const dialect = createSpokenDialect([3]);
    expect(receive(dialect, [...finals([' Hello', 0, 300]), END])).toEqual([piece(0, 'Hello')]);
    expect(receive(dialect, pending([' again', 900, 1200]))).toEqual([interim(0, 'again')]);
    dialect.end(0);
    expect(receive(dialect, [...finals([' again', 900, 1200]), FIN])).toEqual([piece(0, 'again'), done(0)]);
  });
});

describe('what a transcript carries', () => {
  test('words with their times in the segment, their language and speaker', () => {
    const tokens = [
      { text: ' Hal', start_ms: 1100, end_ms: 1200, confidence: 0.8, language: 'de', speaker: '1' },
      { text: 'lo', start_ms: 1200, end_ms: 1300, confidence: 1, language: 'de', speaker: '1' },
      { text: ' you', start_ms: 1400, end_ms: 1500, confidence: 0.9, language: 'en', speaker: '1' },
    ].map((token) => ({ ...token, is_final: true }));
    const dialect = createSpokenDialect([1, 1]);
    dialect.end(1);
    receive(dialect, [FIN]);
    expect(dialect.receive(response([...tokens, FIN]))).toEqual([
      {
        kind: 'piece',
        utterance: 1,
        text: 'Hallo you',
        details: {
          words: [
            { text: 'Hallo', startMs: 100, endMs: 300, confidence: 0.9, language: 'de', speaker: '1' },
            { text: 'you', startMs: 400, endMs: 500, confidence: 0.9, language: 'en', speaker: '1' },
          ],
          confidence: expect.closeTo(0.9),
          language: 'de',
          speaker: '1',
        },
      },
      done(1),
    ]);
  });

  test('no words without times, and no speaker if there are several', () => {
    const dialect = createSpokenDialect([1]);
    const tokens = ['1', '2'].map((speaker) => ({ text: ` ${speaker}`, speaker, is_final: false }));
    expect(dialect.receive(response(tokens))).toEqual([{ kind: 'interim', utterance: 0, text: '1 2', details: {} }]);
  });

  test('each character of a script without spaces is a word', () => {
    const [action] = createSpokenDialect([1]).receive(
      response(pending(['你', 0, 100], ['好', 100, 200], ['。', 200, 210])),
    );
    expect(action).toMatchObject({ text: '你好。', details: { words: [{ text: '你' }, { text: '好。' }] } });
  });
});

describe('other messages of the server', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'not json'],
    ['no object', '[]'],
    ['bytes', Uint8Array.of(1)],
    ['an unknown message', '{"type":"unheard-of"}'],
    ['tokens that are none', '{"tokens":[null,{"is_final":true}]}'],
    ['the end of the stream', '{"tokens":[],"finished":true}'],
  ])('%s means nothing', (_, frame) => expect(createSpokenDialect([2]).receive(frame)).toEqual([]));
});
