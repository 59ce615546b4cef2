import { vi } from 'vitest';

/** The audio thread's side of a node, as the shells in src/client see it. */
export interface Processor {
  readonly port: FakePort;
  process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean;
}

/** One end of a channel whose messages arrive at once. */
export class FakePort {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  other: FakePort | undefined;
  closed = false;
  readonly transferred: Transferable[] = [];

  postMessage(data: unknown, transfer: readonly Transferable[] = []): void {
    this.transferred.push(...transfer);
    if (!this.closed && this.other?.closed === false) this.other.onmessage?.({ data });
  }

  close(): void {
    this.closed = true;
  }
}

type Constructor = new (options: { readonly processorOptions?: unknown }) => Processor;

const registered = new Map<string, Constructor>();
let ports: readonly [FakePort, FakePort] = connectedPorts();

/** Loads both worklet files as an AudioWorklet's global scope would. */
export async function loadWorklets(): Promise<void> {
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      readonly port = ports[1];
    },
  );
  vi.stubGlobal('registerProcessor', (name: string, processor: Constructor) => registered.set(name, processor));
  await import('../../../src/client/capture.worklet.ts');
  await import('../../../src/client/playout.worklet.ts');
}

/** A processor at `rate` Hz, and the port of the node that stands before it. */
export function createProcessor(name: string, rate: number, processorOptions?: unknown): [Processor, FakePort] {
  const Registered = registered.get(name);
  if (Registered === undefined) throw new Error(`No processor is registered as ${name}.`);
  ports = connectedPorts();
  vi.stubGlobal('sampleRate', rate);
  return [new Registered({ processorOptions }), ports[0]];
}

function connectedPorts(): readonly [FakePort, FakePort] {
  const [near, far] = [new FakePort(), new FakePort()];
  near.other = far;
  far.other = near;
  return [near, far];
}
