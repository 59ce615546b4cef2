import type { CapturedFrame } from './capture.ts';
import { requestMicrophone } from './requestMicrophone.ts';
import { CallError } from './errors.ts';
import { onAbort } from './lifetime.ts';

export interface MicrophoneOptions {
  readonly context: AudioContext;
  /** From `requestMicrophone`. */
  readonly stream: MediaStream;
  /** Sample rate of the frames, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly onFrame: (frame: CapturedFrame) => void;
  /** The microphone has failed and delivers no more frames. */
  readonly lost: (error: CallError) => void;
}

export interface Microphone {
  /** While muted, the frames are silent. */
  mute(muted: boolean): void;
  /** Releases the device at once. */
  stop(): void;
}

/**
 * Captures audio until the lifetime ends. If the device disappears (for example an unplugged headset), requests another
 * one, and calls `lost` if none is available.
 */
export function openMicrophone(options: MicrophoneOptions): Microphone {
  const { context, lifetime, lost } = options;
  const node = createCaptureNode(options);
  let source: MediaStreamAudioSourceNode | undefined;
  let tracks: readonly MediaStreamTrack[] = [];
  let muted = false;

  const mute = (now: boolean): void => {
    muted = now;
    for (const track of tracks) track.enabled = !muted;
  };
  const attach = (stream: MediaStream): void => {
    if (lifetime.aborted) return;
    source?.disconnect();
    source = context.createMediaStreamSource(stream);
    source.connect(node);
    tracks = stream.getAudioTracks();
    for (const track of tracks) track.addEventListener('ended', replace, { once: true, signal: lifetime });
    mute(muted);
  };
  const replace = (): void => {
    requestMicrophone(lifetime)
      .then(attach)
      .catch((error: CallError) => lifetime.aborted || lost(error));
  };

  attach(options.stream);
  onAbort(lifetime, () => {
    source?.disconnect();
    node.disconnect();
    node.port.close();
  });
  return { mute, stop: () => tracks.forEach((track) => track.stop()) };
}

function createCaptureNode({ context, sampleRate, onFrame, lost }: MicrophoneOptions): AudioWorkletNode {
  const node = new AudioWorkletNode(context, 'antiphon-capture', {
    channelCount: 1,
    channelCountMode: 'explicit',
    processorOptions: { sampleRate },
  });
  node.port.onmessage = ({ data }: MessageEvent<CapturedFrame>) => onFrame(data);
  node.onprocessorerror = () => lost(new CallError('audio_unavailable', 'The audio worklet of the microphone failed.'));
  // The node's output is silent, but some browsers do not run an unconnected node.
  node.connect(context.destination);
  return node;
}
