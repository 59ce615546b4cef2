import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openSocket } from '../../../src/client/openSocket.ts';
import { createSessionSocket } from '../../../src/client/sessionSocket.ts';
import type { ServerMessage } from '../../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';

/** As in a browser, no message comes before what follows from the opening has happened. */
class BrowserSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols);
    this.on('error', () => undefined);
    this.once('open', () => {
      this.pause();
      setImmediate(() => this.resume());
    });
  }
}

/** The bundled client of a session, without a device. */
export interface BrowserClient {
  readonly messages: readonly ServerMessage[];
  readonly events: readonly string[];
  /** Types something. Resolves when the agent has spoken the answer. */
  say(text: string): Promise<string>;
  /** Resolves when the session is resumed. */
  resumed(): Promise<void>;
}

export async function joinAsBrowser({ transport }: StartSessionResponse): Promise<BrowserClient> {
  vi.stubGlobal('WebSocket', BrowserSocket);
  vi.stubGlobal('navigator', {});
  const life = new AbortController();
  onTestFinished(() => {
    life.abort();
    vi.unstubAllGlobals();
  });
  const { signal: lifetime } = life;
  const { webSocket, url } = await openSocket(transport, lifetime);
  const messages: ServerMessage[] = [];
  const events: string[] = [];
  const waiting = new Set<() => void>();
  const happen = (): void => waiting.forEach((check) => check());
  const wait = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  const add = (event: string): void => {
    events.push(event);
    happen();
  };
  const connection = createSessionSocket({
    webSocket,
    url,
    token: transport.token,
    sampleRate: 16_000,
    lifetime,
    loudspeaker: { handle: () => undefined, play: () => undefined, drop: async () => null },
    message: (message) => {
      messages.push(message);
      happen();
    },
    reconnecting: () => add('reconnecting'),
    resumed: () => add('resumed'),
    closed: (code) => add(`closed ${code}`),
  });
  await wait(() => messages.find(({ type }) => type === 'session.started'));
  return {
    messages,
    events,
    resumed: () => wait(() => (events.includes('resumed') ? null : undefined)).then(() => undefined),
    say: (text) => {
      const before = messages.length;
      connection.send({ type: 'input.text', text });
      return wait(() => answerIn(messages.slice(before)));
    },
  };
}

function answerIn(messages: readonly ServerMessage[]): string | undefined {
  const added = messages.filter((message) => message.type === 'message.added');
  return added.find(({ message }) => message.role === 'assistant')?.message.content;
}
