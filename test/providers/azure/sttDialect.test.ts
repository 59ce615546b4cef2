import { describe, expect, test } from 'vitest';
import { createAzureSttDialect } from '../../../providers/azure/sttDialect.ts';
import { azureSttSchema } from '../../../providers/azure/settings.ts';
import type { SttTurnSettings } from '../../../providers/azure/recognition.ts';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createServerText } from '../../fakes/azure/frames.ts';
import { bytesOf, idOf, samplesOf, scoreOf, still, textOf } from './score.ts';

const { extra: _, ...PLAN }: SttTurnSettings = azureSttSchema().parse({ provider: 'azure', api_key: 'k', region: 'r' });
/** 100 ms. */
const SOUND = new Int16Array(1600).fill(7);
const TICKS_PER_MS = 10_000;

function dialectOf(plan: Partial<SttTurnSettings> = {}): SttDialect {
  return createAzureSttDialect({ ...PLAN, ...plan }, still());
}

/** A dialect in the midst of its first utterance. */
function listening(): SttDialect {
  const dialect = dialectOf();
  dialect.open();
  dialect.begin(0);
  dialect.audio(0, SOUND);
  return dialect;
}

function hypothesis(turn: number, text: string): string {
  return createServerText('speech.hypothesis', idOf(turn), { Id: 'h', Text: text, Offset: 0, Duration: 1 });
}

function phrase(turn: number, text: string, untilMs = 0, status = 'Success'): string {
  const span = { Offset: 0, Duration: untilMs * TICKS_PER_MS };
  return createServerText('speech.phrase', idOf(turn), { RecognitionStatus: status, DisplayText: text, ...span });
}

function turnEnd(turn: number): string {
  return createServerText('turn.end', idOf(turn));
}

describe('an utterance is a turn', () => {
  test('of config, context, WAV header, audio, and an empty message', () => {
    const dialect = dialectOf();
    expect(scoreOf(dialect.open())).toEqual(['ready']);
    expect(scoreOf(dialect.begin(0))).toEqual(['speech.config#1', 'speech.context#1', 'audio#1 44']);
    expect(scoreOf(dialect.audio(0, SOUND))).toEqual(['audio#1 3200']);
    expect(scoreOf(dialect.end(0))).toEqual(['audio#1 0']);
  });

  test('that is done when the service ends it, which the client confirms', () => {
    const dialect = listening();
    dialect.end(0);
    expect(scoreOf(dialect.receive(phrase(1, 'Hello.')))).toEqual(['piece 0 Hello.']);
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual(['telemetry#1', 'done 0']);
  });

  test('and the next one another on the same connection, under an id of its own', () => {
    const dialect = listening();
    dialect.end(0);
    dialect.receive(turnEnd(1));
    expect(scoreOf(dialect.begin(1))).toEqual(['speech.config#2', 'speech.context#2', 'audio#2 44']);
  });

  test('which waits, with its audio, until the one before is over', () => {
    const dialect = listening();
    dialect.end(0);
    expect([...dialect.begin(1), ...dialect.audio(1, SOUND), ...dialect.end(1)]).toEqual([]);
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual([
      'telemetry#1',
      'done 0',
      'speech.config#2',
      'speech.context#2',
      'audio#2 44',
      'audio#2 3200',
      'audio#2 0',
    ]);
    expect(scoreOf(dialect.receive(turnEnd(2)))).toEqual(['telemetry#2', 'done 1']);
  });

  test('whose long frames are cut into 100 ms', () => {
    const dialect = listening();
    expect(scoreOf(dialect.audio(0, new Int16Array(4000)))).toEqual(['audio#1 3200', 'audio#1 3200', 'audio#1 1600']);
  });

  test('whose telemetry reports what came, and when', () => {
    const dialect = listening();
    dialect.receive(createServerText('turn.start', idOf(1), {}));
    dialect.end(0);
    const [telemetry] = dialect.receive(turnEnd(1));
    const at = ['2026-11-21T00:00:00.000Z'];
    expect(JSON.parse(textOf(telemetry))).toEqual({
      ReceivedMessages: { 'turn.start': at, 'turn.end': at },
      Metrics: [],
    });
  });
});

