import { beforeEach, describe, expect, test } from 'vitest';
import { RealtimeDialect } from '../../../providers/openai/realtimeDialect.ts';
import type { SttAction } from '../../../src/wire/stt/dialect.ts';

const UNIX_MS = 1_795_000_000_000;
const TENTH_OF_A_SECOND = new Int16Array(2400).fill(1);
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

let dialect: RealtimeDialect;

beforeEach(() => {
  dialect = dialectOf('gpt-live-transcribe', true);
});

function dialectOf(model: string, interims: boolean): RealtimeDialect {
  return new RealtimeDialect({ transcription: { model, languages: ['en'] }, interims, wallClock: () => UNIX_MS });
}

function hear(type: string, fields: object = {}): readonly SttAction[] {
  return dialect.receive(JSON.stringify({ type, ...fields }));
}

function error(fields: object): readonly SttAction[] {
  return hear('error', { error: { type: 'invalid_request_error', message: 'No.', param: null, ...fields } });
}

/** Returns sent frames parsed, and other actions unchanged. */
function framesOf(actions: readonly SttAction[]): readonly unknown[] {
  return actions.map((action) => (action.kind === 'send' ? JSON.parse(String(action.frame)) : action));
}

function setUp(): void {
  hear('session.created', { session: {} });
  hear('session.updated', { session: {} });
}

/** Says an utterance and ends it. */
function tell(utterance: number, samples: Int16Array = TENTH_OF_A_SECOND): readonly unknown[] {
  return framesOf([...dialect.begin(utterance), ...dialect.audio(utterance, samples), ...dialect.end(utterance)]);
}

describe('a realtime session', () => {
  test('waits for the greeting, is then set up for transcription alone, and is ready when that was taken', () => {
    expect(dialect.open()).toEqual([]);
    expect(framesOf(hear('session.created', { session: { expires_at: 0 } }))).toEqual([
      {
        type: 'session.update',
        event_id: 'setup',
        session: {
          type: 'transcription',
          audio: {
            input: {
              format: { type: 'audio/pcm', rate: 24_000 },
              transcription: { model: 'gpt-live-transcribe', languages: ['en'] },
              turn_detection: null,
            },
          },
        },
      },
    ]);
    expect(hear('session.updated')).toEqual([{ kind: 'ready' }]);
  });

  test('reports when the server will end it, by the Unix time of the greeting', () => {
    const [first] = hear('session.created', { session: { expires_at: UNIX_MS / 1000 + 3600 } });
    expect(first).toEqual({ kind: 'expires', inMs: 3_600_000 });
  });

  test('reports no end that lies in the past', () =>
    expect(hear('session.created', { session: { expires_at: 1 } }).map(({ kind }) => kind)).toEqual(['send']));

  test('carries samples as base64, and commits at the end', () => {
    setUp();
    expect(tell(0, new Int16Array(2400).fill(0x0102))).toEqual([
      { type: 'input_audio_buffer.append', audio: 'AgECAQIB'.repeat(800) },
      { type: 'input_audio_buffer.commit', event_id: 'commit-0' },
    ]);
  });

  test('takes back what is too short to be committed, and calls it empty', () => {
    setUp();
    const [, ...rest] = tell(0, new Int16Array(2399));
    expect(rest).toEqual([{ type: 'input_audio_buffer.clear' }, { kind: 'done', utterance: 0 }]);
  });

  test('counts the audio of each utterance anew', () => {
    setUp();
    tell(0);
    expect(tell(1, new Int16Array(2399)).at(-1)).toEqual({ kind: 'done', utterance: 1 });
  });
});

