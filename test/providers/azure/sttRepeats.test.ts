import { describe, expect, test } from 'vitest';
import { createAzureSttDialect } from '../../../providers/azure/sttDialect.ts';
import { azureSttSchema } from '../../../providers/azure/settings.ts';
import type { SttTurnSettings } from '../../../providers/azure/recognition.ts';
import type { SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createServerText } from '../../fakes/azure/frames.ts';
import { idOf, scoreOf, still } from './score.ts';

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

function hypothesis(turn: number, text: string, fromMs = 0): string {
  return createServerText('speech.hypothesis', idOf(turn), {
    Id: 'h',
    Text: text,
    Offset: fromMs * TICKS_PER_MS,
    Duration: 1,
  });
}

function phrase(turn: number, text: string, untilMs = 0, status = 'Success'): string {
  const span = { Offset: 0, Duration: untilMs * TICKS_PER_MS };
  return createServerText('speech.phrase', idOf(turn), { RecognitionStatus: status, DisplayText: text, ...span });
}

function turnEnd(turn: number): string {
  return createServerText('turn.end', idOf(turn));
}

const AGAIN = ['speech.context#2', 'audio#2 44', 'audio#2 3200'];

describe('a phrase that comes again', () => {
  const again = (Id: string | undefined, Offset: number): string =>
    createServerText('speech.phrase', idOf(1), {
      Id,
      RecognitionStatus: 'Success',
      DisplayText: 'No.',
      Offset,
      Duration: 5,
    });

  test('adds nothing', () => {
    const dialect = listening();
    expect(scoreOf([...dialect.receive(again('a', 0)), ...dialect.receive(again('a', 0))])).toEqual(['piece 0 No.']);
  });

  test.each([
    ['another id', again('b', 0)],
    ['another start', again('a', 5)],
    ['no id', again(undefined, 0)],
  ])('with %s is another', (_, frame) => {
    const dialect = listening();
    dialect.receive(again('a', 0));
    expect(scoreOf(dialect.receive(frame))).toEqual(['piece 0 No.']);
  });
});

describe('an utterance whose turn ends without a phrase', () => {
  test.each([
    ['another hypothesis', [hypothesis(2, 'hello there')], ['interim 0 hello there'], 'piece 0 hello there'],
    ['nothing', [], [], 'piece 0 hello'],
  ])('is repeated once, then its hypothesis is its text: the repeat brings %s', (_, frames, heard, text) => {
    const dialect = listening();
    dialect.receive(hypothesis(1, 'hello'));
    dialect.end(0);
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual(['telemetry#1', ...AGAIN, 'audio#2 0']);
    expect(scoreOf(frames.flatMap((frame) => dialect.receive(frame)))).toEqual(heard);
    expect(scoreOf(dialect.receive(turnEnd(2)))).toEqual(['telemetry#2', text, 'done 0']);
  });

  test('is not repeated for a hypothesis that a phrase has overtaken', () => {
    const dialect = listening();
    dialect.receive(hypothesis(1, 'hello'));
    dialect.end(0);
    dialect.receive(phrase(1, 'Hello.', 100));
    expect(dialect.receive(hypothesis(1, 'hello', 20))).toEqual([]);
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual(['telemetry#1', 'done 0']);
  });

  test('is repeated for a hypothesis behind the phrase', () => {
    const dialect = listening();
    dialect.end(0);
    dialect.receive(phrase(1, 'Hello.', 50));
    dialect.receive(hypothesis(1, 'world', 50));
    expect(scoreOf(dialect.receive(turnEnd(1)))).toContain('audio#2 1600');
  });

  test('goes on while the user speaks, without what was repeated once', () => {
    const dialect = listening();
    dialect.receive(hypothesis(1, 'hello'));
    expect(scoreOf(dialect.receive(turnEnd(1)))).toEqual(['telemetry#1', ...AGAIN]);
    dialect.receive(hypothesis(2, 'hello'));
    expect(scoreOf(dialect.receive(turnEnd(2)))).toEqual([
      'telemetry#2',
      'piece 0 hello',
      'speech.context#3',
      'audio#3 44',
    ]);
    dialect.audio(0, SOUND);
    dialect.end(0);
    expect(scoreOf(dialect.receive(phrase(3, 'World.', 100)))).toEqual(['piece 0 World.']);
    expect(scoreOf(dialect.receive(turnEnd(3)))).toEqual(['telemetry#3', 'done 0']);
  });

  test('may have any number of turns that bring phrases', () => {
    const dialect = listening();
    for (let turn = 1; turn < 20; turn++) {
      dialect.receive(phrase(turn, 'Hello.', 100));
      expect(scoreOf(dialect.receive(turnEnd(turn)))).toContain(`speech.context#${turn + 1}`);
      dialect.audio(0, SOUND);
    }
  });
});
