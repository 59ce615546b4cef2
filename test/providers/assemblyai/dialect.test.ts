import { describe, expect, test } from 'vitest';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createSpokenDialect, createWire, END, textOnly, turn } from './turns.ts';

const FORCE: SttAction = { kind: 'send', frame: '{"type":"ForceEndpoint"}' };
const interim = (utterance: number, text: string): SttAction => ({ kind: 'interim', utterance, text });
const piece = (utterance: number, text: string): SttAction => ({ kind: 'piece', utterance, text });
const done = (utterance: number): SttAction => ({ kind: 'done', utterance });

function receive(dialect: SttDialect, message: string): readonly SttAction[] {
  return textOnly(dialect.receive(message));
}

/** The lengths of the frames, in samples. */
function lengths(actions: readonly SttAction[]): readonly unknown[] {
  return actions.map((action) => (action.kind === 'send' ? action.frame.length / 2 : action.kind));
}

describe('what goes out', () => {
  test('speech waits for Begin', () => {
    const dialect = createWire().dialect();
    expect(dialect.open()).toEqual([]);
    expect(dialect.receive('{"type":"Begin","id":"s","expires_at":1}')).toEqual([{ kind: 'ready' }]);
  });

  test('audio goes out in frames of 50 ms', () => {
    const dialect = createSpokenDialect([0]);
    expect(lengths(dialect.audio(0, new Int16Array(799)))).toEqual([]);
    expect(lengths(dialect.audio(0, new Int16Array(802)))).toEqual([800, 800]);
  });

  test('silence completes the last frame, because shorter ones are refused', () => {
    const dialect = createSpokenDialect([0]);
    dialect.audio(0, Int16Array.of(1, -2));
    const [last, force] = dialect.end(0);
    expect(last?.kind === 'send' && last.frame.slice(0, 6)).toEqual(Uint8Array.of(1, 0, 254, 255, 0, 0));
    expect(lengths([last ?? FORCE])).toEqual([800]);
    expect(force).toEqual(FORCE);
  });

  test('the end of a segment asks for its text', () => expect(createSpokenDialect([1]).end(0)).toEqual([FORCE]));

  test('the session is terminated, because AssemblyAI bills it until then', () =>
    expect(createSpokenDialect([1]).close?.()).toEqual([{ kind: 'send', frame: '{"type":"Terminate"}' }]));
});

describe('while the user speaks', () => {
  test('the turn so far is an interim', () => {
    const dialect = createSpokenDialect([2]);
    expect(receive(dialect, turn(0, 'what', 0))).toEqual([interim(0, 'what')]);
    expect(receive(dialect, turn(0, 'what time', 0))).toEqual([interim(0, 'what time')]);
  });

  test('words that may still change are part of it, though not of the transcript', () => {
    const words = ['what', 'time'].map((text, n) => ({ text, start: n, end: n + 1, word_is_final: n === 0 }));
    expect(receive(createSpokenDialect([2]), turn(0, 'what time', 0, { transcript: 'what', words }))).toEqual([
      interim(0, 'what time'),
    ]);
  });

  test('the end of a turn makes its words final, and ends nothing', () => {
    const dialect = createSpokenDialect([3]);
    expect(receive(dialect, turn(0, 'Hello.', 0, END))).toEqual([piece(0, 'Hello.')]);
    expect(receive(dialect, turn(1, 'again', 1500))).toEqual([interim(0, 'again')]);
  });

  test('a turn without words says nothing', () => {
    expect(receive(createSpokenDialect([2]), turn(0, '', 0))).toEqual([]);
    expect(receive(createSpokenDialect([2]), turn(0, '', 0, END))).toEqual([]);
  });
});