describe('messages of the service', () => {
  test('hypotheses replace one another, phrases are pieces', () => {
    const dialect = listening();
    const frames = [hypothesis(1, 'what time'), hypothesis(1, 'what time is'), phrase(1, 'What time is it?')];
    expect(scoreOf(frames.flatMap((frame) => dialect.receive(frame)))).toEqual([
      'interim 0 what time',
      'interim 0 what time is',
      'piece 0 What time is it?',
    ]);
  });

  test('counts under whichever case of its id', () => {
    const dialect = createAzureSttDialect(PLAN, { ...still(), newId: () => 'abcdef'.repeat(6).slice(0, 32) });
    dialect.begin(0);
    const frames = createServerText('speech.hypothesis', 'ABCDEF'.repeat(6).slice(0, 32), { Text: 'hello' });
    expect(scoreOf(dialect.receive(frames))).toEqual(['interim 0 hello']);
  });

  test('of a turn that is over reaches no other', () => {
    const dialect = listening();
    dialect.end(0);
    dialect.receive(turnEnd(1));
    dialect.begin(1);
    for (const it of [hypothesis(1, 'late'), phrase(1, 'Late.'), turnEnd(1)]) expect(dialect.receive(it)).toEqual([]);
  });

  test.each(['NoMatch', 'InitialSilenceTimeout', 'BabbleTimeout'])('%s is a piece without text', (status) => {
    expect(scoreOf(listening().receive(phrase(1, '', 0, status)))).toEqual(['piece 0 ']);
  });

  test.each(['EndOfDictation', 'SomethingNew'])('%s means nothing', (status) => {
    expect(listening().receive(phrase(1, 'x', 0, status))).toEqual([]);
  });

  test.each([
    ['Error', 'retry'],
    ['TooManyRequests', 'retry'],
    ['BadRequest', 'final'],
    ['Forbidden', 'final'],
  ])('%s fails the utterance (%s), and its turn is ended', (status, kind) => {
    const dialect = listening();
    const [failed, end] = dialect.receive(phrase(1, '', 0, status));
    expect(failed).toMatchObject({ kind: 'failed', utterance: 0, fault: { kind } });
    expect(scoreOf(end === undefined ? [] : [end])).toEqual(['audio#1 0']);
  });

  test('after a failure is not heard, and the next utterance comes when the turn is over', () => {
    const dialect = listening();
    dialect.receive(phrase(1, '', 0, 'Error'));
    expect([...dialect.audio(0, SOUND), ...dialect.end(0), ...dialect.receive(hypothesis(1, 'x'))]).toEqual([]);
    expect(dialect.begin(1)).toEqual([]);
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual([
      'telemetry#1',
      'speech.config#2',
      'speech.context#2',
      'audio#2 44',
    ]);
  });

  test.each(['', 'not json', 'null', '[]', '{}', 'Path:speech.phrase\r\n\r\nnull', new Uint8Array(3)])(
    'and cannot be read means nothing: %j',
    (frame) => {
      expect(listening().receive(frame)).toEqual([]);
    },
  );

  test.each(['null', '[]', '7', '{"RecognitionStatus":7}', '{"RecognitionStatus":"Success"'])(
    'and holds no phrase means nothing: %j',
    (body) => {
      const head = `X-RequestId:${idOf(1)}\r\nPath:speech.phrase\r\n\r\n`;
      expect(listening().receive(`${head}${body}`)).toEqual([]);
    },
  );
});

