import type { ServerMessage, ServerMessageBody } from 'antiphon/server';
import { from, lastValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { sessionLog, type SessionLog } from '../../examples/talk/sessionLog.ts';

const AUDIO = { encoding: 'pcm_s16le', sample_rate: 24_000 } as const;
const CALL = { id: 'c1', type: 'function' as const, function: { name: 'book_table', arguments: '{}' } };

/** The client joins at 500 ms of the session's time. */
const STARTED: ServerMessage = {
  type: 'session.started',
  session_id: 'ses_1',
  audio: { input: AUDIO, output: { ...AUDIO, frame_ms: 20 } },
  seq: 0,
  t_ms: 500,
};

function taken(...notes: readonly (readonly [tMs: number, note: ServerMessageBody])[]): Promise<SessionLog> {
  const messages = notes.map(([t_ms, note], index): ServerMessage => ({ ...note, t_ms, seq: index + 1 }));
  return lastValueFrom(from([STARTED, ...messages]).pipe(sessionLog()));
}

function message(role: 'user' | 'assistant', content: string): ServerMessageBody {
  return { type: 'message.added', message: { role, content, name: null, tool_call_id: null } };
}

test('time begins when the client joins', async () => {
  const { events, replies } = await taken(
    [1500, { type: 'user.speech_started', audio_ms: 980 }],
    [2500, { type: 'agent.thinking', turn: 0 }],
    [3500, { type: 'agent.thought', turn: 0, reason: 'complete' }],
  );
  expect(events).toEqual([{ name: 'on_user_started_speaking', at: 1000, input: {} }]);
  expect(replies).toEqual([{ fromMs: 2000, toMs: 3000 }]);
});

test('speech lies where it was heard in the user’s audio, not where the message came', async () => {
  const { speech } = await taken(
    [1500, { type: 'user.speech_started', audio_ms: 900 }],
    [3500, { type: 'user.speech_stopped', audio_ms: 2000 }],
  );
  expect(speech).toEqual([{ fromMs: 900, toMs: 2000 }]);
});

test('the history has the messages, the calls and what they brought, in their order', async () => {
  const result = { tool_call_id: 'c1', role: 'tool', content: 'booked', function: CALL.function } as const;
  const { history } = await taken(
    [600, message('user', 'a table please')],
    [700, { type: 'function_calls.collected', function_calls: [CALL] }],
    [800, { type: 'function_calls.executed', results: [result] }],
    [900, message('assistant', 'Done.')],
  );
  expect(history.map(({ role, content, tool_calls = [] }) => [role, content, tool_calls.length])).toEqual([
    ['user', 'a table please', 0],
    ['assistant', '', 1],
    ['tool', 'booked', 0],
    ['assistant', 'Done.', 0],
  ]);
});

test('an interruption shows after which words it came', async () => {
  const text = 'With pleasure. The Olive Tree opened';
  const { events, interruptions } = await taken([
    900,
    { type: 'agent.interrupted', utterance_id: 'u', text, played_samples: 24_000 },
  ]);
  expect(interruptions).toEqual([{ atMs: 400, text: 'after “Olive Tree opened”' }]);
  expect(events[0]?.name).toBe('on_agent_interrupted');
});

test('only what the recogniser is sure of is in it', async () => {
  const createMessage = (text: string, final: boolean): ServerMessageBody => ({
    type: 'user.transcript',
    utterance_id: 's0',
    text,
    final,
  });
  const { words } = await taken(
    [600, createMessage('what time', false)],
    [700, createMessage('what time is it', true)],
  );
  expect(words).toEqual([{ atMs: 200, text: 'what time is it' }]);
});

test('shows why the session has ended, and what went wrong before', async () => {
  const { errors, reason } = await taken(
    [600, { type: 'error', code: 'tts_timeout', message: 'the voice brings none', fatal: false }],
    [700, { type: 'session.ended', reason: 'agent_ended' }],
  );
  expect([errors.map(({ code }) => code), reason]).toEqual([['tts_timeout'], 'agent_ended']);
});
