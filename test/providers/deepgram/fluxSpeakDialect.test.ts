import { describe, expect, test } from 'vitest';
import { createFluxSpeakDialect } from '../../../providers/deepgram/fluxSpeakDialect.ts';
import type { TtsAction, TtsDialect } from '../../../src/wire/tts/dialect.ts';

const sent = (message: object): TtsAction => ({ kind: 'send', frame: JSON.stringify(message) });
const FLUSH = sent({ type: 'Flush' });
const INTERRUPT = sent({ type: 'Interrupt' });
const done: TtsAction = { kind: 'done', utterance: 7 };
const flushed: TtsAction = { kind: 'flushed', utterance: 7 };
const released: TtsAction = { kind: 'released', utterance: 7 };

const over = (id: string): string => JSON.stringify({ type: 'SpeechMetadata', speech_id: id, audio_duration_ms: 10 });
const interrupted = (id: string): string =>
  JSON.stringify({ type: 'SpeechInterrupted', audio_played_ms: 10, metadata: { speech_id: id } });
const warning = (code: string): string => JSON.stringify({ type: 'Warning', code, description: 'So it is' });

/** Utterance 7 under way, with some text. */
function speaking(text = 'Hello. '): TtsDialect {
  const dialect = createFluxSpeakDialect();
  dialect.begin(7);
  dialect.text(7, text);
  return dialect;
}

describe('an utterance', () => {
  test('can begin at once, and its text goes out verbatim', () => {
    expect(createFluxSpeakDialect().open()).toEqual([{ kind: 'ready' }]);
    expect(speaking().text(7, ' there')).toEqual([sent({ type: 'Speak', text: ' there' })]);
  });

  test('has the audio that comes while it is under way', () =>
    expect(speaking().receive(Uint8Array.of(1, 2))).toEqual([
      { kind: 'audio', utterance: 7, bytes: Uint8Array.of(1, 2) },
    ]));

  test('is a turn: flushed at its end, and done with its metadata', () => {
    const dialect = speaking();
    expect(dialect.end(7)).toEqual([FLUSH]);
    expect(dialect.receive('{"type":"Flushed","speech_id":"a"}')).toEqual([]);
    expect(dialect.receive(over('a'))).toEqual([done]);
  });

  test('is several turns where its text stalls', () => {
    const dialect = speaking();
    expect(dialect.flush(7)).toEqual([FLUSH]);
    dialect.text(7, 'More.');
    expect(dialect.end(7)).toEqual([FLUSH]);
    expect([over('a'), over('b')].map((frame) => dialect.receive(frame))).toEqual([[flushed], [done]]);
  });
});

describe('a cut', () => {
  test('interrupts, and is over when that is answered; what comes before is dropped', () => {
    const dialect = speaking();
    expect(dialect.cancel?.(7)).toEqual([INTERRUPT]);
    expect(dialect.receive(Uint8Array.of(1))).toEqual([]);
    expect(dialect.receive(over('a'))).toEqual([]);
    expect(dialect.receive(interrupted('a'))).toEqual([released]);
  });

  test('of which all has come sends nothing', () => {
    const dialect = speaking();
    dialect.flush(7);
    dialect.receive(over('a'));
    expect(dialect.cancel?.(7)).toEqual([released]);
  });

  test('is over, too, where its turn had ended before', () => {
    const dialect = speaking();
    dialect.cancel?.(7);
    expect(dialect.receive(warning('NO_ACTIVE_SPEECH'))).toEqual([released]);
  });

  test.each(['NO_AUDIO_GENERATED', 'INTERRUPT_IN_PROGRESS', 'INVALID_INTERRUPT_OFFSET'])(
    'that is ignored with %s costs the connection: the turn goes on',
    (code) => {
      const dialect = speaking();
      dialect.cancel?.(7);
      expect(dialect.receive(warning(code))).toMatchObject([{ kind: 'fault', fault: { kind: 'expired' } }]);
    },
  );

  test('late metadata of what was cut do not end the next utterance', () => {
    const dialect = speaking();
    dialect.end(7);
    dialect.cancel?.(7);
    dialect.receive(interrupted('a'));
    dialect.begin(8);
    dialect.text(8, 'Next.');
    dialect.end(8);
    expect(dialect.receive(over('a'))).toEqual([]);
    expect(dialect.receive(over('b'))).toEqual([{ kind: 'done', utterance: 8 }]);
  });

  test('that was not requested means nothing', () => expect(speaking().receive(interrupted('a'))).toEqual([]));
});

describe('other messages of the server', () => {
  test('a warning is reported', () =>
    expect(speaking().receive(warning('SYNTHESIS_RETRYING'))).toEqual([
      { kind: 'warning', message: 'So it is (SYNTHESIS_RETRYING)' },
    ]));

  test('another warning ends no cut', () => {
    const dialect = speaking();
    dialect.cancel?.(7);
    expect(dialect.receive(warning('SYNTHESIS_RETRYING'))).toEqual([
      { kind: 'warning', message: 'So it is (SYNTHESIS_RETRYING)' },
    ]);
    expect(dialect.receive(interrupted('a'))).toEqual([released]);
  });

  test.each([
    ['DATA-0002', 'final'],
    ['NET-0004', 'retry'],
  ])('the error %s is a fault', (code, kind) =>
    expect(speaking().receive(JSON.stringify({ type: 'Error', code, description: 'no' }))).toEqual([
      { kind: 'fault', fault: { kind, message: `${code}: no` } },
    ]),
  );

  test.each(['', 'null', '{}', '{"type":"Connected"}', '{"type":"SpeechStarted","speech_id":"a"}'])(
    '%j means nothing',
    (frame) => expect(speaking().receive(frame)).toEqual([]),
  );

  test('it sends Close', () => expect(createFluxSpeakDialect().close?.()).toEqual([sent({ type: 'Close' })]));
});
