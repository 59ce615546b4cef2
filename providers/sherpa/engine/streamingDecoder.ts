import type { OnlineStream, SherpaAddon } from './addon.ts';
import { MODEL_RATE, type Decoder, type DecoderStream } from './decoder.ts';
import { parseRecognition } from './recognition.ts';

/** Silence after the speech, so that the model decodes its last frames, in samples. */
const TAIL = new Float32Array(0.66 * MODEL_RATE);

/** Creates the decoder of a streaming model. It decodes the streams that are ready as one batch. */
export function createStreamingDecoder({ OnlineRecognizer }: SherpaAddon, config: object, scale: number): Decoder {
  const recognizer = new OnlineRecognizer(config);
  const handles = new WeakMap<DecoderStream, OnlineStream>();
  return {
    createStream: () => {
      const handle = recognizer.createStream();
      let isFinished = false;
      const stream: DecoderStream = {
        accept: (samples) => handle.acceptWaveform({ samples, sampleRate: MODEL_RATE }),
        finish: () => {
          isFinished = true;
          handle.acceptWaveform({ samples: TAIL, sampleRate: MODEL_RATE });
          handle.inputFinished();
        },
        isReady: () => recognizer.isReady(handle),
        isDone: () => isFinished && !recognizer.isReady(handle),
        read: () => parseRecognition(recognizer.getResult(handle), { scale }),
      };
      handles.set(stream, handle);
      return stream;
    },
    decode: (streams) => {
      recognizer.decodeStreams(streams.flatMap((stream) => handles.get(stream) ?? []));
      return streams;
    },
  };
}
