import { describe, expect, test } from 'vitest';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createSpokenDialect, END, RATE, textOnly, turn } from './turns.ts';

/** Utterance 0 with so many seconds of audio, as a session sends it that takes the ends of turns from AssemblyAI. */
function spoken(...seconds: readonly number[]): SttDialect {
  return createSpokenDialect(seconds, { turns: true });
}

function found(dialect: SttDialect, message: string): readonly SttAction[] {
  return dialect.receive(message).filter(({ kind }) => kind === 'turn');
}

const SPEECH_STARTED = '{"type":"SpeechStarted","timestamp":10}';

describe('what AssemblyAI finds about a turn', () => {
  test('words go on, with the confidence that they are over', () =>
    expect(textOnly(spoken(2).receive(turn(0, 'hello', 0)))).toEqual([
      { kind: 'interim', utterance: 0, text: 'hello' },
      { kind: 'turn', utterance: 0, state: 'update', confidence: 0.4 },
    ]));

  test('the end comes after its words', () =>
    expect(textOnly(spoken(2).receive(turn(0, 'Hello.', 0, END)))).toEqual([
      { kind: 'piece', utterance: 0, text: 'Hello.' },
      { kind: 'turn', utterance: 0, state: 'end', confidence: 1 },
    ]));

  test('an end without words is none', () => expect(found(spoken(2), turn(0, '', 0, END))).toEqual([]));

  test('after an end, speech goes on before its first word', () => {
    const dialect = spoken(2);
    expect(found(dialect, SPEECH_STARTED)).toEqual([]);
    dialect.receive(turn(0, 'Hello.', 0, END));
    expect(found(dialect, SPEECH_STARTED)).toEqual([{ kind: 'turn', utterance: 0, state: 'update' }]);
    expect(found(dialect, SPEECH_STARTED)).toEqual([]);
  });

  test('a segment that has ended has no more findings', () => {
    const dialect = spoken(2);
    dialect.end(0);
    expect(found(dialect, turn(0, 'hello', 0))).toEqual([]);
    expect(found(dialect, turn(0, 'Hello.', 0, END))).toEqual([]);
  });
});

describe('the end of a segment whose turn is over', () => {
  const kinds = (dialect: SttDialect, over?: boolean): readonly string[] =>
    dialect.end(0, over).map(({ kind }) => kind);

  test('is answered at once, as AssemblyAI has ended the turn, too', () => {
    const dialect = spoken(2);
    dialect.receive(turn(0, 'Hello.', 0, END));
    dialect.audio(0, new Int16Array(1.5 * RATE));
    expect(kinds(dialect, true)).toEqual(['done']);
  });

  test('is asked for, if the end is older than 1.5 s', () => {
    const dialect = spoken(2);
    dialect.receive(turn(0, 'Hello.', 0, END));
    dialect.audio(0, new Int16Array(1.55 * RATE));
    expect(kinds(dialect, true)).toEqual(['send']);
  });

  test('is asked for, if the turn goes on for AssemblyAI', () => {
    const dialect = spoken(2);
    dialect.receive(turn(0, 'Hello.', 0, END));
    dialect.receive(turn(1, 'and', 1000));
    expect(kinds(dialect, true)).toEqual(['send']);
  });

  test('without a turn that is over it is asked for, after an end that AssemblyAI has found', () => {
    const dialect = spoken(2);
    dialect.receive(turn(0, 'Hello.', 0, END));
    expect(kinds(dialect)).toEqual(['send']);
  });
});
