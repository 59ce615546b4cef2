import { describe, expect, test } from 'vitest';
import { createAzureTtsDialect, type TtsTurnSettings } from '../../../providers/azure/ttsDialect.ts';
import type { TtsDialect } from '../../../src/wire/tts/dialect.ts';
import { createServerAudio, createServerText } from '../../fakes/azure/frames.ts';
import { idOf, scoreOf, still, textOf } from './score.ts';

const PLAN: TtsTurnSettings = {
  sample_rate: 24_000,
  voice: 'en-US-AvaMultilingualNeural',
  language: 'en-US',
  prosody: null,
};
const STREAM = 'ABCDEF';

function dialectOf(plan: Partial<TtsTurnSettings> = {}): TtsDialect {
  const dialect = createAzureTtsDialect({ ...PLAN, ...plan }, still());
  dialect.open();
  return dialect;
}

/** A dialect that waits for the audio of its first utterance. */
function speaking(): TtsDialect {
  const dialect = dialectOf();
  say(dialect, 0, 'Hello.');
  dialect.receive(createServerText('turn.start', idOf(1), {}));
  dialect.receive(createServerText('response', idOf(1), { audio: { type: 'inline', streamId: STREAM } }));
  return dialect;
}

function say(dialect: TtsDialect, utterance: number, text: string): readonly { readonly kind: string }[] {
  return [...dialect.begin(utterance), ...dialect.text(utterance, text), ...dialect.end(utterance)];
}

function word(Text: string, ms: number, forMs: number, BoundaryType = 'WordBoundary', Type = 'WordBoundary'): unknown {
  const data = { Offset: ms * 10_000, Duration: forMs * 10_000, text: { Text, Length: Text.length, BoundaryType } };
  return { Type, Data: data };
}

function metadata(...entries: readonly unknown[]): string {
  return createServerText('audio.metadata', idOf(1), { Metadata: entries });
}

describe('an utterance is a turn', () => {
  test('of context and SSML, after one config for the connection', () => {
    const dialect = createAzureTtsDialect(PLAN, still());
    expect(scoreOf(dialect.open())).toEqual(['speech.config#1', 'ready']);
    expect(scoreOf(say(dialect, 0, 'Hello.'))).toEqual(['synthesis.context#1', 'ssml#1']);
    dialect.receive(createServerText('turn.end', idOf(1)));
    expect(scoreOf(say(dialect, 1, 'Bye.'))).toEqual(['synthesis.context#2', 'ssml#2']);
  });

  test('whose text goes out whole, at its end', () => {
    const dialect = dialectOf();
    const before = [
      ...dialect.begin(0),
      ...dialect.text(0, 'It is '),
      ...dialect.flush(0),
      ...dialect.text(0, 'seven.'),
    ];
    expect(before).toEqual([]);
    expect(textOf(dialect.end(0)[1])).toContain('>It is seven.</voice>');
  });

  test('that requests bare samples and the time of each word', () => {
    const [context] = say(dialectOf(), 0, 'Hello.');
    expect(JSON.parse(textOf(context))).toEqual({
      synthesis: {
        audio: {
          metadataOptions: {
            bookmarkEnabled: false,
            punctuationBoundaryEnabled: false,
            sentenceBoundaryEnabled: false,
            sessionEndEnabled: true,
            visemeEnabled: false,
            wordBoundaryEnabled: true,
          },
          outputFormat: 'raw-24khz-16bit-mono-pcm',
        },
        language: { autoDetection: false },
      },
    });
  });

  test.each([
    [8000, 'raw-8khz-16bit-mono-pcm'],
    [16_000, 'raw-16khz-16bit-mono-pcm'],
    [22_050, 'raw-22050hz-16bit-mono-pcm'],
    [24_000, 'raw-24khz-16bit-mono-pcm'],
    [44_100, 'raw-44100hz-16bit-mono-pcm'],
    [48_000, 'raw-48khz-16bit-mono-pcm'],
  ] as const)('at %d Hz as %s', (sample_rate, format) => {
    const [context] = say(dialectOf({ sample_rate }), 0, 'Hello.');
    expect(textOf(context)).toContain(`"outputFormat":"${format}"`);
  });

  test('that fails, and leaves the connection whole, where its message would be too long', () => {
    const dialect = dialectOf();
    const [failed, ...others] = say(dialect, 0, '&'.repeat(14_000));
    expect(failed).toMatchObject({ kind: 'failed', utterance: 0, fault: { kind: 'final' } });
    expect(others).toEqual([]);
    expect(scoreOf(say(dialect, 1, 'Hello.'))).toEqual(['synthesis.context#2', 'ssml#2']);
  });
});

