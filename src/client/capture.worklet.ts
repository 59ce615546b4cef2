import { createCapture, type Capture, type CaptureOptions } from './capture.ts';

/** Runs `createCapture` in the audio thread: posts the frames of its input to its port. */
class CaptureProcessor extends AudioWorkletProcessor {
  readonly #capture: Capture;

  constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
    super();
    const { sampleRate: wireRate } = processorOptions as Pick<CaptureOptions, 'sampleRate'>;
    this.#capture = createCapture({ deviceRate: sampleRate, sampleRate: wireRate });
  }

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const block = input?.[0];
    if (block === undefined) return true;
    for (const frame of this.#capture(block)) this.port.postMessage(frame, [frame.samples.buffer]);
    return true;
  }
}

registerProcessor('antiphon-capture', CaptureProcessor);
