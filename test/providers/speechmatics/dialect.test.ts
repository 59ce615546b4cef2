import { describe, expect, test } from 'vitest';
import { createSpeechmaticsDialect } from '../../../providers/speechmatics/dialect.ts';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';

const RATE = 16_000;

const interim = (utterance: number, text: string): SttAction => ({ kind: 'interim', utterance, text });
const piece = (utterance: number, text: string): SttAction => ({ kind: 'piece', utterance, text });
const done = (utterance: number): SttAction => ({ kind: 'done', utterance });
const sent = (message: object): SttAction => ({ kind: 'send', frame: JSON.stringify(message) });

/** A connection with utterances of so many seconds, the last of them under way. */
function spoken(...seconds: readonly number[]): SttDialect {
  const dialect = createSpeechmaticsDialect({ message: 'StartRecognition' }, RATE);
  seconds.forEach((length, utterance) => {
    dialect.begin(utterance);
    dialect.audio(utterance, new Int16Array(length * RATE));
    if (utterance < seconds.length - 1) dialect.end(utterance);
  });
  return dialect;
}

function ended(...seconds: readonly number[]): SttDialect {
  const dialect = spoken(...seconds);
  dialect.end(seconds.length - 1);
  return dialect;
}

type Item = readonly [content: string, start: number, end: number, rest?: object];

function results(items: readonly Item[]): readonly object[] {
  return items.map(([content, start_time, end_time, { ...rest } = {}]) => ({
    type: 'word',
    start_time,
    end_time,
    alternatives: [{ content, confidence: 0.9 }],
    ...rest,
  }));
}

const MARK = { type: 'punctuation', attaches_to: 'previous' };

function receive(dialect: SttDialect, message: string, rest: object = {}): readonly SttAction[] {
  return dialect.receive(JSON.stringify({ message, ...rest })).map(withoutDetails);
}

function withoutDetails(action: SttAction): SttAction {
  if (action.kind === 'piece') return piece(action.utterance, action.text);
  return action.kind === 'interim' ? interim(action.utterance, action.text) : action;
}

function final(dialect: SttDialect, ...items: readonly Item[]): readonly SttAction[] {
  const end_time = items.at(-1)?.[2] ?? 0;
  return receive(dialect, 'AddTranscript', { metadata: { end_time }, results: results(items) });
}

function partial(dialect: SttDialect, ...items: readonly Item[]): readonly SttAction[] {
  return receive(dialect, 'AddPartialTranscript', { metadata: { end_time: 0 }, results: results(items) });
}

function endOfUtterance(dialect: SttDialect, end_time?: number): readonly SttAction[] {
  return receive(dialect, 'EndOfUtterance', { metadata: { end_time }, forced: true });
}

describe('what goes out', () => {
  test('the session is set up before any audio', () => {
    expect(spoken().open()).toEqual([sent({ message: 'StartRecognition' })]);
    expect(receive(spoken(), 'RecognitionStarted')).toEqual([{ kind: 'ready' }]);
  });

  test('samples go out as they are, little end first', () =>
    expect(spoken(1).audio(0, Int16Array.of(1, -2))).toEqual([{ kind: 'send', frame: Uint8Array.of(1, 0, 254, 255) }]));

  test('the end forces the text of the audio so far', () =>
    expect(spoken(1, 0.5).end(1)).toEqual([sent({ message: 'ForceEndOfUtterance', timestamp: 1.5 })]));

  test('an idle session is kept open by silence, which counts as audio', () => {
    const dialect = spoken(1);
    expect(dialect.idle?.()).toEqual([{ kind: 'send', frame: new Uint8Array(3200) }]);
    expect(dialect.end(0)).toEqual([sent({ message: 'ForceEndOfUtterance', timestamp: 1.1 })]);
  });

  test('the end of the stream counts the frames of audio', () => {
    const dialect = spoken(1, 1);
    dialect.audio(1, new Int16Array(0));
    expect(dialect.close?.()).toEqual([sent({ message: 'EndOfStream', last_seq_no: 2 })]);
  });
});

describe('while the user speaks', () => {
  test('partial transcripts are interims', () => {
    const dialect = spoken(2);
    expect(partial(dialect, ['what', 0, 0.4])).toEqual([interim(0, 'what')]);
    expect(partial(dialect, ['what', 0, 0.4], ['time', 0.5, 0.9])).toEqual([interim(0, 'what time')]);
  });

  test('final words stay, and partial words follow them', () => {
    const dialect = spoken(2);
    partial(dialect, ['watt', 0, 0.4], ['time', 0.5, 0.9]);
    expect(final(dialect, ['What', 0, 0.4])).toEqual([interim(0, 'What time')]);
    expect(partial(dialect, ['time', 0.5, 0.9], ['is', 1, 1.2])).toEqual([interim(0, 'What time is')]);
  });

  test('transcripts without words emit nothing', () => {
    expect(partial(spoken(2))).toEqual([]);
    expect(final(spoken(2))).toEqual([]);
  });

  test('an end of utterance that nobody asked for ends nothing', () =>
    expect(endOfUtterance(spoken(2), 1)).toEqual([]));
});

