import { describe, expect, test } from 'vitest';
import { createScribeDialect, type ScribeOptions } from '../../../../providers/elevenlabs/scribe/dialect.ts';
import { parseObject, type JsonObject } from '../../../../src/wire/json.ts';
import type { SttAction, SttDialect } from '../../../../src/wire/stt/dialect.ts';

const RATE = 16_000;

const interim = (utterance: number, text: string): SttAction => ({ kind: 'interim', utterance, text });
const piece = (utterance: number, text: string): SttAction => ({ kind: 'piece', utterance, text });
const done = (utterance: number): SttAction => ({ kind: 'done', utterance });

function connected(options: Partial<ScribeOptions> = {}): SttDialect {
  return createScribeDialect({ sampleRate: RATE, isTimed: false, namesLanguage: false, ...options });
}

/** Utterances of one second each; those before the last have ended. */
function spoken(count: number, options: Partial<ScribeOptions> = {}): SttDialect {
  const dialect = connected(options);
  for (let utterance = 0; utterance < count; utterance++) {
    dialect.begin(utterance);
    dialect.audio(utterance, loud(1));
    if (utterance < count - 1) dialect.end(utterance);
  }
  return dialect;
}

function ended(count: number, options: Partial<ScribeOptions> = {}): SttDialect {
  const dialect = spoken(count, options);
  dialect.end(count - 1);
  return dialect;
}

function loud(seconds: number): Int16Array {
  return new Int16Array(seconds * RATE).fill(9000);
}

function receive(dialect: SttDialect, message_type: string, rest: object = {}): readonly SttAction[] {
  return dialect.receive(JSON.stringify({ message_type, ...rest })).map(withoutDetails);
}

function withoutDetails(action: SttAction): SttAction {
  return action.kind === 'piece' ? piece(action.utterance, action.text) : action;
}

/** The chunks that were sent: their seconds of audio, and all other fields. */
function chunks(actions: readonly SttAction[] = []): readonly JsonObject[] {
  return actions.flatMap((action) => {
    const chunk = action.kind === 'send' ? parseObject(action.frame) : null;
    if (chunk === null) return [];
    const { audio_base_64, ...rest } = chunk;
    return [{ ...rest, seconds: Buffer.from(String(audio_base_64), 'base64').length / 2 / RATE }];
  });
}

const committed = (text: string): readonly ['committed_transcript', { text: string }] => [
  'committed_transcript',
  { text },
];
const timed = (text: string): readonly ['committed_transcript_with_timestamps', { text: string }] => [
  'committed_transcript_with_timestamps',
  { text },
];

describe('what goes out', () => {
  test('speech waits until the session has started', () => {
    expect(connected().open()).toEqual([]);
    expect(receive(connected(), 'session_started', { session_id: 's', config: {} })).toEqual([{ kind: 'ready' }]);
  });

  test('audio is not committed while the user speaks', () => {
    const dialect = connected();
    dialect.begin(0);
    expect(chunks(dialect.audio(0, loud(1)))).toEqual([
      { message_type: 'input_audio_chunk', commit: false, sample_rate: RATE, seconds: 1 },
    ]);
  });

  test('the end commits without audio, as ElevenLabs’ client does', () =>
    expect(spoken(1).end(0)).toEqual([
      {
        kind: 'send',
        frame: '{"message_type":"input_audio_chunk","audio_base_64":"","commit":true,"sample_rate":16000}',
      },
    ]));

  test('a shorter utterance is filled up to the 0.3 s that Scribe commits', () => {
    const dialect = connected();
    dialect.begin(0);
    dialect.audio(0, new Int16Array(1600));
    expect(chunks(dialect.end(0))).toMatchObject([{ commit: true, seconds: 0.2 }]);
  });

  test('the context goes with the first audio of a connection, and not again', () => {
    const dialect = connected({ previousText: 'A call to a hotel.' });
    dialect.begin(0);
    expect(chunks(dialect.audio(0, loud(1)))).toMatchObject([{ previous_text: 'A call to a hotel.' }]);
    expect(chunks(dialect.audio(0, loud(1)))[0]).not.toHaveProperty('previous_text');
  });

  test('an idle connection is kept open by 20 ms of silence', () =>
    expect(chunks(connected().idle?.())).toMatchObject([{ commit: false, seconds: 0.02 }]));
});

describe('a long utterance', () => {
  /** Speaks second by second. Returns after how many seconds it was committed. */
  const commits = (seconds: readonly Int16Array[]): readonly number[] => {
    const dialect = connected();
    dialect.begin(0);
    return seconds.flatMap((samples, at) =>
      chunks(dialect.audio(0, samples))[0]?.['commit'] === true ? [at + 1] : [],
    );
  };
  const silence = new Int16Array(RATE);

  test('is committed in the first quiet moment after 20 s', () =>
    expect(commits([...Array(10).fill(silence), ...Array(14).fill(loud(1)), silence, silence])).toEqual([25]));

  test('is committed after 30 s without one, before Scribe does so', () =>
    expect(commits(Array(61).fill(loud(1)))).toEqual([30, 60]));

  test('has a text of several parts', () => {
    const dialect = connected();
    dialect.begin(0);
    dialect.audio(0, loud(30));
    expect(receive(dialect, ...committed('I would like'))).toEqual([piece(0, 'I would like')]);
    dialect.audio(0, loud(2));
    expect(receive(dialect, 'partial_transcript', { text: 'a table' })).toEqual([interim(0, 'a table')]);
    dialect.end(0);
    expect(receive(dialect, ...committed('a table.'))).toEqual([piece(0, 'a table.'), done(0)]);
  });

  test('may be committed by Scribe: its text is a part, and ends nothing', () =>
    expect(receive(spoken(1), ...committed('I would like'))).toEqual([piece(0, 'I would like')]));

  test('is done if Scribe ignores the end, because it has committed everything', () => {
    const dialect = spoken(1);
    receive(dialect, ...committed('A table.'));
    dialect.end(0);
    const error = 'Commit request ignored: only 0.01s of uncommitted audio.';
    expect(receive(dialect, 'commit_throttled', { error })).toEqual([{ kind: 'warning', message: error }, done(0)]);
  });

  test('of silence between utterances reaches no utterance', () => {
    const dialect = connected();
    for (let beat = 0; beat < 1000; beat++) dialect.idle?.();
    dialect.begin(0);
    dialect.audio(0, loud(1));
    expect(receive(dialect, ...committed(''))).toEqual([]);
    dialect.end(0);
    expect(receive(dialect, ...committed('Hello.'))).toEqual([piece(0, 'Hello.'), done(0)]);
  });
});

