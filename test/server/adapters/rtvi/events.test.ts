import { describe, expect, it, test } from 'vitest';
import type { ServerMessageBody } from '../../../../src/core/protocol.ts';
import type { RtviOptions } from '../../../../src/server/adapters/rtvi/rtviOptions.ts';
import { defaultFormats } from '../../../../src/server/protocols/formats.ts';
import { connected, events } from './codec.ts';

const AT_3_S = '2026-01-02T03:04:08.000Z';
const STARTED = {
  type: 'session.started',
  session_id: 'ses_1',
  audio: defaultFormats({ input: [], output: [] }),
} as const;
const CALL = { id: 'call_1', type: 'function', function: { name: 'clock', arguments: '{"zone":"utc"}' } } as const;
const RESULT = { tool_call_id: 'call_1', role: 'tool', content: 'seven', function: CALL.function } as const;
const message = (role: 'user' | 'assistant' | 'tool', content: string) =>
  ({ type: 'message.added', message: { role, content, name: null, tool_call_id: null } }) as const;

describe('the events of a session', () => {
  it('of the user', () => {
    const got = events(
      connected(),
      STARTED,
      { type: 'user.speech_started', audio_ms: 0 },
      { type: 'user.speech_stopped', audio_ms: 0 },
      { type: 'user.transcript', utterance_id: 's0.0', text: 'hello', final: true },
      message('user', 'hello'),
      message('tool', 'seven'),
    );
    expect(got).toEqual([
      { type: 'user-started-speaking', data: {} },
      { type: 'user-stopped-speaking', data: {} },
      { type: 'user-transcription', data: { text: 'hello', user_id: 'user', timestamp: AT_3_S, final: true } },
      { type: 'user-llm-text', data: { text: 'hello' } },
    ]);
  });

  it('of a reply that is heard to its end', () => {
    const output = { text: 'Yes.', aggregated_by: 'sentence', segment_id: 0, will_be_spoken: true };
    const got = events(
      connected(),
      { type: 'agent.thinking', turn: 0 },
      { type: 'agent.text', utterance_id: 'u0', delta: 'Yes.' },
      { type: 'agent.thought', turn: 0, reason: 'complete' },
      { type: 'audio.start', utterance_id: 'u0', sample_rate: 24_000 },
      { type: 'agent.speech_started', utterance_id: 'u0' },
      { type: 'audio.end', utterance_id: 'u0', samples: 1 },
      { type: 'agent.speech_stopped', utterance_id: 'u0', reason: 'complete' },
      message('assistant', 'Yes.'),
    );
    expect(got).toEqual([
      { type: 'bot-llm-started', data: {} },
      { type: 'bot-llm-text', data: { text: 'Yes.' } },
      { type: 'bot-tts-text', data: { text: 'Yes.' } },
      {
        type: 'bot-output',
        data: { ...output, spoken_status: 'new', spoken_progress: { accumulated_text: '', remaining_text: 'Yes.' } },
      },
      { type: 'bot-llm-stopped', data: {} },
      { type: 'bot-tts-started', data: {} },
      { type: 'bot-started-speaking', data: {} },
      { type: 'bot-tts-stopped', data: {} },
      {
        type: 'bot-output',
        data: {
          ...output,
          spoken_status: 'completed',
          spoken_progress: { accumulated_text: 'Yes.', remaining_text: '' },
        },
      },
      { type: 'bot-stopped-speaking', data: {} },
      { type: 'bot-transcription', data: { text: 'Yes.' } },
    ]);
  });

  it('of a reply that is interrupted: what was heard of each sentence', () => {
    const codec = connected();
    const text = (delta: string): ServerMessageBody => ({ type: 'agent.text', utterance_id: 'u0', delta });
    events(codec, text('One two. '), text('Three four. '), text('Five.'), {
      type: 'audio.start',
      utterance_id: 'u0',
      sample_rate: 24_000,
    });
    const got = events(
      codec,
      { type: 'clear', utterance_id: 'u0', clear_id: 0 },
      { type: 'agent.speech_stopped', utterance_id: 'u0', reason: 'cut' },
      { type: 'agent.interrupted', utterance_id: 'u0', text: 'One two. Three', played_samples: 9, heard: 'paced' },
    );
    expect(got).toMatchObject([
      { type: 'bot-tts-stopped' },
      { type: 'bot-stopped-speaking' },
      { type: 'bot-output', data: { segment_id: 0, spoken_status: 'completed' } },
      {
        type: 'bot-output',
        data: {
          segment_id: 1,
          spoken_status: 'in-progress',
          spoken_progress: { accumulated_text: 'Three', remaining_text: ' four. ' },
        },
      },
      { type: 'bot-interrupted', data: {} },
      { type: 'server-message', data: { type: 'agent.interrupted', text: 'One two. Three', heard: 'paced' } },
    ]);
  });

  it('leave out what an utterance repeats', () => {
    const got = events(
      connected(),
      { type: 'agent.text', utterance_id: 'u1', delta: 'One two ', repeated_chars: 11 },
      { type: 'agent.text', utterance_id: 'u1', delta: 'is three.' },
    );
    expect(got.filter((event) => 'type' in event && event.type === 'bot-llm-text')).toEqual([
      { type: 'bot-llm-text', data: { text: 'three.' } },
    ]);
  });

  it('of its end, and of errors', () => {
    const got = events(
      connected(),
      { type: 'session.draining', deadline_ms: 30_000 },
      { type: 'error', code: 'stt_timeout', message: 'Too late.', fatal: false },
      { type: 'session.ended', reason: 'agent_ended' },
    );
    expect(got).toEqual([
      { type: 'server-message', data: { type: 'session.draining', deadline_ms: 30_000 } },
      { type: 'error', data: { error: 'Too late.', message: 'Too late.', fatal: false } },
      { type: 'server-message', data: { type: 'session.ended', reason: 'agent_ended' } },
    ]);
  });

  it('have the wait for an answer in seconds', () => {
    const none = { silence: 0, vad: 0, endpointing: 0, floor: 0, functions: 0, sentence: 0, held: 0, transport: 0 };
    const parts_ms = { ...none, stt: 120, handler: 450, tts: 200, endpointing: 130 };
    const [got] = events(connected(), { type: 'metrics', turn: 0, heard: true, total_ms: 900, parts_ms, usage: null });
    expect(got).toMatchObject({
      type: 'metrics',
      data: {
        ttfb: [
          { processor: 'stt', value: 0.12 },
          { processor: 'llm', value: 0.45 },
          { processor: 'tts', value: 0.2 },
        ],
        processing: expect.arrayContaining([
          { processor: 'endpointing', value: 0.13 },
          { processor: 'turn', value: 0.9 },
        ]),
      },
    });
  });
});

