import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import { CallError } from './errors.ts';
import { onAbort } from './lifetime.ts';
import type { PlaybackReport, SpeakerCommand, SpeakerReport } from './playout.ts';

export interface LoudspeakerOptions {
  readonly context: AudioContext;
  readonly lifetime: AbortSignal;
  readonly report: (report: SpeakerReport) => void;
  /** Nothing is played from now on. */
  readonly lost: (error: CallError) => void;
}

export interface Loudspeaker {
  /** Does what `audio.start`, `audio.end` and `clear` ask for; everything else is for others. */
  handle(message: ServerMessage): void;
  /** Plays a binary frame as the next of the utterance that was started last. The frame is given away. */
  play(frame: ArrayBuffer): void;
  /** Nothing more is heard, nor counted; a `clear` is still answered. */
  silence(): void;
}

/** Plays what the server sends, at the device's own rate, and reports what was played, until the lifetime is over. */
export function openLoudspeaker({ context, lifetime, report, lost }: LoudspeakerOptions): Loudspeaker {
  const node = new AudioWorkletNode(context, 'antiphon-playout', { numberOfInputs: 0, outputChannelCount: [1] });
  node.port.onmessage = ({ data }: MessageEvent<SpeakerReport>) => report(data);
  node.onprocessorerror = () =>
    lost(new CallError('audio_unavailable', 'The audio worklet of the loudspeaker failed.'));
  node.connect(context.destination);
  onAbort(lifetime, () => {
    node.port.close();
    node.disconnect();
  });
  const command = (what: SpeakerCommand, transfer: Transferable[] = []): void => node.port.postMessage(what, transfer);
  return {
    handle: (message) => {
      const what = commandOf(message);
      if (what !== undefined) command(what);
    },
    play: (frame) => command({ kind: 'audio', samples: new Int16Array(frame) }, [frame]),
    silence: () => command({ kind: 'hush' }),
  };
}

/** What the server is told of a report. */
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
      return { kind: 'start', utterance: message.utterance_id, sampleRate: message.sample_rate };
    case 'audio.end':
      return { kind: 'end', utterance: message.utterance_id };
    case 'clear':
      return { kind: 'clear', utterance: message.utterance_id, clearId: message.clear_id };
    default:
      return undefined;
  }
}

/** From the worklet to the air: the browser's own buffers and the device behind them. Not every browser knows the latter. */
function latencyMs({ baseLatency, outputLatency }: Partial<AudioContext>): number {
  return Math.round(((baseLatency ?? 0) + (outputLatency ?? 0)) * 1000);
}
