import { samplesOfMs } from '../../../core/audio.ts';
import type {
  LineAction,
  MediaAdapter,
  MediaCodec,
  PeerInput,
  PeerMessage,
  PeerOutput,
} from '../../../core/mediaAdapter.ts';
import type { AudioFormats, ServerMessage, ServerMessageBody } from '../../../core/protocol.ts';
import type { MediaAdapterSubject, PeerDouble, PeerEvent } from './peer.ts';

/** A codec and the peer at its other end. */
export interface Connection {
  readonly peer: PeerDouble;
  readonly audio: AudioFormats;
  /** Decodes messages of the peer with the codec. */
  receive(messages: readonly PeerMessage[]): readonly PeerInput[];
  /** Encodes outputs with the codec. Returns the events at the peer. */
  send(...outputs: readonly PeerOutput[]): readonly PeerEvent[];
  /** Sends a message of antiphon.v1. */
  notify(body: ServerMessageBody): readonly PeerEvent[];
  /** Requests an action. Returns the events at the peer. */
  act(action: LineAction): readonly PeerEvent[];
  readonly codec: MediaCodec;
}

/** Connects a peer. `begins`: false leaves out the messages that begin the connection. */
export function connect({ adapter, createPeer }: MediaAdapterSubject, begins = true): Connection {
  const audio = formatsOf(adapter);
  const codec = adapter.createCodec(audio, { allowsInterruptions: true });
  const peer = createPeer();
  let seq = 0;
  const receive: Connection['receive'] = (messages) => messages.map(asReceived).flatMap(codec.decode);
  const send: Connection['send'] = (...outputs) =>
    outputs.flatMap(codec.encode).flatMap((message) => peer.read(message));
  const notify = (body: ServerMessageBody): readonly PeerEvent[] =>
    send({ kind: 'message', message: { ...body, seq: seq++, t_ms: 0 } as ServerMessage });
  const act: Connection['act'] = (action) => (codec.act?.(action) ?? []).flatMap((message) => peer.read(message));
  const connection: Connection = { peer, audio, receive, send, notify, act, codec };
  if (!begins) return connection;
  receive(peer.begin());
  notify({ type: 'session.started', session_id: 'ses_contract', audio });
  return connection;
}

/** Copies bytes as a socket delivers them: into a Buffer at an odd offset in shared memory. */
function asReceived(message: PeerMessage): PeerMessage {
  return typeof message === 'string' ? message : Buffer.concat([Buffer.of(0), message]).subarray(1);
}

function formatsOf({ capabilities }: MediaAdapter): AudioFormats {
  const [input, output] = [capabilities.audio.input[0], capabilities.audio.output[0]];
  if (input === undefined || output === undefined) throw new Error('expected a format of each in capabilities.audio');
  return {
    input: { encoding: 'pcm_s16le', sample_rate: input.sample_rate },
    output: { encoding: 'pcm_s16le', sample_rate: output.sample_rate, frame_ms: 20 },
  };
}

/** Creates a tone of 400 Hz at half of full scale. */
export function tone(ms: number, sampleRate: number): Int16Array {
  return Int16Array.from({ length: samplesOfMs(ms, sampleRate) }, (_, at) =>
    Math.round(16_000 * Math.sin((2 * Math.PI * 400 * at) / sampleRate)),
  );
}

/** Returns the samples of the peer's audio, joined. */
export function samplesIn(inputs: readonly PeerInput[]): readonly number[] {
  return inputs.flatMap((input) => (input.kind === 'audio' ? [...input.frame.samples] : []));
}
