import { describe, expect, test } from 'vitest';
import { fluxWords } from '../../../providers/deepgram/flux.ts';
import { listenDialect } from '../../../providers/deepgram/listen.ts';
import type { SttDialect } from '../../../src/core/wire/stt/dialect.ts';

const RATE = 16_000;

function spoken(seconds: number): SttDialect {
  const dialect = listenDialect(RATE, fluxWords(RATE));
  dialect.begin(0);
  dialect.audio(0, new Int16Array(seconds * RATE));
  return dialect;
}

function turn(event: string, transcript: string, fields: object = {}): string {
  const window = { audio_window_start: 0, audio_window_end: 1 };
  return JSON.stringify({ type: 'TurnInfo', event, turn_index: 0, ...window, transcript, words: [], ...fields });
}

describe('Flux', () => {
  test('the end of speech forces the end of its turn', () =>
    expect(spoken(1).end(0)).toEqual([{ kind: 'send', frame: '{"type":"ForceEndTurn"}' }]));

  test.each(['StartOfTurn', 'Update', 'EagerEndOfTurn', 'TurnResumed'])('%s is an interim of the whole turn', (event) =>
    expect(spoken(2).hear(turn(event, 'hello there'))).toEqual([
      { kind: 'interim', utterance: 0, text: 'hello there' },
    ]),
  );

  test('the forced end of the turn settles the utterance', () => {
    const dialect = spoken(2);
    dialect.end(0);
    expect(dialect.hear(turn('EndOfTurn', 'Hello there.', { trigger: 'manual' }))).toEqual([
      { kind: 'piece', utterance: 0, text: 'Hello there.' },
      { kind: 'done', utterance: 0 },
    ]);
  });

  test('a turn that Flux ends by itself is a piece, and ends nothing', () =>
    expect(spoken(2).hear(turn('EndOfTurn', 'Hello.', { trigger: 'timeout' }))).toEqual([
      { kind: 'piece', utterance: 0, text: 'Hello.' },
    ]));

  test('silence keeps the connection, and is nobody’s audio', () => {
    const dialect = spoken(1);
    dialect.end(0);
    expect(dialect.idle?.()).toEqual([{ kind: 'send', frame: new Uint8Array(2560) }]);
    dialect.begin(1);
    dialect.audio(1, new Int16Array(RATE));
    const said = turn('Update', 'again', { audio_window_start: 1, audio_window_end: 2.08 });
    expect(dialect.hear(said)).toContainEqual({ kind: 'interim', utterance: 1, text: 'again' });
  });

  test('an error ends the connection, not the session', () =>
    expect(spoken(1).hear('{"type":"Error","code":"INACTIVE_CLIENT","description":"no audio"}')).toEqual([
      { kind: 'fault', fault: { kind: 'retry', message: 'INACTIVE_CLIENT: no audio' } },
    ]));

  test('the setting up of a connection means nothing', () =>
    expect(spoken(1).hear('{"type":"Connected","request_id":"r","sequence_id":0}')).toEqual([]));
});