describe('after the end', () => {
  test('the end of the turn settles the segment', () => {
    const dialect = createSpokenDialect([2]);
    receive(dialect, turn(0, 'hello', 0));
    dialect.end(0);
    expect(receive(dialect, turn(0, 'Hello.', 0, END))).toEqual([piece(0, 'Hello.'), done(0)]);
  });

  test('the end of a turn without words settles it, too', () => {
    const dialect = createSpokenDialect([2]);
    dialect.end(0);
    expect(receive(dialect, turn(0, '', 0, END))).toEqual([done(0)]);
  });

  test('an end that comes again adds nothing', () => {
    const dialect = createSpokenDialect([2]);
    receive(dialect, turn(0, 'Hello.', 0, END));
    expect(receive(dialect, turn(0, 'Hello.', 0, END))).toEqual([]);
  });

  test('words of the next segment settle it with what was heard', () => {
    const dialect = createSpokenDialect([1, 1]);
    receive(dialect, turn(0, 'one', 0));
    expect(receive(dialect, turn(1, 'two', 1000))).toEqual([piece(0, 'one'), done(0), interim(1, 'two')]);
  });

  test('a late end goes to the segment in which it was said', () => {
    const dialect = createSpokenDialect([1, 1]);
    expect(receive(dialect, turn(0, 'One.', 0, END))).toEqual([piece(0, 'One.'), done(0)]);
    expect(receive(dialect, turn(1, 'two', 1000))).toEqual([interim(1, 'two')]);
  });

  test('words of a segment that is done belong to none', () => {
    const dialect = createSpokenDialect([1, 1]);
    receive(dialect, turn(1, 'two', 1000));
    expect(receive(dialect, turn(0, 'One.', 0, END))).toEqual([]);
  });

  test('before the first segment, words belong to none', () =>
    expect(receive(createWire().dialect(), turn(0, 'ghost', 0))).toEqual([]));
});

describe('a model that formats turns later', () => {
  const settings = { model: 'universal-streaming-english', format_turns: true };
  const unformatted = { end_of_turn: true };

  test('gives the final when it is formatted', () => {
    const dialect = createSpokenDialect([2], settings);
    dialect.end(0);
    expect(receive(dialect, turn(0, 'hello', 0, unformatted))).toEqual([interim(0, 'hello')]);
    expect(receive(dialect, turn(0, 'Hello.', 0, END))).toEqual([piece(0, 'Hello.'), done(0)]);
  });

  test('gives it at once if no format is wanted', () => {
    const dialect = createSpokenDialect([2], { model: settings.model });
    dialect.end(0);
    expect(receive(dialect, turn(0, 'hello', 0, unformatted))).toEqual([piece(0, 'hello'), done(0)]);
  });
});

describe('what a transcript carries', () => {
  test('words with their times in the segment, their language and speaker', () => {
    const words = [
      { text: 'Hallo', start: 1100, end: 1300, confidence: 0.8, word_is_final: true, speaker: 'A' },
      { text: 'you.', start: 1400, end: 1500, confidence: 1, word_is_final: true, speaker: 'UNKNOWN' },
    ];
    const dialect = createSpokenDialect([1, 1]);
    const fields = { ...END, words, language_code: 'de', speaker_label: 'A' };
    expect(dialect.receive(turn(0, 'Hallo you.', 0, fields)).at(-1)).toEqual({
      kind: 'piece',
      utterance: 1,
      text: 'Hallo you.',
      details: {
        words: [
          { text: 'Hallo', startMs: 100, endMs: 300, confidence: 0.8, speaker: 'A' },
          { text: 'you.', startMs: 400, endMs: 500, confidence: 1 },
        ],
        confidence: 0.9,
        language: 'de',
        speaker: 'A',
      },
    });
  });
});

describe('other messages of the server', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'not json'],
    ['no object', '[]'],
    ['bytes', Uint8Array.of(1)],
    ['an unknown message', '{"type":"unheard-of"}'],
    ['a turn without its number', '{"type":"Turn","transcript":"hello"}'],
    ['the start of speech', '{"type":"SpeechStarted","timestamp":10}'],
    ['the end of the session', '{"type":"Termination","audio_duration_seconds":1}'],
    ['a revision of speakers', '{"type":"SpeakerRevision","revisions":[]}'],
  ])('%s means nothing', (_, frame) => expect(createSpokenDialect([2]).receive(frame)).toEqual([]));

  test('a warning is reported', () =>
    expect(createSpokenDialect([1]).receive('{"type":"Warning","warning_code":1,"warning":"Slow."}')).toEqual([
      { kind: 'warning', message: 'Slow.' },
    ]));
});
