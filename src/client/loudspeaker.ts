import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import { CallError } from './errors.ts';
import { createDeferred, onAbort, withTimeout } from './lifetime.ts';
import type { PlaybackReport, PlayedPart, SpeakerCommand, SpeakerReport } from './speaker.ts';

/** Timeout for an answer of the audio thread, in ms. The thread is stopped while the page may not play audio. */
const DROP_MS = 500;

export interface LoudspeakerOptions {
  readonly context: AudioContext;
  readonly lifetime: AbortSignal;
  readonly report: (report: Exclude<SpeakerReport, { readonly kind: 'dropped' }>) => void;
  /** The loudspeaker has failed and plays nothing more. */
  readonly lost: (error: CallError) => void;
}

export interface Loudspeaker {
  /** Handles `audio.start`, `audio.end` and `clear`; ignores other messages. */
  handle(message: ServerMessage): void;
  /** Appends a binary frame to the utterance that started last. Transfers the buffer. */
  play(frame: ArrayBuffer): void;
  /**
   * Drops all audio. Resolves with the utterance that played last, or with null if there was none or the audio thread
   * does not answer in time.
   */
  drop(): Promise<PlayedPart | null>;
  /** Stops playing for good. A `clear` is still answered. */
  silence(): void;
}

/** Plays the server's audio at the device's own rate and reports playback, until the lifetime ends. */
export function openLoudspeaker({ context, lifetime, report, lost }: LoudspeakerOptions): Loudspeaker {
  const node = new AudioWorkletNode(context, 'antiphon-playout', { numberOfInputs: 0, outputChannelCount: [1] });
  let dropped = createDeferred<PlayedPart | null>();
  node.port.onmessage = ({ data }: MessageEvent<SpeakerReport>) => {
    if (data.kind === 'dropped') dropped.resolve(data.last);
    else report(data);
  };
  node.onprocessorerror = () =>
    lost(new CallError('audio_unavailable', 'The audio worklet of the loudspeaker failed.'));
  node.connect(context.destination);
  onAbort(lifetime, () => {
    node.port.close();
    node.disconnect();
  });
  const post = (command: SpeakerCommand, transfer: Transferable[] = []): void =>
    node.port.postMessage(command, transfer);
  return {
    handle: (message) => {
      const command = commandOf(message);
      if (command !== undefined) post(command);
    },
    play: (frame) => post({ kind: 'audio', samples: new Int16Array(frame) }, [frame]),
    drop: () => {
      dropped = createDeferred();
      post({ kind: 'drop' });
      return withTimeout(dropped.promise, DROP_MS, () => new Error('The audio thread does not answer.')).catch(
        () => null,
      );
    },
    silence: () => post({ kind: 'silence' }),
  };
}

/** Converts a playback report into a message for the server. */
export function toPlaybackMessage(report: PlaybackReport, context: AudioContext): ClientMessage {
  const { utterance, played } = report;
  if (report.kind === 'cleared') {
    return { type: 'playback.cleared', utterance_id: utterance, clear_id: report.clearId, played_samples: played };
  }
  return {
    type: `playback.${report.kind}`,
    utterance_id: utterance,
    played_samples: played,
    output_latency_ms: latencyMs(context),
  };
}

function commandOf(message: ServerMessage): SpeakerCommand | undefined {
  switch (message.type) {
    case 'audio.start':
      return {
        kind: 'start',
        utterance: message.utterance_id,
        sampleRate: message.sample_rate,
        firstSample: message.first_sample ?? 0,
      };
    case 'audio.end':
      return { kind: 'end', utterance: message.utterance_id };
    case 'clear':
      return { kind: 'clear', utterance: message.utterance_id, clearId: message.clear_id };
    default:
      return undefined;
  }
}

/** Returns the latency of the browser's buffers and of the device. Not every browser reports the latter. */
function latencyMs({ baseLatency, outputLatency }: Partial<AudioContext>): number {
  return Math.round(((baseLatency ?? 0) + (outputLatency ?? 0)) * 1000);
}
