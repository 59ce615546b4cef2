import { onTestFinished, vi } from 'vitest';
import type { SessionTransport } from '../../../src/client/sessions.ts';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import { settle } from '../../../src/time/runSteps.ts';
import { createProcessor, loadWorklets, type FakePort, type Processor } from './worklets.ts';

/** Of the device, in Hz: one that no rate of the wire divides. */
export const DEVICE_RATE = 44_100;
/** What a browser renders at a time. */
export const BLOCK = 128;

export class FakeNode extends EventTarget {
  readonly outputs: Set<FakeNode> = new Set();

  connect(node: FakeNode): void {
    this.outputs.add(node);
  }

  disconnect(): void {
    this.outputs.clear();
  }
}

export class FakeContext extends EventTarget {
  readonly sampleRate: number = DEVICE_RATE;
  readonly baseLatency = 0.01;
  readonly outputLatency = 0.03;
  readonly destination: FakeNode = new FakeNode();
  readonly loaded: string[] = [];
  readonly worklets: FakeWorkletNode[] = [];
  readonly sources: FakeNode[] = [];
  readonly audioWorklet: { addModule(url: URL): Promise<void> } = {
    addModule: async (url: URL): Promise<void> => {
      this.loaded.push(url.pathname.split('/').at(-1) ?? '');
      if (browser.moduleFault !== undefined) throw browser.moduleFault;
    },
  };
  state = 'suspended';

  constructor() {
    super();
    if (browser.contextFails) throw new DOMException('No output.', 'NotSupportedError');
    browser.contexts.push(this);
  }

  async resume(): Promise<void> {
    if (this.state === 'closed') throw new DOMException('The context is closed.', 'InvalidStateError');
    if (browser.gestureIsMissing) return new Promise(() => undefined);
    this.enter('running');
  }

  async close(): Promise<void> {
    this.enter('closed');
  }

  enter(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  createMediaStreamSource(): FakeNode {
    const source = new FakeNode();
    this.sources.push(source);
    return source;
  }

  /** Runs the audio thread for `ms`, with the same value at the microphone throughout; returns what is played. */
  render(ms: number, microphone = 0): number[] {
    const heard: number[] = [];
    for (let at = 0; at < (ms * DEVICE_RATE) / 1000; at += BLOCK) {
      const mixed = new Float32Array(BLOCK);
      for (const node of this.worklets) {
        const block = node.render(this.sources.some((source) => source.outputs.has(node)) ? microphone : undefined);
        if (node.outputs.has(this.destination))
          block.forEach((value, index) => (mixed[index] = (mixed[index] ?? 0) + value));
      }
      heard.push(...mixed);
    }
    return heard;
  }
}

export class FakeWorkletNode extends FakeNode {
  readonly port: FakePort;
  readonly #processor: Processor;
  onprocessorerror: (() => void) | null = null;

  constructor(context: FakeContext, name: string, options: { readonly processorOptions?: unknown } = {}) {
    super();
    [this.#processor, this.port] = createProcessor(name, context.sampleRate, options.processorOptions);
    context.worklets.push(this);
  }

  render(microphone: number | undefined): Float32Array {
    const out = new Float32Array(BLOCK);
    const input = microphone === undefined ? [] : [new Float32Array(BLOCK).fill(microphone)];
    this.#processor.process([input], [[out]]);
    return out;
  }
}

export class FakeTrack extends EventTarget {
  enabled = true;
  stopped = false;

  stop(): void {
    this.stopped = true;
  }

  /** As if the headset were unplugged. */
  unplug(): void {
    this.dispatchEvent(new Event('ended'));
  }
}

export class FakeStream {
  readonly track: FakeTrack = new FakeTrack();
  readonly getTracks = (): FakeTrack[] => [this.track];
  readonly getAudioTracks = (): FakeTrack[] => [this.track];
}

export class FakeSocket extends EventTarget {
  binaryType = 'blob';
  bufferedAmount = 0;
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: (string | Int16Array)[] = [];
  readonly url: string;
  readonly protocols: readonly string[];
  closedWith: readonly [code?: number, reason?: string] | undefined;
  #seq = 0;

  constructor(url: string, protocols: readonly string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
    if (browser.socketsAreForbidden) throw new DOMException('An insecure connection.', 'SecurityError');
    browser.socketCame(this);
  }