describe('after the end', () => {
  test('the words settle the utterance with the end of utterance', () => {
    const dialect = ended(2);
    expect(final(dialect, ['Hello', 0, 0.5])).toEqual([interim(0, 'Hello')]);
    expect(endOfUtterance(dialect, 2)).toEqual([piece(0, 'Hello'), done(0)]);
  });

  test('a mark in a later transcript attaches to its word', () => {
    const dialect = ended(2);
    final(dialect, ['Hello', 0, 0.5]);
    final(dialect, ['.', 0.5, 0.5, MARK]);
    expect(endOfUtterance(dialect, 2)).toEqual([piece(0, 'Hello.'), done(0)]);
  });

  test('without words it is settled, too', () => expect(endOfUtterance(ended(2), 2)).toEqual([done(0)]));

  test('partial words without a final transcript are not lost', () => {
    const dialect = ended(2);
    partial(dialect, ['Hello', 0, 0.5]);
    expect(endOfUtterance(dialect, 2)).toEqual([piece(0, 'Hello'), done(0)]);
  });

  test('ends are answered in order', () => {
    const dialect = ended(1, 1);
    final(dialect, ['One', 0, 0.5]);
    expect(endOfUtterance(dialect, 1)).toEqual([piece(0, 'One'), done(0)]);
    final(dialect, ['two', 1.2, 1.6]);
    expect(endOfUtterance(dialect, 2)).toEqual([piece(1, 'two'), done(1)]);
  });

  test('an answer to a later end settles one that was not answered', () => {
    const dialect = ended(1, 1);
    final(dialect, ['two', 1.2, 1.6]);
    expect(endOfUtterance(dialect, 2)).toEqual([done(0), piece(1, 'two'), done(1)]);
  });

  test('an answer without a time, or after all ends, settles what waits', () => {
    expect(endOfUtterance(ended(1, 1))).toEqual([done(0)]);
    expect(endOfUtterance(ended(1, 1), 9)).toEqual([done(0), done(1)]);
  });
});

describe('with several utterances', () => {
  test('each word goes to the utterance that it was spoken in', () => {
    const dialect = spoken(1, 2);
    expect(partial(dialect, ['thanks', 0.5, 1.05], ['what', 1.1, 1.4])).toEqual([
      interim(0, 'thanks'),
      interim(1, 'what'),
    ]);
  });

  test('a mark goes with its word', () => {
    const dialect = spoken(1, 2);
    expect(final(dialect, ['thanks', 0.5, 1], ['.', 1, 1, MARK])).toEqual([interim(0, 'thanks.')]);
  });

  test('late words of a settled utterance reach no other', () => {
    const dialect = spoken(1, 2);
    endOfUtterance(dialect, 1);
    expect(final(dialect, ['thanks', 0.5, 0.9])).toEqual([]);
    expect(final(dialect, ['.', 0.9, 0.9, MARK])).toEqual([]);
  });
});

describe('other languages', () => {
  test('words are joined as the language wants it', () => {
    const dialect = spoken(2);
    receive(dialect, 'RecognitionStarted', { language_pack_info: { word_delimiter: '' } });
    expect(final(dialect, ['今日', 0, 0.4], ['は', 0.5, 0.6])).toEqual([interim(0, '今日は')]);
  });

  test('a mark may attach to the word behind it', () => {
    const next = { type: 'punctuation', attaches_to: 'next' };
    expect(final(spoken(2), ['Pues', 0, 0.3], ['¿', 0.3, 0.3, next], ['qué', 0.3, 0.6])).toEqual([
      interim(0, 'Pues ¿qué'),
    ]);
  });
});

describe('what is not a text', () => {
  test('a warning is reported', () =>
    expect(receive(spoken(), 'Warning', { type: 'validation_warning', reason: 'a word was dropped' })).toEqual([
      { kind: 'warning', message: 'validation_warning: a word was dropped' },
    ]));

  test('an error ends the connection', () =>
    expect(receive(spoken(), 'Error', { type: 'not_authorised', reason: 'no such key' })).toEqual([
      { kind: 'fault', fault: { kind: 'final', message: 'not_authorised: no such key' } },
    ]));

  test.each(['', 'not json', 'null', '[]', '{}', '{"message":"Info"}', '{"message":"AddTranscript"}'])(
    'ignores %j',
    (frame) => expect(spoken(1).receive(frame)).toEqual([]),
  );
});
