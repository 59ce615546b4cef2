import type { ServerMessageBody } from '../../core/protocol.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { EventContext } from './eventContext.ts';

/** One of the nine events, for the client. */
export function toEventMessage(event: SessionEvent, scene: EventContext): ServerMessageBody {
  const { begun, stopped, cleared } = scene;
  switch (event.name) {
    case 'on_user_started_speaking':
      return { type: 'user.speech_started', audio_ms: scene.audioMs };
    case 'on_user_stopped_speaking':
      return { type: 'user.speech_stopped', audio_ms: scene.lastVoicedMs };
    case 'on_agent_started_speaking':
      return { type: 'agent.speech_started', utterance_id: begun };
    case 'on_agent_stopped_speaking': {
      const reason = cleared === stopped.utterance ? 'cut' : 'complete';
      return { type: 'agent.speech_stopped', utterance_id: stopped.utterance, reason };
    }
    case 'on_agent_interrupted': {
      const { content: text } = event.input.message;
      return { type: 'agent.interrupted', utterance_id: stopped.utterance, text, played_samples: stopped.samples };
    }
    case 'on_user_message_added':
    case 'on_agent_message_added':
      return { type: 'message.added', message: event.input.message };
    case 'on_function_calls_collected':
      return { type: 'function_calls.collected', function_calls: event.input.function_calls };
    case 'on_function_calls_executed':
      return { type: 'function_calls.executed', results: event.input.results };
  }
}
