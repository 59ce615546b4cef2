import { once } from 'node:events';
import type { WebSocket } from 'ws';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { createStreamMessages } from '../../examples/phone/streamMessages.ts';
import { dial, mediaUrl, upgradeHeaders } from '../dialects/twilio.ts';
import { messageContaining, offerOf, openSocket } from '../server/support.ts';
import type { Template } from './project.ts';

/** A caller of a template's server. */
export interface Caller {
  /** Begins a session; resolves with its connection when the agent greets. */
  call(url: string): Promise<WebSocket>;
  /** Asks for another session; resolves with what the server answers. */
  ask(url: string): Promise<unknown>;
  /** Hangs up. */
  hangUp(socket: WebSocket): void;
  /** The answers of a server that serves, and of one that drains. */
  readonly answers: { readonly serving: unknown; readonly draining: unknown };
  /** The name of the message that says that the server drains. Undefined: the protocol has none. */
  readonly warning?: string;
}

const browser: Caller = {
  call: async (url) => {
    const response = await fetch(`${url}/v1/sessions`, { method: 'POST' });
    const session = (await response.json()) as StartSessionResponse;
    const socket = openSocket(session.transport.url, offerOf(session));
    await messageContaining(socket, '"agent.speech_started"');
    return socket;
  },
  ask: async (url) => (await fetch(`${url}/v1/sessions`, { method: 'POST' })).status,
  hangUp: (socket) => socket.send(JSON.stringify({ type: 'session.end' })),
  answers: { serving: 201, draining: 503 },
  warning: 'session.draining',
};

const realtime: Caller = {
  call: async (url) => {
    const socket = openRealtime(url);
    await messageContaining(socket, '"response.output_audio.delta"');
    return socket;
  },
  ask: async (url) => {
    const socket = openRealtime(url);
    const opened = once(socket, 'open').then(
      () => 'opened',
      (error: Error) => error.message,
    );
    const answer = await opened;
    socket.close();
    return answer;
  },
  hangUp: (socket) => socket.close(),
  answers: { serving: 'opened', draining: 'Unexpected server response: 503' },
  warning: 'antiphon.draining',
};

const telephone: Caller = {
  call: async (url) => {
    const answer = await dial(url);
    const socket = openSocket(mediaUrl(url, answer), { protocols: [], headers: upgradeHeaders(answer) });
    await once(socket, 'open');
    createStreamMessages((message) => socket.send(JSON.stringify(message))).begin();
    await messageContaining(socket, '"media"');
    return socket;
  },
  ask: async (url) => /<(?<verb>Connect|Reject)/u.exec((await dial(url)).twiml)?.groups?.['verb'],
  hangUp: (socket) => {
    socket.send(JSON.stringify({ event: 'stop' }));
    socket.close();
  },
  answers: { serving: 'Connect', draining: 'Reject' },
};

export const CALLERS: Readonly<Record<Template, Caller>> = {
  web: browser,
  react: browser,
  speech: browser,
  realtime,
  phone: telephone,
};

function openRealtime(url: string): WebSocket {
  const headers = { authorization: 'Bearer any' };
  return openSocket(`${url.replace('http', 'ws')}/v1/realtime`, { protocols: [], headers });
}