describe('function calls', () => {
  const calls = { type: 'function_calls.collected', function_calls: [CALL] } as const;
  const results = { type: 'function_calls.executed', results: [RESULT] } as const;
  const named = { function_name: 'clock' };

  test.each<[RtviOptions, readonly object[]]>([
    [{}, [{}, { tool_call_id: 'call_1' }, { tool_call_id: 'call_1', cancelled: false }]],
    [
      { report_functions: 'names' },
      [named, { tool_call_id: 'call_1', ...named }, { tool_call_id: 'call_1', cancelled: false, ...named }],
    ],
    [
      { report_functions: 'all' },
      [
        named,
        { tool_call_id: 'call_1', ...named, arguments: { zone: 'utc' } },
        { tool_call_id: 'call_1', cancelled: false, ...named, result: 'seven' },
      ],
    ],
  ])('with %j are reported', (options, data) => {
    const types = ['llm-function-call-started', 'llm-function-call-in-progress', 'llm-function-call-stopped'];
    expect(events(connected(options), calls, results)).toEqual(types.map((type, at) => ({ type, data: data[at] })));
  });

  it('without a result are cancelled with their reply', () => {
    const got = events(connected(), calls, { type: 'agent.thought', turn: 0, reason: 'interrupted' });
    expect(got.slice(2)).toEqual([
      { type: 'llm-function-call-stopped', data: { tool_call_id: 'call_1', cancelled: true } },
      { type: 'bot-llm-stopped', data: {} },
    ]);
  });

  it('with arguments that are no JSON have none', () => {
    const broken = { ...CALL, function: { name: 'clock', arguments: '{' } };
    const got = events(connected({ report_functions: 'all' }), {
      type: 'function_calls.collected',
      function_calls: [broken],
    });
    expect(got[1]).toMatchObject({ data: { arguments: {} } });
  });
});
