import { describe, expect, test } from 'vitest';
import { createElevenLabsDialect } from '../../../providers/elevenlabs/dialect.ts';
import { createTagBuffer } from '../../../providers/elevenlabs/tagBuffer.ts';
import type { TtsAction, TtsDialect } from '../../../src/wire/tts/dialect.ts';
import { createWordBuffer, type TextBuffer } from '../../../src/wire/tts/textBuffer.ts';

const OPENING = { voice_settings: { stability: 0.5 } };

/** Its contexts are c1, c2 …; a byte of audio lasts 1 ms. */
function dialect(hold: () => TextBuffer = createWordBuffer): TtsDialect {
  let ids = 0;
  return createElevenLabsDialect({ opening: OPENING, bytesPerMs: 1, newId: () => `c${++ids}`, createBuffer: hold });
}

/** A dialect in the middle of an utterance. */
function begun(hold?: () => TextBuffer): TtsDialect {
  const talk = dialect(hold);
  talk.begin(7);
  return talk;
}

function sent(actions: readonly TtsAction[]): unknown[] {
  return actions.map((action) => (action.kind === 'send' ? JSON.parse(String(action.frame)) : action));
}

function hear(talk: TtsDialect, frame: object): readonly TtsAction[] {
  return talk.receive(JSON.stringify(frame));
}

const SOUND = Buffer.alloc(100);

/** Characters of 10 ms each. */
function alignment(text: string): object {
  const chars = text.split('');
  return { chars, charStartTimesMs: chars.map((_, n) => 10 * n), charDurationsMs: chars.map(() => 10) };
}

function audio(text: string, contextId = 'c1'): object {
  return {
    audio: SOUND.toString('base64'),
    alignment: alignment(text),
    normalizedAlignment: null,
    isFinal: null,
    contextId,
  };
}

describe('messages to ElevenLabs', () => {
  test('a connection needs no setting up', () => expect(dialect().open()).toEqual([{ kind: 'ready' }]));

  test('an utterance begins with one space and its settings, in a context of its own', () => {
    const talk = dialect();
    expect([...sent(talk.begin(0)), ...sent(talk.begin(1))]).toEqual([
      { text: ' ', context_id: 'c1', ...OPENING },
      { text: ' ', context_id: 'c2', ...OPENING },
    ]);
  });

  test('text goes in whole words that end with a space', () => {
    const talk = begun();
    const frames = ['Hel', 'lo wor', 'ld.'].flatMap((text) => sent(talk.text(7, text)));
    expect(frames).toEqual([{ text: 'Hello ', context_id: 'c1' }]);
  });

  test('a flush sends what was held back', () => {
    const talk = begun();
    talk.text(7, 'One mo');
    expect(sent(talk.flush(7))).toEqual([{ text: 'mo ', context_id: 'c1', flush: true }]);
    expect(sent(talk.flush(7))).toEqual([{ context_id: 'c1', flush: true }]);
  });

  test('the end is one flush, then the context is closed', () => {
    const talk = begun();
    talk.text(7, 'Hello.');
    expect(sent(talk.end(7))).toEqual([
      { text: 'Hello. ', context_id: 'c1', flush: true },
      { context_id: 'c1', close_context: true },
    ]);
  });

  test('text with SSML goes as one message', () => {
    const talk = begun(createTagBuffer);
    expect([...talk.text(7, 'Wait <break time'), ...talk.text(7, '="1s"/> here.')]).toEqual([]);
    expect(sent(talk.end(7))[0]).toEqual({ text: 'Wait <break time="1s"/> here. ', context_id: 'c1', flush: true });
  });

  test('a cut closes the context, once', () => {
    const talk = begun();
    expect(sent(talk.cancel?.(7) ?? [])).toEqual([{ context_id: 'c1', close_context: true }]);
    expect(talk.cancel?.(7)).toEqual([]);
  });

  test('a cut after the end sends nothing: the context is closing', () => {
    const talk = begun();
    talk.end(7);
    expect(talk.cancel?.(7)).toEqual([]);
  });

  test('an idle connection is kept without naming a context', () =>
    expect(sent(begun().idle?.() ?? [])).toEqual([{ text: '' }]));

  test('a connection is closed on purpose with a word', () =>
    expect(sent(dialect().close?.() ?? [])).toEqual([{ close_socket: true }]));
});

