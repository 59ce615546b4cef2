import type { FunctionCall } from '../../../../src/core/message.ts';
import { audioFormats } from '../../media/support/call.ts';
import { realtimeInTracks } from '../../../../src/server/adapters/realtime/realtime.ts';
import {
  CLEAR,
  INTERRUPTED,
  START,
  TEXT,
  USER_STARTS,
  USER_STOPS,
  peer,
  speaking,
  stopped,
  user,
  type Peer,
  type PeerOptions,
} from './peer.ts';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** Returns the events of a conversation in which all happens that a client gets to know of, over WebSocket and over WebRTC. */
export function collectServerEvents(): readonly Event[] {
  return [...collect(), ...collect({ adapter: realtimeInTracks })];
}

const NOTHING_MISSED = { latest_seq: 0, received_samples: 0, received_texts: 0 };
const CALL: FunctionCall = { id: 'call_1', type: 'function', function: { name: 'cart', arguments: '{}' } };

function collect(options: PeerOptions = {}): readonly Event[] {
  const events: Event[] = [];
  const keep = (all: readonly object[]): void => {
    events.push(...all.filter((one): one is Event => 'event_id' in one && 'type' in one));
  };
  const updates = { instructions: true, tools: true, history: true, voices: [], functions: [] };
  const open = (make: (options: PeerOptions) => Peer): Peer => make({ ...options, updates, keep });
  const { sends, gets } = open(peer);
  sends({ type: 'session.update', session: { model: 'other', tools: [{ type: 'function', name: 'cart' }] } });
  sends({ type: 'input_audio_buffer.clear' });
  sends({ type: 'conversation.item.delete', item_id: 'x' });
  gets(
    USER_STARTS,
    { type: 'user.transcript', utterance_id: 'u0', text: 'what', final: true },
    USER_STOPS,
    user('what'),
  );
  gets({ type: 'agent.thinking', turn: 0 }, { type: 'function_calls.collected', function_calls: [CALL] });
  sends({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: '' } });
  open(speaking).gets(stopped('complete'));
  const cut = open(speaking);
  cut.sends({ type: 'conversation.item.retrieve', item_id: 'item_agent_u0.0' });
  cut.gets(CLEAR, stopped('cut'), INTERRUPTED);
  const timed = open(speaking);
  timed.sends({
    type: 'session.update',
    session: { audio: { output: { output_audio_timestamp_types: ['word'] } } },
  });
  keep(
    (timed.codec.addWords?.('u0.0', [{ from: 0, to: 2, startMs: 0, endMs: 100 }]) ?? []).map((text) =>
      JSON.parse(String(text)),
    ),
  );
  cut.sends({ type: 'conversation.item.delete', item_id: 'item_agent_u0.0' });
  open(peer).gets(TEXT, START);
  const resume_token = 'ek_next';
  open(peer).gets(
    { type: 'session.resumed', session_id: 's', audio: audioFormats(24_000), resume_token, ...NOTHING_MISSED },
    { type: 'session.draining', deadline_ms: 0 },
  );
  return events;
}
