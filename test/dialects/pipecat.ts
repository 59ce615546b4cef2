import type { PipecatClient, RTVIEventCallbacks } from '@pipecat-ai/client-js';
import type { WebSocketTransportConstructorOptions } from '@pipecat-ai/websocket-transport';
import { WebSocket } from 'ws';
import type { ClientOptions } from './dialect.ts';
import { createMicrophone, type Microphone } from './microphone.ts';
import { createPlayer } from './player.ts';

/** A session of Pipecat's client, unmodified, in Node. */
export interface PipecatCall extends Microphone {
  readonly client: PipecatClient;
  /** Every event of the client, in order. */
  readonly events: readonly PipecatEvent[];
  playedMs(): number;
  /** Resolves when the client has disconnected. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface PipecatEvent {
  readonly name: keyof RTVIEventCallbacks;
  readonly data: unknown;
}

export interface PipecatOptions extends ClientOptions {
  readonly requestData?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True if the server names an address that is in front of it. */
  readonly isProxied?: boolean | undefined;
  /** Called for every event. */
  readonly on?: ((event: PipecatEvent) => void) | undefined;
}

/** The events that are noted. */
export const PIPECAT_EVENTS: readonly (keyof RTVIEventCallbacks)[] = [
  'onBotReady',
  'onUserStartedSpeaking',
  'onUserStoppedSpeaking',
  'onUserTranscript',
  'onUserLlmText',
  'onBotLlmStarted',
  'onBotLlmText',
  'onBotLlmStopped',
  'onBotTtsStarted',
  'onBotTtsText',
  'onBotTtsStopped',
  'onBotStartedSpeaking',
  'onBotStoppedSpeaking',
  'onBotOutput',
  'onBotTranscript',
  'onLLMFunctionCallStarted',
  'onLLMFunctionCallInProgress',
  'onLLMFunctionCallStopped',
  'onMetrics',
  'onServerMessage',
  'onMessageError',
  'onError',
  'onDisconnected',
];

/** Sockets as a browser has them. */
class BrowserSocket extends WebSocket {
  constructor(url: string, protocols?: string | string[]) {
    super(url, protocols);
    (this as unknown as { binaryType: string }).binaryType = 'blob';
  }
}

let pages = 0;

/** Creates what the client takes for its page. Returns what takes it away again, with the last client. */
function installPage(): () => void {
  const page = globalThis as unknown as Record<string, unknown>;
  const document = { addEventListener: ignore, removeEventListener: ignore };
  const ours = { window: globalThis, document, WebSocket: BrowserSocket };
  pages += 1;
  for (const [name, value] of Object.entries(ours))
    Object.defineProperty(page, name, { value, configurable: true, writable: true });
  return () => {
    pages -= 1;
    if (pages === 0) for (const name of Object.keys(ours)) restore(page, name);
  };
}

const OURS_BEFORE = new Map(
  ['window', 'document', 'WebSocket'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
);

function restore(page: Record<string, unknown>, name: string): void {
  const before = OURS_BEFORE.get(name);
  if (before === undefined) Reflect.deleteProperty(page, name);
  else Object.defineProperty(page, name, before);
}

/** Starts a session at a server with the option `rtvi`, and resolves when the client has the `bot-ready`. */
export async function callWithPipecat(url: string, options: PipecatOptions = {}): Promise<PipecatCall> {
  const leavePage = installPage();
  const { PipecatClient: Client, LogLevel } = await import('@pipecat-ai/client-js');
  const { WebSocketTransport } = await import('@pipecat-ai/websocket-transport');
  const devices = createDevices(options);
  const events: PipecatEvent[] = [];
  let settle = ignore;
  const ended = new Promise<void>((resolve) => (settle = resolve));
  const callbacks = Object.fromEntries(
    PIPECAT_EVENTS.map((name) => [
      name,
      (data: unknown) => {
        const event = { name, data };
        events.push(event);
        if (name === 'onDisconnected') settle();
        options.on?.(event);
      },
    ]),
  );
  const client = new Client({
    transport: new WebSocketTransport({ mediaManager: devices.manager }),
    callbacks,
  });
  client.setLogLevel(LogLevel.NONE);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= client.disconnect().finally(leavePage));
  const { requestData = {}, headers = {} } = options;
  try {
    const request = { endpoint: `${url}/v1/rtvi/connect`, requestData, headers: new Headers(headers) };
    if (options.isProxied === true) await client.connect(reachedAt(url, await client.startBot(request)));
    else await client.startBotAndConnect(request);
  } catch (error) {
    await close();
    throw error;
  }
  const { speak, listen, stop } = devices.microphone();
  return { client, events, speak, listen, stop, playedMs: devices.playedMs, ended, close };
}

/** The answer of a start, with the address at which the server itself listens. */
function reachedAt(url: string, answer: unknown): { readonly ws_url: string; readonly token: string } {
  const { ws_url, token } = answer as { readonly ws_url: string; readonly token: string };
  return { ws_url: url.replace('http', 'ws') + new URL(ws_url).pathname, token };
}

type MediaManager = NonNullable<WebSocketTransportConstructorOptions['mediaManager']>;

/** Samples of a chunk that the client's own recorder sends. */
const CHUNK = 512;

/** The microphone and the loudspeaker of the client, as its `mediaManager`. */
function createDevices({ toneHz, hear }: ClientOptions): {
  readonly manager: MediaManager;
  readonly microphone: () => Microphone;
  readonly playedMs: () => number;
} {
  const player = createPlayer();
  let send: (chunk: ArrayBuffer) => void = ignore;
  let waiting: number[] = [];
  let microphone: Microphone | undefined;
  const record = (samples: Int16Array): void => {
    waiting.push(...samples);
    for (; waiting.length >= CHUNK; waiting = waiting.slice(CHUNK))
      send(new Int16Array(waiting.slice(0, CHUNK)).buffer);
  };
  const manager = {
    setUserAudioCallback: (callback: typeof send) => (send = callback),
    setClientOptions: ignore,
    initialize: async () => undefined,
    connect: async () => void (microphone ??= createMicrophone(16_000, record, { toneHz })),
    disconnect: async () => microphone?.stop(),
    bufferBotAudio: (samples: Int16Array) => {
      hear?.(samples, 24_000);
      player.play(samples.length / 24);
      return samples;
    },
    enableMic: ignore,
    isMicEnabled: true,
    tracks: () => ({ local: {} }),
  };
  return {
    manager: manager as unknown as MediaManager,
    microphone: () => {
      if (microphone === undefined) throw new Error('the client has not connected');
      return microphone;
    },
    playedMs: player.playedMs,
  };
}

function ignore(): void {}
