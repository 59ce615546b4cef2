import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { createStreamMessages, type StreamMessages } from '../../../examples/phone/streamMessages.ts';
import { sign } from '../../../src/server/adapters/twilio/signature.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { authenticate, openSocket } from '../support.ts';

export const PUBLIC = 'https://voice.example.com';
export const AUTH_TOKEN = 'the auth token of the account';
export const TWILIO: Pick<AntiphonOptions, 'authenticate' | 'public_url' | 'twilio'> = {
  authenticate,
  public_url: PUBLIC,
  twilio: { auth_token: AUTH_TOKEN },
};
export const CALL_SID = 'CA1';
const NO_FIELDS = new URLSearchParams();

/** An answer to a request of Twilio's. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The WebSocket that it names. */
  readonly stream: string | undefined;
  /** What it asks then. */
  readonly redirect: string | undefined;
}

/** Twilio asks a node, in a call. */
export async function askNode(
  node: { readonly url: URL | string },
  url: string = `${PUBLIC}/v1/twilio/voice`,
  callSid: string = CALL_SID,
  authToken: string = AUTH_TOKEN,
): Promise<Answer> {
  const body = new URLSearchParams({ CallSid: callSid, AccountSid: 'AC1', From: '+4930', To: '+4940' });
  const headers = { 'x-twilio-signature': sign(authToken, url, body) };
  const response = await fetch(new URL(url.slice(PUBLIC.length), node.url), { method: 'POST', headers, body });
  const text = await response.text();
  const read = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const stream = read(/<Stream url="([^"]+)"/u);
  return { status: response.status, text, stream, redirect: read(/<Redirect method="POST">([^<]+)</u) };
}

/** A telephone on the stream of a call. */
export interface StreamedLine extends StreamMessages {
  readonly socket: WebSocket;
  /** The events that the server has sent. */
  readonly events: string[];
}

/** Twilio opens the WebSocket of an answer. */
export async function openStream({ stream }: Answer): Promise<StreamedLine> {
  if (stream === undefined) throw new Error('expected an answer with a stream');
  const headers = { 'x-twilio-signature': sign(AUTH_TOKEN, stream, NO_FIELDS) };
  const socket = openSocket(stream, { protocols: [], headers });
  const events: string[] = [];
  const messages = createStreamMessages((message) => socket.send(JSON.stringify(message)));
  socket.on('message', (data: Buffer) => {
    const { event, mark } = JSON.parse(data.toString()) as { readonly event: string; readonly mark?: { name: string } };
    events.push(event);
    // It plays in no time.
    if (mark !== undefined) messages.returnMark(mark.name);
  });
  await once(socket, 'open');
  messages.begin();
  return { ...messages, socket, events };
}

/** The session that an answer leads back to. */
export function sessionIn({ redirect = '' }: Answer): string {
  return new URL(redirect).searchParams.get('session') ?? '';
}
