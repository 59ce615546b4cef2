import { METRIC_PARTS, type Metric } from '../../../core/metric.ts';
import type { ServerMessageBody } from '../../../core/protocol.ts';

const audio = {
  input: { encoding: 'pcm_s16le', sample_rate: 16_000 },
  output: { encoding: 'pcm_s16le', sample_rate: 24_000, frame_ms: 20 },
} as const;
const usage = {
  stt_seconds: 1.5,
  tts_characters: 20,
  heard_characters: 10,
  prompt_tokens: 5,
  completion_tokens: 7,
  wasted_tokens: 0,
};
const message = { role: 'assistant', content: 'It is', name: null, tool_call_id: null } as const;
const called = { name: 'clock', arguments: '{}' };
const parts = Object.fromEntries(METRIC_PARTS.map((part) => [part, 0])) as Metric['parts'];
const utterance_id = 'u0';

/** One message of each type. Does not compile if a type of the protocol is missing. */
const BY_TYPE: Readonly<Record<ServerMessageBody['type'], ServerMessageBody>> = {
  'session.started': { type: 'session.started', session_id: 'ses_contract', audio },
  'session.resumed': {
    type: 'session.resumed',
    session_id: 'ses_contract',
    audio,
    resume_token: 'ek_contract',
    latest_seq: 0,
    received_samples: 0,
    received_texts: 0,
  },
  'session.snapshot': {
    type: 'session.snapshot',
    messages: [message],
    state: { user: 'silent', agent: 'idle' },
  },
  'user.speech_started': { type: 'user.speech_started', audio_ms: 0 },
  'user.transcript': { type: 'user.transcript', utterance_id: 's0.0', text: 'what time is it', final: true },
  'user.speech_stopped': { type: 'user.speech_stopped', audio_ms: 500 },
  'agent.thinking': { type: 'agent.thinking', turn: 0 },
  'function_calls.collected': {
    type: 'function_calls.collected',
    function_calls: [{ id: 'call_1', type: 'function', function: called }],
  },
  'function_calls.acknowledged': {
    type: 'function_calls.acknowledged',
    results: [{ tool_call_id: 'call_1', content: 'running in the background', policy: 'when_idle' }],
  },
  'function_calls.progress': { type: 'function_calls.progress', tool_call_id: 'call_1', content: 'half of it' },
  'function_calls.executed': {
    type: 'function_calls.executed',
    results: [{ tool_call_id: 'call_1', role: 'tool', content: '19:00', function: called }],
  },
  'agent.text': { type: 'agent.text', utterance_id, delta: 'It is seven.' },
  'agent.thought': { type: 'agent.thought', turn: 0, reason: 'complete' },
  'audio.start': { type: 'audio.start', utterance_id, sample_rate: 24_000 },
  'agent.speech_started': { type: 'agent.speech_started', utterance_id },
  'audio.end': { type: 'audio.end', utterance_id, samples: 0 },
  clear: { type: 'clear', utterance_id, clear_id: 0 },
  'agent.speech_stopped': { type: 'agent.speech_stopped', utterance_id, reason: 'cut', heard: 'paced' },
  'agent.interrupted': { type: 'agent.interrupted', utterance_id, text: 'It is', played_samples: 0, heard: 'paced' },
  'message.added': { type: 'message.added', message, heard: 'paced' },
  'agent.done': { type: 'agent.done', turn: 0, reason: 'complete' },
  metrics: { type: 'metrics', turn: 0, heard: true, total_ms: 0, parts_ms: parts, usage: null, session_usage: usage },
  error: { type: 'error', code: 'llm_timeout', message: 'The handler took too long.', fatal: false },
  pong: { type: 'pong', t: 1 },
  'session.draining': { type: 'session.draining', deadline_ms: 1000 },
  'session.ended': { type: 'session.ended', reason: 'agent_ended', usage },
};

/** One message of each type, in an order in which a session could send them. */
export const SERVER_MESSAGES: readonly ServerMessageBody[] = Object.values(BY_TYPE);
