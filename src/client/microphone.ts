import type { CapturedFrame } from './capture.ts';
import { requestMicrophone } from './requestMicrophone.ts';
import { CallError } from './errors.ts';
import { onAbort } from './lifetime.ts';

export interface MicrophoneOptions {
  readonly context: AudioContext;
  /** What `openDevice` gave. */
  readonly stream: MediaStream;
  /** Of the frames, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly onFrame: (frame: CapturedFrame) => void;
  /** Nothing is heard from now on. */
  readonly lost: (error: CallError) => void;
}

export interface Microphone {
  /** Muted, it goes on with frames of silence. */
  mute(muted: boolean): void;
  /** Lets go of the device at once. */
  stop(): void;
}

/**
 * Hears until the lifetime is over. A device that goes away (a headset unplugged) is replaced by the one that the browser
 * then prefers; `lost` if there is none.
 */
export function openMicrophone(options: MicrophoneOptions): Microphone {
  const { context, lifetime, lost } = options;
  const node = captureNode(options);
  let source: MediaStreamAudioSourceNode | undefined;
  let tracks: readonly MediaStreamTrack[] = [];
  let muted = false;

  const mute = (now: boolean): void => {
    muted = now;
    for (const track of tracks) track.enabled = !muted;
  };
  const plug = (stream: MediaStream): void => {
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
      .then(plug)
      .catch((error: CallError) => lifetime.aborted || lost(error));
  };

  plug(options.stream);
  onAbort(lifetime, () => {
    source?.disconnect();
    node.disconnect();
    node.port.close();
  });
  return { mute, stop: () => tracks.forEach((track) => track.stop()) };
}

function captureNode({ context, sampleRate, onFrame: heard, lost }: MicrophoneOptions): AudioWorkletNode {
  const node = new AudioWorkletNode(context, 'antiphon-capture', {
    channelCount: 1,
    channelCountMode: 'explicit',
    processorOptions: { sampleRate },
  });
  node.port.onmessage = ({ data }: MessageEvent<CapturedFrame>) => heard(data);
  node.onprocessorerror = () => lost(new CallError('audio_unavailable', 'The audio worklet of the microphone failed.'));
  // Its output is silence, but not every browser runs a node that leads nowhere.
  node.connect(context.destination);
  return node;
}