  send(data: string | Int16Array): void {
    this.sent.push(typeof data === 'string' ? data : data.slice());
  }

  close(...how: readonly [code?: number, reason?: string]): void {
    this.closedWith ??= how;
  }

  /** As in a browser, whatever follows from it happens before anything else comes. */
  async open(): Promise<void> {
    this.readyState = 1;
    this.onopen?.();
    await settle();
  }

  /** The messages of another connection end with `seq`. */
  continueAfter(seq: number): void {
    this.#seq = seq + 1;
  }

  /** The next message of the session. */
  deliver(message: { readonly type: string; readonly [field: string]: unknown }): void {
    this.receive(JSON.stringify({ seq: this.#seq++, t_ms: 0, ...message }));
  }

  receive(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.();
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  /** The text frames that were sent, pings left out. */
  get messages(): { readonly type: string; readonly [field: string]: unknown }[] {
    const texts = this.sent.filter((frame) => typeof frame === 'string');
    return texts.map((text) => JSON.parse(text) as { type: string }).filter(({ type }) => type !== 'ping');
  }

  get frames(): Int16Array[] {
    return this.sent.filter((frame) => typeof frame !== 'string');
  }
}

export interface FakeRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
}

/** What the page finds, what goes wrong, and what was opened. */
export interface FakeBrowser {
  /** Thrown by `addModule`. */
  moduleFault: Error | undefined;
  contextFails: boolean;
  gestureIsMissing: boolean;
  socketsAreForbidden: boolean;
  /** Thrown by `getUserMedia`. */
  deviceFault: Error | undefined;
  answer: () => Promise<Response>;
  readonly contexts: FakeContext[];
  readonly streams: FakeStream[];
  readonly sockets: FakeSocket[];
  readonly requests: FakeRequest[];
  /** The next socket that is created. */
  nextSocket(): Promise<FakeSocket>;
  socketCame(socket: FakeSocket): void;
}

let browser: FakeBrowser = createBrowser();

/** A browser without faults, in the globals of this test. */
export async function stubBrowser(faults: Partial<FakeBrowser> = {}): Promise<FakeBrowser> {
  browser = Object.assign(createBrowser(), faults);
  await loadWorklets();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('AudioWorkletNode', FakeWorkletNode);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: vi.fn<() => Promise<FakeStream>>(async () => openStream()) },
  });
  vi.stubGlobal('fetch', async (url: string, { method, body, signal }: RequestInit & { readonly body?: string }) => {
    browser.requests.push({ url, method, body: body === undefined ? undefined : JSON.parse(body), signal });
    return browser.answer();
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return browser;
}

export const INVITATION: SessionTransport = {
  type: 'websocket',
  url: 'ws://localhost/v1/sessions/ses_1/media',
  protocol: 'antiphon.v1',
  token: 'ek_1',
  audio: {
    input: { encoding: 'pcm_s16le', sample_rate: 16_000 },
    output: { encoding: 'pcm_s16le', sample_rate: 24_000, frame_ms: 40 },
  },
};

export const STARTED: ServerMessageBody = { type: 'session.started', session_id: 'ses_1', audio: INVITATION.audio };

/** Like STARTED, in a session that can be resumed for 20 s. */
export const RESUMABLE: ServerMessageBody = { ...STARTED, resume_token: 'rt_1', resume_timeout_ms: 20_000 };

function createBrowser(): FakeBrowser {
  const sockets: FakeSocket[] = [];
  const arrivals: FakeSocket[] = [];
  const waiting: ((socket: FakeSocket) => void)[] = [];
  return {
    moduleFault: undefined,
    contextFails: false,
    gestureIsMissing: false,
    socketsAreForbidden: false,
    deviceFault: undefined,
    answer: async () => Response.json({ transport: INVITATION }, { status: 201 }),
    contexts: [],
    streams: [],
    sockets,
    requests: [],
    nextSocket: async () => arrivals.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    socketCame: (socket) => {
      sockets.push(socket);
      const next = waiting.shift();
      if (next === undefined) arrivals.push(socket);
      else next(socket);
    },
  };
}

function openStream(): FakeStream {
  if (browser.deviceFault !== undefined) throw browser.deviceFault;
  const stream = new FakeStream();
  browser.streams.push(stream);
  return stream;
}
