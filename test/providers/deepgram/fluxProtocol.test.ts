import { describe, expect, test } from 'vitest';
import { createFluxProtocol } from '../../../providers/deepgram/fluxProtocol.ts';
import { createListenDialect } from '../../../providers/deepgram/listenDialect.ts';
import type { SttDialect } from '../../../src/wire/stt/dialect.ts';
import { textOnly } from './results.ts';

const RATE = 16_000;

function spoken(seconds: number): SttDialect {
  const dialect = textOnly(createListenDialect(RATE, createFluxProtocol(RATE)));
  dialect.begin(0);
  dialect.audio(0, new Int16Array(seconds * RATE));
  return dialect;
}

/** How many samples each frame of audio has. */
function lengths(actions: ReturnType<SttDialect['audio']>): readonly number[] {
  return actions.flatMap((action) =>
    action.kind === 'send' && typeof action.frame !== 'string' ? [action.frame.byteLength / 2] : [],
  );
}

function turn(event: string, transcript: string, fields: object = {}): string {
  const window = { audio_window_start: 0, audio_window_end: 1 };
  return JSON.stringify({ type: 'TurnInfo', event, turn_index: 0, ...window, transcript, words: [], ...fields });
}

describe('Flux', () => {
  test('the end of speech forces the end of its turn', () =>
    expect(spoken(1).end(0).at(-1)).toEqual({ kind: 'send', frame: '{"type":"ForceEndTurn"}' }));

  test('audio goes out in frames of 80 ms, and the rest before the end', () => {
    const dialect = createListenDialect(RATE, createFluxProtocol(RATE));
    dialect.begin(0);
    const frames = [512, 512, 512, 4000].map((length) => lengths(dialect.audio(0, new Int16Array(length))));
    expect(frames).toEqual([[], [], [1280], [1280, 1280, 1280]]);
    expect(dialect.end(0)).toEqual([
      { kind: 'send', frame: new Uint8Array(2 * (5536 - 4 * 1280)) },
      { kind: 'send', frame: '{"type":"ForceEndTurn"}' },
    ]);
  });

  test('the samples come in the order in which they were spoken', () => {
    const dialect = createListenDialect(RATE, createFluxProtocol(RATE));
    dialect.begin(0);
    const spokenIn = Int16Array.from({ length: 3000 }, (_, n) => n);
    const sent = [...dialect.audio(0, spokenIn.subarray(0, 700)), ...dialect.audio(0, spokenIn.subarray(700))];
    const frames = [...sent, ...dialect.end(0)].flatMap((action) =>
      action.kind === 'send' && typeof action.frame !== 'string' ? [action.frame] : [],
    );
    expect(Buffer.concat(frames)).toEqual(Buffer.from(spokenIn.buffer));
  });

  test('the rest of an utterance whose end was never reported stays its own', () => {
    const dialect = createListenDialect(RATE, createFluxProtocol(RATE));
    dialect.begin(0);
    dialect.audio(0, new Int16Array(100));
    expect(lengths(dialect.begin(1))).toEqual([100]);
    expect(lengths(dialect.audio(1, new Int16Array(1280)))).toEqual([1280]);
  });

  test.each(['StartOfTurn', 'Update', 'EagerEndOfTurn', 'TurnResumed'])('%s is an interim of the whole turn', (event) =>
    expect(spoken(2).receive(turn(event, 'hello there'))).toEqual([
      { kind: 'interim', utterance: 0, text: 'hello there' },
    ]),
  );

  test('the forced end of the turn settles the utterance', () => {
    const dialect = spoken(2);
    dialect.end(0);
    expect(dialect.receive(turn('EndOfTurn', 'Hello there.', { trigger: 'manual' }))).toEqual([
      { kind: 'piece', utterance: 0, text: 'Hello there.' },
      { kind: 'done', utterance: 0 },
    ]);
  });

  test('a turn that Flux ends by itself is a piece, and ends nothing', () =>
    expect(spoken(2).receive(turn('EndOfTurn', 'Hello.', { trigger: 'timeout' }))).toEqual([
      { kind: 'piece', utterance: 0, text: 'Hello.' },
    ]));

  test('a turn that Flux ended by itself needs no answer to the end of speech', () => {
    const dialect = spoken(2);
    dialect.receive(turn('EndOfTurn', 'Hello.', { trigger: 'model', audio_window_end: 1.7 }));
    expect(dialect.end(0).at(-1)).toEqual({ kind: 'done', utterance: 0 });
  });

  test('an utterance that it ended earlier is done only when nothing followed', () => {
    const dialect = spoken(2);
    dialect.receive(turn('EndOfTurn', 'Hello.', { trigger: 'model', audio_window_end: 1.2 }));
    expect(dialect.end(0)).not.toContainEqual({ kind: 'done', utterance: 0 });
    const between = turn('Update', '', { turn_index: 1, audio_window_start: 1.2, audio_window_end: 1.75 });
    expect(dialect.receive(between)).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('an update without text covers nothing of a turn that goes on', () => {
    const dialect = spoken(2);
    dialect.receive(turn('Update', 'hello'));
    dialect.end(0);
    expect(dialect.receive(turn('Update', '', { audio_window_end: 2 }))).toEqual([]);
  });

  test('silence keeps the connection, and belongs to no utterance', () => {
    const dialect = spoken(1);
    dialect.end(0);
    expect(dialect.idle?.()).toEqual([{ kind: 'send', frame: new Uint8Array(2560) }]);
    dialect.begin(1);
    dialect.audio(1, new Int16Array(RATE));
    const update = turn('Update', 'again', { audio_window_start: 1, audio_window_end: 2.08 });
    expect(dialect.receive(update)).toContainEqual({ kind: 'interim', utterance: 1, text: 'again' });
  });

  test('an error ends the connection, not the session', () =>
    expect(spoken(1).receive('{"type":"Error","code":"INACTIVE_CLIENT","description":"no audio"}')).toEqual([
      { kind: 'fault', fault: { kind: 'retry', message: 'INACTIVE_CLIENT: no audio' } },
    ]));

  test('the setting up of a connection means nothing', () =>
    expect(spoken(1).receive('{"type":"Connected","request_id":"r","sequence_id":0}')).toEqual([]));
});
