import { describe, expect, test } from 'vitest';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createSpokenDialect, END, FIN, finals, pending, response, textOnly } from './responses.ts';

/** Utterance 0 with so many seconds of audio, as a session sends it that takes the ends of turns from Soniox. */
function spoken(...seconds: readonly number[]): SttDialect {
  return createSpokenDialect(seconds, true);
}

function receive(dialect: SttDialect, tokens: readonly object[], processedMs: number): readonly SttAction[] {
  return textOnly(dialect.receive(response(tokens, processedMs)));
}

function found(dialect: SttDialect, tokens: readonly object[], processedMs: number): readonly SttAction[] {
  return receive(dialect, tokens, processedMs).filter(({ kind }) => kind === 'turn');
}

const HELLO = finals([' Hello', 0, 400]);

describe('what Soniox finds about a turn', () => {
  test('words go on, with the end of the audio that was processed', () =>
    expect(receive(spoken(2), pending([' hello', 0, 400]), 500)).toEqual([
      { kind: 'interim', utterance: 0, text: 'hello' },
      { kind: 'turn', utterance: 0, state: 'update', atMs: 500 },
    ]));

  test('<end> comes after its words', () =>
    expect(receive(spoken(2), [...HELLO, END], 1500)).toEqual([
      { kind: 'piece', utterance: 0, text: 'Hello' },
      { kind: 'turn', utterance: 0, state: 'end', atMs: 1500 },
    ]));

  test('silence before the first word is no end', () => expect(found(spoken(2), [], 500)).toEqual([]));

  test('a turn is not over before its words: an <end> without words is none', () =>
    expect(found(spoken(2), [END], 500)).toEqual([]));

  test('after an end, each report of silence is one, until words come', () => {
    const dialect = spoken(4);
    receive(dialect, [...HELLO, END], 1000);
    expect(found(dialect, [], 1250)).toMatchObject([{ state: 'end', atMs: 1250 }]);
    expect(found(dialect, pending([' five', 1500, 1800]), 2000)).toMatchObject([{ state: 'update' }]);
    expect(found(dialect, pending([' five', 1500, 1800]), 2250)).toMatchObject([{ state: 'update' }]);
  });

  test('a segment that has ended has no more findings', () => {
    const dialect = spoken(2);
    dialect.end(0);
    expect(found(dialect, [...HELLO, END], 1500)).toEqual([]);
  });

  test('a later segment has positions of its own', () => {
    const dialect = spoken(2, 1);
    receive(dialect, [...HELLO, FIN], 2000);
    expect(found(dialect, pending([' again', 2100, 2600]), 2750)).toMatchObject([{ utterance: 1, atMs: 750 }]);
  });
});

describe('the end of a segment whose turn is over', () => {
  test.each([
    ['is answered at once, as Soniox has ended the turn, too', [...HELLO, END], 500, ['done']],
    ['is asked for, if the last report is older than 1.5 s', [...HELLO, END], 499, ['send']],
    ['is asked for, if the turn goes on for Soniox', HELLO, 1900, ['send']],
  ])('%s', (_, tokens, processedMs, kinds) => {
    const dialect = spoken(2);
    receive(dialect, tokens, processedMs);
    expect(dialect.end(0, true).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('without a turn that is over it is asked for, after an end that Soniox has found', () => {
    const dialect = spoken(2);
    receive(dialect, [...HELLO, END], 1900);
    expect(dialect.end(0).map(({ kind }) => kind)).toEqual(['send']);
  });

  test('words from its audio that come later do not reach the next segment', () => {
    const dialect = spoken(2);
    receive(dialect, [...HELLO, END], 1900);
    dialect.end(0, true);
    dialect.begin(1);
    dialect.audio(1, new Int16Array(16_000));
    dialect.end(1);
    expect(receive(dialect, [...finals([' uh', 1800, 1950], [' yes', 2300, 2600]), FIN], 3000)).toEqual([
      { kind: 'piece', utterance: 1, text: 'yes' },
      { kind: 'done', utterance: 1 },
    ]);
  });
});