describe('what the server writes', () => {
  beforeEach(setUp);

  test('is the interim, piece by piece, before the server has named its item', () => {
    dialect.begin(0);
    dialect.audio(0, TENTH_OF_A_SECOND);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'What' })).toEqual([
      { kind: 'interim', utterance: 0, text: 'What' },
    ]);
    dialect.end(0);
    expect(hear('input_audio_buffer.committed', { item_id: 'a', previous_item_id: null })).toEqual([]);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: ' time' })).toEqual([
      { kind: 'interim', utterance: 0, text: 'What time' },
    ]);
  });

  test('is no interim from a model that only answers after the end', () => {
    dialect = dialectOf('gpt-transcribe', false);
    setUp();
    tell(0);
    hear('input_audio_buffer.committed', { item_id: 'a' });
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'What' })).toEqual([]);
  });

  test('is replaced by the whole', () => {
    tell(0);
    hear('input_audio_buffer.committed', { item_id: 'a' });
    hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'what thyme' });
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'a', transcript: ' What time? ' })).toEqual([
      { kind: 'piece', utterance: 0, text: 'What time?', details: {} },
      { kind: 'done', utterance: 0 },
    ]);
  });

  test('is done without a piece where nothing was understood', () => {
    tell(0);
    hear('input_audio_buffer.committed', { item_id: 'a' });
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'a', transcript: ' ' })).toEqual([
      { kind: 'done', utterance: 0 },
    ]);
  });

  test('goes to its own utterance, in whichever order it is completed', () => {
    tell(0);
    tell(1);
    hear('input_audio_buffer.committed', { item_id: 'a' });
    hear('input_audio_buffer.committed', { item_id: 'b' });
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'b', transcript: 'second' })[0]).toMatchObject({
      utterance: 1,
    });
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'a', transcript: 'first' })[0]).toMatchObject({
      utterance: 0,
    });
  });

  test('is of the oldest utterance without an item, while several are under way', () => {
    tell(0);
    dialect.begin(1);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'x' })).toMatchObject([{ utterance: 0 }]);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'b', delta: 'y' })).toMatchObject([{ utterance: 1 }]);
  });

  test('moves to another utterance where the server names the item so', () => {
    tell(0);
    dialect.begin(1);
    hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'x' });
    hear(`${TRANSCRIPTION}.delta`, { item_id: 'b', delta: 'y' });
    expect(hear('input_audio_buffer.committed', { item_id: 'b' })).toEqual([
      { kind: 'interim', utterance: 0, text: 'y' },
    ]);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'z' })).toEqual([]);
  });

  test('never reaches a later utterance: not of one that was taken back', () => {
    tell(0, new Int16Array(10));
    dialect.begin(1);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'x' })).toEqual([]);
    hear('input_audio_buffer.cleared');
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'x' })).toEqual([]);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'b', delta: 'y' })).toMatchObject([{ utterance: 1, text: 'y' }]);
  });

  test('never reaches a later utterance: not of one that is complete', () => {
    tell(0);
    hear('input_audio_buffer.committed', { item_id: 'a' });
    hear(`${TRANSCRIPTION}.completed`, { item_id: 'a', transcript: 'x' });
    dialect.begin(1);
    expect(hear(`${TRANSCRIPTION}.delta`, { item_id: 'a', delta: 'x' })).toEqual([]);
    dialect.audio(1, TENTH_OF_A_SECOND);
    dialect.end(1);
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'a', transcript: 'x' })).toEqual([]);
  });

  test('settles the oldest commit where a server names no items beforehand', () => {
    tell(0);
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'a', transcript: 'x' }).at(-1)).toEqual({
      kind: 'done',
      utterance: 0,
    });
    expect(hear('input_audio_buffer.committed', { item_id: 'a' })).toEqual([]);
  });

  test('settles its utterance when it fails', () => {
    tell(0);
    hear('input_audio_buffer.committed', { item_id: 'a' });
    expect(
      hear(`${TRANSCRIPTION}.failed`, { item_id: 'a', error: { code: 'audio_unintelligible', message: 'What?' } }),
    ).toEqual([{ kind: 'failed', utterance: 0, fault: { kind: 'retry', message: 'What?' } }]);
  });
});

describe('an error', () => {
  test.each([
    ['session_expired', 'expired'],
    ['insufficient_quota', 'final'],
    ['invalid_api_key', 'final'],
    ['model_not_found', 'final'],
    ['billing_hard_limit_reached', 'final'],
    ['billing_not_active', 'final'],
    ['account_deactivated', 'final'],
    ['unsupported_country_region_territory', 'final'],
  ])('with the code %s is %s', (code, kind) => {
    setUp();
    expect(error({ code })).toEqual([{ kind: 'fault', fault: { kind, message: 'No.' } }]);
  });

  test('of type insufficient_quota is final, whatever its code', () => {
    setUp();
    expect(error({ type: 'insufficient_quota', code: null })).toMatchObject([{ fault: { kind: 'final' } }]);
  });

  test.each(['rate_limit_exceeded', 'invalid_value', 'unknown_parameter', 'invalid_event', 'server_error', null])(
    'with the code %s ends nothing: it is a warning',
    (code) => {
      setUp();
      expect(error({ code })).toEqual([{ kind: 'warning', message: code === null ? 'No.' : `No. (${code})` }]);
    },
  );

  test('over a commit takes nothing from the next: its item is not mistaken for that of the refused', () => {
    setUp();
    tell(0);
    tell(1);
    error({ code: 'rate_limit_exceeded', event_id: 'commit-0' });
    hear('input_audio_buffer.committed', { item_id: 'b' });
    expect(hear(`${TRANSCRIPTION}.completed`, { item_id: 'b', transcript: 'two' })).toMatchObject([
      { kind: 'piece', utterance: 1 },
      { kind: 'done', utterance: 1 },
    ]);
  });

  test('of any kind is final while the session is set up', () => {
    const message = 'Passing a transcription session update event to a realtime session is not allowed.';
    expect(error({ code: null, message })).toEqual([{ kind: 'fault', fault: { kind: 'final', message } }]);
  });

  test.each([{ type: 'server_error', code: null }, { code: 'rate_limit_exceeded' }])(
    "is worth another attempt where it is the server's own, while the session is set up: %j",
    (fields) => expect(error(fields)).toMatchObject([{ fault: { kind: 'retry' } }]),
  );

  test('over a commit without enough audio calls that utterance empty', () => {
    setUp();
    tell(0);
    tell(1);
    const code = 'input_audio_buffer_commit_empty';
    expect(error({ code, event_id: 'commit-1' })).toEqual([{ kind: 'done', utterance: 1 }]);
    expect(error({ code, event_id: null })).toEqual([{ kind: 'done', utterance: 0 }]);
    expect(error({ code, event_id: 'commit-1' })).toEqual([]);
  });
});

test.each(['', 'not json', 'null', '[]', '{}', '{"type":"unheard-of"}', '{"type":"error"}', new Uint8Array(3)])(
  'frame %j means nothing',
  (frame) => {
    setUp();
    expect(dialect.receive(frame)).toEqual([]);
  },
);
