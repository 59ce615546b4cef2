import { METRIC_PARTS, type MetricPart } from '../../../src/core/metric.ts';
import type { ServerMessage, ServerMessageBody } from '../../../src/core/protocol.ts';
import type { ResultPolicy } from '../../../src/core/turn.ts';

/** Messages of a server: at each of these ms of session time one message, numbered from 0. */
export function timed(
  ...notes: readonly (readonly [tMs: number, note: ServerMessageBody])[]
): readonly ServerMessage[] {
  return notes.map(([t_ms, note], seq) => ({ ...note, seq, t_ms }));
}

export const speechStarted: ServerMessageBody = { type: 'user.speech_started', audio_ms: 0 };
export const speechStopped: ServerMessageBody = { type: 'user.speech_stopped', audio_ms: 0 };
export const ended: ServerMessageBody = { type: 'session.ended', reason: 'agent_ended' };

export function started(session_id: string): ServerMessageBody {
  const audio = {
    input: { encoding: 'pcm_s16le', sample_rate: 16_000, channels: 1 },
    output: { encoding: 'pcm_s16le', sample_rate: 24_000, channels: 1, frame_ms: 20 },
  } as const;
  return { type: 'session.started', session_id, audio };
}

export function partial(utterance_id: string, text: string): ServerMessageBody {
  return { type: 'user.transcript', utterance_id, text, final: false };
}

export function final(utterance_id: string, text: string): ServerMessageBody {
  return { type: 'user.transcript', utterance_id, text, final: true };
}

export function added(role: 'system' | 'user' | 'assistant' | 'tool', content: string): ServerMessageBody {
  return { type: 'message.added', message: { role, content, name: null, tool_call_id: null } };
}

export function snapshot(...messages: readonly (readonly ['user' | 'assistant', string])[]): ServerMessageBody {
  return {
    type: 'session.snapshot',
    messages: messages.map(([role, content]) => ({ role, content, name: null, tool_call_id: null })),
    state: { user: 'silent', agent: 'idle' },
  };
}

/** The calls of the model are a message of the assistant too. */
export function functionCalls(content: string): ServerMessageBody {
  const message = { role: 'assistant', content, name: null, tool_call_id: null, tool_calls: [timeCall('c1')] } as const;
  return { type: 'message.added', message };
}

/** News of a call in the background, as the history has it: the call once more, under an id of its own. */
export function calledAgain(id: string): ServerMessageBody {
  const message = {
    role: 'assistant',
    content: '',
    name: null,
    tool_call_id: null,
    tool_calls: [timeCall(id)],
  } as const;
  return { type: 'message.added', message };
}

export function thinking(turn: number): ServerMessageBody {
  return { type: 'agent.thinking', turn };
}

export function thought(turn: number, reason: 'complete' | 'interrupted' | 'superseded' | 'failed'): ServerMessageBody {
  return { type: 'agent.thought', turn, reason };
}

export function agentText(utterance_id: string, delta: string): Extract<ServerMessageBody, { type: 'agent.text' }> {
  return { type: 'agent.text', utterance_id, delta };
}

export function audible(utterance_id: string): ServerMessageBody {
  return { type: 'agent.speech_started', utterance_id };
}

export function silent(utterance_id: string, reason: 'complete' | 'cut'): ServerMessageBody {
  return { type: 'agent.speech_stopped', utterance_id, reason };
}

export function cleared(utterance_id: string): ServerMessageBody {
  return { type: 'clear', utterance_id, clear_id: 1 };
}

export function interrupted(utterance_id: string, text: string): ServerMessageBody {
  return { type: 'agent.interrupted', utterance_id, text, played_samples: 0 };
}

/** The function `time`, called under each of these ids. */
export function collected(...ids: readonly string[]): ServerMessageBody {
  return { type: 'function_calls.collected', function_calls: ids.map(timeCall) };
}

export function executed(id: string, content: string): ServerMessageBody {
  const result = { tool_call_id: id, role: 'tool', content, function: { name: 'time', arguments: '{}' } } as const;
  return { type: 'function_calls.executed', results: [result] };
}

/** This call goes on in the background. */
export function acknowledged(tool_call_id: string, policy: ResultPolicy = 'when_idle'): ServerMessageBody {
  return { type: 'function_calls.acknowledged', results: [{ tool_call_id, content: 'begun', policy }] };
}

export function progress(tool_call_id: string, content: string): ServerMessageBody {
  return { type: 'function_calls.progress', tool_call_id, content };
}

function timeCall(id: string): { id: string; type: 'function'; function: { name: string; arguments: string } } {
  return { id, type: 'function', function: { name: 'time', arguments: '{}' } };
}

export function audioStart(utterance_id: string): ServerMessageBody {
  return { type: 'audio.start', utterance_id, sample_rate: 24_000 };
}

export function audioEnd(utterance_id: string): ServerMessageBody {
  return { type: 'audio.end', utterance_id, samples: 24_000 };
}

/** All of the wait in one part. */
export function measured(total_ms: number, heard: boolean): ServerMessageBody {
  const none = Object.fromEntries(METRIC_PARTS.map((part) => [part, 0])) as Record<MetricPart, number>;
  return { type: 'metrics', turn: 1, heard, total_ms, parts_ms: { ...none, handler: total_ms }, usage: null };
}