describe('a turn that the service ends while the user speaks', () => {
  test('goes on as another, without a config', () => {
    const dialect = listening();
    dialect.receive(phrase(1, 'Hello.', 100));
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual(['telemetry#1', 'speech.context#2', 'audio#2 44']);
    expect(scoreOf(dialect.audio(0, SOUND))).toEqual(['audio#2 3200']);
    expect(scoreOf(dialect.receive(phrase(2, 'World.')))).toEqual(['piece 0 World.']);
    expect(scoreOf([...dialect.end(0), ...dialect.receive(turnEnd(2))])).toEqual([
      'audio#2 0',
      'telemetry#2',
      'done 0',
    ]);
  });

  test('is sent again from the end of its last phrase on', () => {
    const dialect = dialectOf();
    dialect.begin(0);
    for (const value of [1, 2, 3]) dialect.audio(0, new Int16Array(1600).fill(value));
    dialect.receive(phrase(1, 'Hello.', 150));
    const again = dialect.receive(turnEnd(1));
    expect(scoreOf(again).slice(3)).toEqual(['audio#2 3200', 'audio#2 1600']);
    const samples = again.slice(3).flatMap(samplesOf);
    expect(samples.slice(0, 800).every((sample) => sample === 2)).toBe(true);
    expect(samples.slice(800).every((sample) => sample === 3)).toBe(true);
  });

  test('just before the end of the speech reached it goes on, too, for what it heard is no phrase yet', () => {
    const dialect = listening();
    dialect.receive(hypothesis(1, 'hello'));
    dialect.end(0);
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual([
      'telemetry#1',
      'speech.context#2',
      'audio#2 44',
      'audio#2 3200',
      'audio#2 0',
    ]);
    dialect.receive(phrase(2, 'Hello.'));
    expect(scoreOf(dialect.receive(turnEnd(2)))).toEqual(['telemetry#2', 'done 0']);
  });

  test('time and again fails, because nothing is recognised', () => {
    const dialect = listening();
    for (let turn = 1; turn < 8; turn++) expect(dialect.receive(turnEnd(turn))).not.toHaveLength(0);
    expect(scoreOf(dialect.receive(turnEnd(8)))).toEqual([
      'telemetry#8',
      expect.stringMatching(/^failed 0 .*"retry"/u),
    ]);
    expect(scoreOf(dialect.begin(1))).toEqual(['speech.config#9', 'speech.context#9', 'audio#9 44']);
  });
});

describe('how a turn is set up', () => {
  const setUp = (plan: Partial<SttTurnSettings>): readonly SttAction[] => dialectOf(plan).begin(0);
  const json = (action: SttAction | undefined): unknown => JSON.parse(textOf(action));

  test('the config describes the audio', () => {
    const [config] = setUp({ sample_rate: 8000, num_channels: 2 });
    expect(json(config)).toEqual({
      context: {
        system: { name: 'Antiphon', version: '1', build: 'JavaScript', lang: 'JavaScript' },
        os: { platform: 'Node', name: 'unknown', version: 'unknown' },
        audio: {
          source: {
            bitspersample: 16,
            channelcount: 2,
            connectivity: 'Unknown',
            manufacturer: 'Antiphon',
            model: 'Stream',
            samplerate: 8000,
            type: 'Stream',
          },
        },
      },
      recognition: 'conversation',
    });
  });

  test('one language is named', () => {
    const [, context] = setUp({ languages: ['de-DE'] });
    expect(json(context)).toEqual({
      phraseDetection: { mode: 'Conversation', language: 'de-DE', enrichment: {} },
      phraseOutput: { detailed: { options: ['WordTimings'] }, format: 'Detailed' },
    });
  });

  test('of several, the one that is spoken is found while listening', () => {
    const [, context] = setUp({ languages: ['en-US', 'fr-FR'] });
    expect(json(context)).toEqual({
      phraseDetection: { mode: 'Conversation', enrichment: {} },
      languageId: {
        languages: ['en-US', 'fr-FR'],
        mode: 'DetectContinuous',
        onSuccess: { action: 'Recognize' },
        onUnknown: { action: 'None' },
        priority: 'PrioritizeLatency',
      },
      phraseOutput: {
        interimResults: { resultType: 'Auto' },
        phraseResults: { resultType: 'Always' },
        detailed: { options: ['WordTimings'] },
        format: 'Detailed',
      },
    });
  });

  test('without words, phrases are simple', () => {
    const [, context] = setUp({ word_level_timestamps: false });
    expect(json(context)).toMatchObject({ phraseOutput: {} });
  });

  test.each([
    [16_000, 1, '0100803e0000007d000002001000'],
    [8000, 2, '0200401f0000007d000004001000'],
    [44_100, 1, '010044ac00008858010002001000'],
  ])('the WAV header has rate %d and channels %d, and lengths of 0', (sample_rate, num_channels, format) => {
    const [, , header] = setUp({ sample_rate, num_channels });
    expect(Buffer.from(bytesOf(header)).toString('hex')).toBe(
      `524946460000000057415645666d7420100000000100${format}6461746100000000`,
    );
  });

  test('mono is copied to two channels', () => {
    const dialect = dialectOf({ num_channels: 2 });
    dialect.begin(0);
    const [audio] = dialect.audio(0, Int16Array.of(1, -2));
    expect(samplesOf(audio)).toEqual([1, 1, -2, -2]);
  });
});
