/** The part of an AudioWorklet's global scope that the client uses. */
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

/** Sample rate of the context, in Hz. */
declare const sampleRate: number;