describe('messages of the service', () => {
  test('is audio under the id of its stream', () => {
    const dialect = speaking();
    expect(dialect.receive(createServerAudio(idOf(1), STREAM, Uint8Array.of(1, 2, 3)))).toMatchObject([
      { kind: 'audio', utterance: 0, bytes: Buffer.of(1, 2, 3) },
    ]);
    expect(dialect.receive(createServerAudio(idOf(1), 'OTHER', Uint8Array.of(1, 2)))).toEqual([]);
    expect(dialect.receive(createServerAudio(idOf(1), STREAM, new Uint8Array(0)))).toEqual([]);
  });

  test('is audio also where no stream was named', () => {
    const dialect = dialectOf();
    say(dialect, 0, 'Hello.');
    const named = Buffer.from(createServerAudio(idOf(1), 'ABC', Uint8Array.of(5)));
    const unnamed = Buffer.from(named.toString('latin1').replace('X-StreamId', 'X-Stranger'), 'latin1');
    expect(scoreOf(dialect.receive(unnamed)).map((line) => line.split(' ')[0])).toEqual(['audio']);
    expect(scoreOf(dialect.receive(named)).map((line) => line.split(' ')[0])).toEqual(['audio']);
  });

  test('is words, with their time in the turn', () => {
    const words = [word('Hello', 50, 300), word('you', 400.5, 99.5)];
    expect(speaking().receive(metadata(...words))).toEqual([
      {
        kind: 'words',
        utterance: 0,
        words: [
          { text: 'Hello', startMs: 50, endMs: 350 },
          { text: 'you', startMs: 400.5, endMs: 500 },
        ],
      },
    ]);
  });

  test.each([
    ['punctuation', word('.', 1, 2, 'PunctuationBoundary')],
    ['a sentence', word('Hello you.', 1, 2, 'SentenceBoundary', 'SentenceBoundary')],
    ['the end of the session', { Type: 'SessionEnd', Data: { Offset: 5 } }],
    ['nothing', null],
    ['something else', { Type: 'WordBoundary', Data: { Offset: 'x', text: { Text: 'x' } } }],
  ])('is no word where it is %s', (_, entry) => {
    expect(speaking().receive(metadata(entry))).toEqual([]);
  });

  test('is the end', () => {
    expect(scoreOf(speaking().receive(createServerText('turn.end', idOf(1), {})))).toEqual(['done 0']);
  });

  test('of a turn that is over reaches no other', () => {
    const dialect = speaking();
    dialect.receive(createServerText('turn.end', idOf(1)));
    say(dialect, 1, 'Bye.');
    const late = [
      createServerAudio(idOf(1), STREAM, Uint8Array.of(1, 2)),
      metadata(word('x', 1, 2)),
      createServerText('turn.end', idOf(1)),
    ];
    expect(late.flatMap((frame) => dialect.receive(frame))).toEqual([]);
  });

  test.each(['', 'not json', 'null', '[]', '{}', 'Path:audio.metadata\r\n\r\n', new Uint8Array(3)])(
    'and cannot be read means nothing: %j',
    (frame) => {
      expect(speaking().receive(frame)).toEqual([]);
    },
  );
});

describe('an utterance that is cut', () => {
  test('is stopped, and holds the connection until the service has ended its turn', () => {
    const dialect = speaking();
    const stop = dialect.cancel?.(0) ?? [];
    expect(scoreOf(stop)).toEqual(['synthesis.control#1']);
    expect(textOf(stop[0])).toBe('{"action":"stop"}');
    expect(scoreOf(dialect.receive(createServerText('turn.end', idOf(1))))).toEqual(['released 0']);
    expect(scoreOf(say(dialect, 1, 'Bye.'))).toEqual(['synthesis.context#2', 'ssml#2']);
  });

  test('twice is stopped once', () => {
    const dialect = speaking();
    dialect.cancel?.(0);
    expect(dialect.cancel?.(0)).toEqual([]);
  });

  test('before its text was sent is over at once', () => {
    const dialect = dialectOf();
    dialect.begin(0);
    dialect.text(0, 'Hel');
    expect(scoreOf(dialect.cancel?.(0) ?? [])).toEqual(['released 0']);
    expect(scoreOf(say(dialect, 1, 'Bye.'))).toEqual(['synthesis.context#2', 'ssml#2']);
  });

  test('when it is over is not cancelled', () => {
    const dialect = speaking();
    dialect.receive(createServerText('turn.end', idOf(1)));
    expect(dialect.cancel?.(0)).toEqual([]);
  });
});
