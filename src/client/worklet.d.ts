/** What an AudioWorklet's global scope has, as far as it is used here. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}

declare function registerProcessor(
  name: string,
  processor: new (options: {
    readonly processorOptions?: unknown;
  }) => AudioWorkletProcessor & {
    process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean;
  },
): void;

/** Of the context that the worklet runs in, in Hz. */
declare const sampleRate: number;
