import { describe, expect, test } from 'vitest';
import { createFluxProtocol } from '../../../providers/deepgram/fluxProtocol.ts';
import { createListenDialect } from '../../../providers/deepgram/listenDialect.ts';
import { createDeepgramSttWire } from '../../../providers/deepgram/stt.ts';
import { deepgramSttSchema, type DeepgramSttSettings } from '../../../providers/deepgram/settings.ts';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { textOnly } from './results.ts';

const RATE = 16_000;

/** Utterance 0 with so many seconds of audio, as a session sends it that takes the ends of turns from Flux. */
function spoken(seconds: number): SttDialect {
  const dialect = textOnly(createListenDialect(RATE, createFluxProtocol(RATE, true)));
  dialect.begin(0);
  dialect.audio(0, new Int16Array(seconds * RATE));
  return dialect;
}

function turn(event: string, transcript: string, end: number, fields: object = {}): string {
  const window = { audio_window_start: 0, audio_window_end: end, end_of_turn_confidence: 0.6 };
  return JSON.stringify({ type: 'TurnInfo', event, turn_index: 0, ...window, transcript, words: [], ...fields });
}

function found(actions: readonly SttAction[]): readonly SttAction[] {
  return actions.filter(({ kind }) => kind === 'turn');
}

describe('what Flux finds about a turn', () => {
  test.each([
    ['StartOfTurn', 'update'],
    ['Update', 'update'],
    ['EagerEndOfTurn', 'eager_end'],
    ['TurnResumed', 'resumed'],
    ['EndOfTurn', 'end'],
  ])('%s comes behind its words, with the end of its audio', (event, state) =>
    expect(
      spoken(2)
        .receive(turn(event, 'hello there', 1.5))
        .at(-1),
    ).toEqual({
      kind: 'turn',
      utterance: 0,
      state,
      confidence: 0.6,
      atMs: 1500,
    }),
  );

  test('an end that was forced is no finding', () => {
    const dialect = spoken(2);
    dialect.end(0);
    expect(found(dialect.receive(turn('EndOfTurn', 'Hello.', 1.5, { trigger: 'manual' })))).toEqual([]);
  });

  test('silence before the first word is no end', () =>
    expect(found(spoken(2).receive(turn('Update', '', 1.5)))).toEqual([]));

  test('behind an end each report of silence is one, until words come', () => {
    const dialect = spoken(4);
    dialect.receive(turn('EndOfTurn', 'My number is.', 1));
    expect(found(dialect.receive(turn('Update', '', 1.5)))).toMatchObject([{ state: 'end', atMs: 1500 }]);
    expect(found(dialect.receive(turn('StartOfTurn', 'five', 2)))).toMatchObject([{ state: 'update' }]);
    expect(found(dialect.receive(turn('Update', '', 2.5)))).toEqual([]);
  });

  test('an utterance of a later connection has positions of its own', () => {
    const dialect = spoken(2);
    dialect.receive(turn('EndOfTurn', 'Hello.', 1.9));
    dialect.end(0, true);
    dialect.begin(1);
    dialect.audio(1, new Int16Array(RATE));
    const next = turn('Update', 'again', 2.75, { audio_window_start: 2 });
    expect(found(dialect.receive(next))).toMatchObject([{ utterance: 1, atMs: 750 }]);
  });
});

describe('the end of a segment whose turn is over', () => {
  test.each([
    ['is answered at once, as Flux has ended the turn, too', 'EndOfTurn', 0.5, ['done']],
    ['is answered at once, 1.5 s behind the last report', 'EndOfTurn', 0.5, ['done']],
    ['is asked for, if the last report is older', 'EndOfTurn', 0.49, ['send']],
    ['is asked for, if the turn goes on for Flux', 'Update', 1.9, ['send']],
  ])('%s', (_, event, end, kinds) => {
    const dialect = spoken(2);
    dialect.receive(turn(event, 'Hello.', end));
    expect(dialect.end(0, true).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('without a turn that is over it is asked for, behind an end that Flux has found', () => {
    const dialect = spoken(2);
    dialect.receive(turn('EndOfTurn', 'Hello.', 1));
    expect(dialect.end(0).map(({ kind }) => kind)).toEqual(['send']);
  });
});

describe('the address', () => {
  const query = (settings: Partial<DeepgramSttSettings>, turns: boolean): Readonly<Record<string, string>> => {
    const given = { api_key: 'secret', model: 'flux-general-en', ...settings };
    const wire = createDeepgramSttWire(deepgramSttSchema().parse({ provider: 'deepgram', ...given }));
    const { url } = ((turns ? wire.withTurns : wire) ?? wire).request();
    return Object.fromEntries(new URL(url).searchParams);
  };

  test('leaves the ends of turns to Flux if they are wanted', () => {
    expect(query({}, true)).toEqual({
      model: 'flux-general-en',
      encoding: 'linear16',
      sample_rate: '16000',
      profanity_filter: 'false',
    });
    expect(query({}, false)).toMatchObject({ eot_threshold: '1', eot_timeout_ms: '30000' });
  });

  test('has the thresholds that were set, wanted or not', () => {
    const set = { eot_threshold: 0.8, eot_timeout_ms: 3000, eager_eot_threshold: 0.4 };
    const sent = { eot_threshold: '0.8', eot_timeout_ms: '3000', eager_eot_threshold: '0.4' };
    for (const turns of [true, false]) expect(query(set, turns)).toMatchObject(sent);
  });
});

test('models without turns find none', () => {
  const wire = createDeepgramSttWire(deepgramSttSchema().parse({ provider: 'deepgram', api_key: 'secret' }));
  expect(wire.withTurns).toBeUndefined();
});