describe('messages of ElevenLabs', () => {
  test('audio comes with the words that are whole', () =>
    expect(hear(begun(), audio('so it i'))).toEqual([
      {
        kind: 'words',
        utterance: 7,
        words: [
          { text: 'so', startMs: 0, endMs: 20 },
          { text: 'it', startMs: 30, endMs: 50 },
        ],
      },
      { kind: 'audio', utterance: 7, bytes: SOUND },
    ]));

  test('the times of a later piece count from where it begins', () => {
    const talk = begun();
    hear(talk, audio('so '));
    expect(hear(talk, audio('it '))[0]).toMatchObject({ words: [{ text: 'it', startMs: 100, endMs: 120 }] });
  });

  test.each([
    [
      'snake case',
      {
        context_id: 'c1',
        alignment: { chars: ['a', ' '], char_start_times_ms: [0, 10], chars_durations_ms: [10, 10] },
      },
    ],
    [
      'the other plural',
      { contextId: 'c1', alignment: { chars: ['a', ' '], charsStartTimesMs: [0, 10], charsDurationsMs: [10, 10] } },
    ],
    ['normalised text only', { contextId: 'c1', alignment: null, normalizedAlignment: alignment('a ') }],
  ])('times are read in each spelling: %s', (_, frame) =>
    expect(hear(begun(), frame)).toEqual([
      { kind: 'words', utterance: 7, words: [{ text: 'a', startMs: 0, endMs: 10 }] },
    ]),
  );

  test.each([
    { isFinal: true, contextId: 'c1' },
    { is_final: true, context_id: 'c1' },
  ])('the context that is final is done, with its last word: %o', (final) => {
    const talk = begun();
    talk.end(7);
    hear(talk, audio('hi'));
    expect(hear(talk, final)).toEqual([
      { kind: 'words', utterance: 7, words: [{ text: 'hi', startMs: 0, endMs: 20 }] },
      { kind: 'done', utterance: 7 },
    ]);
  });

  test('a flush is answered by the word that it is done, behind the last word', () => {
    const talk = begun();
    talk.text(7, 'One');
    talk.flush(7);
    hear(talk, audio('One'));
    expect(hear(talk, { type: 'flush_done', contextId: 'c1' })).toEqual([
      { kind: 'words', utterance: 7, words: [{ text: 'One', startMs: 0, endMs: 30 }] },
      { kind: 'flushed', utterance: 7 },
    ]);
  });

  test('of a context that was cut nothing is passed on but its release', () => {
    const talk = begun();
    hear(talk, audio('On'));
    talk.cancel?.(7);
    expect(hear(talk, audio('late '))).toEqual([]);
    expect(hear(talk, { isFinal: true, contextId: 'c1' })).toEqual([{ kind: 'released', utterance: 7 }]);
    expect(hear(talk, audio('later '))).toEqual([]);
  });

  test('what comes for a context that is over means nothing', () => {
    const talk = begun();
    talk.end(7);
    hear(talk, { isFinal: true, contextId: 'c1' });
    expect([...hear(talk, audio('late ')), ...hear(talk, { isFinal: true, contextId: 'c1' })]).toEqual([]);
    expect([...talk.text(7, 'More. '), ...talk.flush(7), ...(talk.cancel?.(7) ?? [])]).toEqual([]);
  });

  test('an error that names a context fails its utterance', () =>
    expect(hear(begun(), { error: 'invalid_voice_settings', message: 'No.', code: 1008, contextId: 'c1' })).toEqual([
      { kind: 'failed', utterance: 7, fault: { kind: 'final', message: 'invalid_voice_settings: No.' } },
    ]));

  test('an error for a context that was cut releases it', () => {
    const talk = begun();
    talk.cancel?.(7);
    expect(hear(talk, { error: 'x', contextId: 'c1' })).toEqual([{ kind: 'released', utterance: 7 }]);
  });

  test.each([
    ['final', { error: 'quota_exceeded' }, 'quota_exceeded'],
    ['final', { message: 'Invalid API key', code: 1008 }, 'Invalid API key'],
    ['final', { error: { status: 'auth', message: 'Refused' } }, 'auth Refused'],
    ['final', { code: 1008 }, 'error 1008'],
    ['retry', { message: 'max_active_conversations', code: 1008 }, 'max_active_conversations'],
    ['retry', { error: 'input_timeout_exceeded', code: 1008 }, 'input_timeout_exceeded'],
  ])('an error that names none ends the connection, %s: %o', (kind, frame, message) =>
    expect(hear(begun(), frame)).toEqual([{ kind: 'fault', fault: { kind, message } }]),
  );

  test('a context that is closed unasked fails, and may be tried again', () =>
    expect(hear(begun(), { isFinal: true, contextId: 'c1' })).toEqual([
      { kind: 'failed', utterance: 7, fault: { kind: 'retry', message: 'the context was closed before its end' } },
    ]));

  test.each([
    '',
    'not json',
    'null',
    '[]',
    '{}',
    '{"type":"unheard-of"}',
    '{"alignment":7,"contextId":"c1"}',
    '{"audio":"AAAA"}',
  ])('what means nothing is passed over: %s', (frame) => expect(begun().receive(frame)).toEqual([]));
});
