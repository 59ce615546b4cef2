import { describe, expect, it } from 'vitest';
import { createMessageReader, ProtocolError } from '../../src/client/messages.ts';
import type { ServerMessageBody } from '../../src/core/protocol.ts';
import { waited } from '../support/waited.ts';

const FORMAT = { encoding: 'pcm_s16le', sample_rate: 16_000 } as const;

/** One of each. */
const NOTES: readonly ServerMessageBody[] = [
  { type: 'session.started', session_id: 'ses_1', audio: { input: FORMAT, output: { ...FORMAT, frame_ms: 20 } } },
  {
    type: 'session.resumed',
    session_id: 'ses_1',
    audio: { input: FORMAT, output: { ...FORMAT, frame_ms: 20 } },
    resume_token: 'ek_2',
    latest_seq: 7,
    received_samples: 320,
    received_texts: 1,
  },
  { type: 'session.snapshot', messages: [], state: { user: 'silent', agent: 'idle' } },
  { type: 'session.ended', reason: 'agent_ended' },
  { type: 'user.speech_started', audio_ms: 10 },
  { type: 'user.speech_stopped', audio_ms: 20 },
  { type: 'user.transcript', utterance_id: 'u', text: 'hello', final: true },
  { type: 'session.draining', deadline_ms: 30_000 },
  { type: 'agent.thinking', turn: 0 },
  { type: 'agent.thought', turn: 0, reason: 'complete' },
  { type: 'agent.speech_started', utterance_id: 'a' },
  { type: 'agent.text', utterance_id: 'a', delta: 'Hi' },
  { type: 'agent.speech_stopped', utterance_id: 'a', reason: 'cut' },
  { type: 'agent.interrupted', utterance_id: 'a', text: '', played_samples: 0 },
  { type: 'message.added', message: { role: 'user', content: 'hello', name: null, tool_call_id: null } },
  { type: 'function_calls.collected', function_calls: [] },
  { type: 'function_calls.executed', results: [] },
  { type: 'metrics', turn: 0, heard: true, total_ms: 3, parts_ms: waited({ handler: 1, tts: 2 }), usage: null },
  { type: 'audio.start', utterance_id: 'a', sample_rate: 24_000 },
  { type: 'audio.end', utterance_id: 'a', samples: 0 },
  { type: 'clear', utterance_id: 'a', clear_id: 0 },
  { type: 'error', code: 'tts_timeout', message: 'Silence.', fatal: false },
  { type: 'pong', t: 1 },
];

describe.each(NOTES.map((note) => [note.type, note] as const))('%s', (_type, note) => {
  const message = { ...note, seq: 0, t_ms: 5 };

  it('is read as it was written', () => expect(createMessageReader().read(JSON.stringify(message))).toEqual(message));

  it.each(Object.keys(message).filter((field) => field !== 'type'))('is refused without its %s', (field) => {
    const without = JSON.stringify({ ...message, [field]: undefined });
    expect(() => createMessageReader().read(without)).toThrow(ProtocolError);
    expect(() => createMessageReader().read(without)).toThrow(field);
  });
});

describe('createMessageReader', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['null', 'null'],
    ['without a type', '{"seq":0,"t_ms":0}'],
    ['what is neither an object nor null', JSON.stringify({ ...NOTES.find(isMetrics), seq: 0, t_ms: 0, usage: 7 })],
    ['null for an object', '{"seq":0,"t_ms":0,"type":"message.added","message":null}'],
    ['a rate that no wire has', '{"seq":0,"t_ms":0,"type":"audio.start","utterance_id":"a","sample_rate":44100}'],
  ])('refuses %s', (_name, frame) => expect(() => createMessageReader().read(frame)).toThrow(ProtocolError));

  it('reads a field that may be absent, and refuses one of another type', () => {
    const text = { type: 'agent.text', seq: 0, t_ms: 0, utterance_id: 'a', delta: 'Hi' };
    const again = { ...text, repeated_chars: 2 };
    expect(createMessageReader().read(JSON.stringify(again))).toEqual(again);
    const wrong = JSON.stringify({ ...text, repeated_chars: '2' });
    expect(() => createMessageReader().read(wrong)).toThrow(
      'repeated_chars of agent.text to be of type number or absent',
    );
  });

  it('passes over types that it does not know, fields of objects among them, and counts them', () => {
    const { read } = createMessageReader();
    expect(read(JSON.stringify({ type: 'weather.changed', seq: 0 }))).toBeUndefined();
    expect(read(JSON.stringify({ type: 'toString', seq: 1 }))).toBeUndefined();
    expect(read(JSON.stringify({ type: 'pong', seq: 2, t_ms: 0, t: 0 }))).toMatchObject({ seq: 2 });
  });

  it.each([
    ['left out', 2],
    ['repeated', 0],
  ])('refuses a message when one was %s', (_what, seq) => {
    const { read } = createMessageReader();
    read(JSON.stringify({ type: 'pong', seq: 0, t_ms: 0, t: 0 }));
    expect(() => read(JSON.stringify({ type: 'pong', seq, t_ms: 0, t: 0 }))).toThrow('seq 1');
  });
});

function isMetrics({ type }: ServerMessageBody): boolean {
  return type === 'metrics';
}
