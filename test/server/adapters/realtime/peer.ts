import type { MediaAdapter, MediaCodec, PeerInput, UpdateRules } from '../../../../src/core/mediaAdapter.ts';
import type { EndReason } from '../../../../src/core/turn.ts';
import type { ServerMessageBody } from '../../../../src/core/protocol.ts';
import { realtime } from '../../../../src/server/adapters/realtime/realtime.ts';
import { audioFormats } from '../../media/support/call.ts';

type Event = Readonly<Record<string, unknown>>;

export interface Peer {
  readonly codec: MediaCodec;
  /** What the client gets for messages of the session. */
  gets(...messages: readonly ServerMessageBody[]): readonly Event[];
  /** The types of it. */
  types(...messages: readonly ServerMessageBody[]): readonly unknown[];
  /** What an event of the client comes to: input of the session, and answers. */
  sends(event: object | string | Uint8Array): readonly (PeerInput | Event)[];
  /** The client gets a frame of 20 ms. */
  hears(): readonly Event[];
}

export interface PeerOptions {
  readonly allowsInterruptions?: boolean;
  readonly updates?: UpdateRules;
  readonly adapter?: MediaAdapter;
  /** Receives what the client gets, with inputs of the session. */
  readonly keep?: ((events: readonly object[]) => void) | undefined;
}

export function peer(options: PeerOptions = {}): Peer {
  const { allowsInterruptions = true, updates, adapter = realtime, keep = () => {} } = options;
  const kept = <Events extends readonly object[]>(events: Events): Events => {
    keep(events);
    return events;
  };
  const codec = adapter.createCodec(audioFormats(24_000), { allowsInterruptions, updates });
  let seq = 0;
  const gets: Peer['gets'] = (...messages) =>
    kept(
      messages.flatMap((body) =>
        codec
          .encode({ kind: 'message', message: { ...body, seq: seq++, t_ms: 0 } })
          .map((text) => JSON.parse(String(text))),
      ),
    );
  gets({ type: 'session.started', session_id: 'ses_1', audio: audioFormats(24_000) });
  return {
    codec,
    gets,
    types: (...messages) => gets(...messages).map(({ type }) => type),
    sends: (event) => {
      const message = typeof event === 'string' || event instanceof Uint8Array ? event : JSON.stringify(event);
      const inputs = codec.decode(message);
      return kept(inputs.map((input) => (input.kind === 'reply' ? JSON.parse(String(input.message)) : input)));
    },
    hears: () =>
      kept(
        codec.encode({ kind: 'audio', samples: new Int16Array(480).fill(7) }).map((text) => JSON.parse(String(text))),
      ),
  };
}

export const utterance_id = 'u0.0' as const;
export const TEXT: ServerMessageBody = { type: 'agent.text', utterance_id, delta: 'It is seven.' };
export const START: ServerMessageBody = { type: 'audio.start', utterance_id, sample_rate: 24_000 };
export const AUDIBLE: ServerMessageBody = { type: 'agent.speech_started', utterance_id };
export const CLEAR: ServerMessageBody = { type: 'clear', utterance_id, clear_id: 0 };
export const stopped = (reason: 'complete' | 'cut'): ServerMessageBody => ({
  type: 'agent.speech_stopped',
  utterance_id,
  reason,
});
export const INTERRUPTED: ServerMessageBody = {
  type: 'agent.interrupted',
  utterance_id,
  text: 'It is',
  played_samples: 12_000,
};
export const USER_STARTS: ServerMessageBody = { type: 'user.speech_started', audio_ms: 900 };
export const USER_STOPS: ServerMessageBody = { type: 'user.speech_stopped', audio_ms: 1500 };
export const user = (content: string): ServerMessageBody => ({
  type: 'message.added',
  message: { role: 'user', content, name: null, tool_call_id: null },
});
export const done = (reason: EndReason): ServerMessageBody => ({ type: 'agent.done', turn: 0, reason });
export const thought = (reason: 'complete' | 'failed' | 'superseded'): ServerMessageBody => ({
  type: 'agent.thought',
  turn: 0,
  reason,
});

/** The agent speaks, and 500 ms of it were sent. */
export function speaking(options?: PeerOptions): Peer {
  const made = peer(options);
  made.gets({ type: 'agent.thinking', turn: 0 }, TEXT, START, thought('complete'), AUDIBLE);
  for (let frame = 0; frame < 25; frame++) made.hears();
  return made;
}