describe('the text', () => {
  test('partial texts are interims', () =>
    expect(receive(spoken(1), 'partial_transcript', { text: 'what time' })).toEqual([interim(0, 'what time')]));

  test('empty partial texts are ignored', () =>
    expect(receive(spoken(1), 'partial_transcript', { text: '' })).toEqual([]));

  test('a partial text before the answer to a commit belongs to its utterance, and one after it to the next', () => {
    const dialect = spoken(2);
    expect(receive(dialect, 'partial_transcript', { text: 'hello' })).toEqual([interim(0, 'hello')]);
    receive(dialect, ...committed('Hello.'));
    expect(receive(dialect, 'partial_transcript', { text: 'what' })).toEqual([interim(1, 'what')]);
  });

  test('a committed text settles the utterance', () =>
    expect(receive(ended(1), ...committed(' Hello. '))).toEqual([piece(0, 'Hello.'), done(0)]));

  test('an empty one settles it without words', () => expect(receive(ended(1), ...committed(''))).toEqual([done(0)]));

  test('answers come in the order of the commits', () => {
    const dialect = ended(2);
    expect(receive(dialect, ...committed('One.'))).toEqual([piece(0, 'One.'), done(0)]);
    expect(receive(dialect, ...committed('Two.'))).toEqual([piece(1, 'Two.'), done(1)]);
  });

  test('a text that nobody asked for, between utterances, is dropped', () => {
    const dialect = ended(1);
    receive(dialect, ...committed('Hello.'));
    expect(receive(dialect, ...committed('Hello.'))).toEqual([]);
  });

  test('a text with timestamps that nobody asked for is ignored', () =>
    expect(receive(ended(1), ...timed('Hello.'))).toEqual([]));
});

describe('with timestamps', () => {
  const isTimed = true;

  test('the first text is an interim, and the second the final text', () => {
    const dialect = ended(1, { isTimed });
    expect(receive(dialect, ...committed('Hello.'))).toEqual([interim(0, 'Hello.')]);
    expect(receive(dialect, ...timed('Hello.'))).toEqual([piece(0, 'Hello.'), done(0)]);
  });

  test('they may come in the other order', () => {
    const dialect = ended(2, { isTimed });
    expect(receive(dialect, ...timed('One.'))).toEqual([piece(0, 'One.'), done(0)]);
    expect(receive(dialect, ...committed('One.'))).toEqual([]);
    expect(receive(dialect, ...committed('Two.'))).toEqual([interim(1, 'Two.')]);
    expect(receive(dialect, ...timed('Two.'))).toEqual([piece(1, 'Two.'), done(1)]);
  });

  test('an empty text settles at once, and its second message reaches no other utterance', () => {
    const dialect = ended(2, { isTimed });
    expect(receive(dialect, ...committed(''))).toEqual([done(0)]);
    expect(receive(dialect, ...timed(''))).toEqual([]);
    receive(dialect, ...committed('Two.'));
    expect(receive(dialect, ...timed('Two.'))).toEqual([piece(1, 'Two.'), done(1)]);
  });

  test('a text without its second message stands once a later one has its own', () => {
    const dialect = ended(2, { isTimed });
    receive(dialect, ...committed('One.'));
    receive(dialect, ...committed('Two.'));
    expect(receive(dialect, ...timed('Two.'))).toEqual([piece(0, 'One.'), done(0), piece(1, 'Two.'), done(1)]);
  });

  test('a second text that differs settles the oldest', () => {
    const dialect = ended(2, { isTimed });
    receive(dialect, ...committed('one'));
    expect(receive(dialect, ...timed('One.'))).toEqual([piece(0, 'One.'), done(0)]);
  });

  test('a text that Scribe committed by itself is a part', () => {
    const dialect = spoken(1, { isTimed });
    expect(receive(dialect, ...timed('I would like'))).toEqual([piece(0, 'I would like')]);
    expect(receive(dialect, ...committed('I would like'))).toEqual([]);
  });
});

describe('what is not a text', () => {
  test('a warning is reported', () =>
    expect(receive(spoken(1), 'warning', { warning: 'keyterms were shortened' })).toEqual([
      { kind: 'warning', message: 'keyterms were shortened' },
    ]));

  test.each(['', 'not json', 'null', '[]', '{}', '{"message_type":"edited_transcript","text":"a"}'])(
    'ignores %j',
    (frame) => expect(spoken(1).receive(frame)).toEqual([]),
  );
});
