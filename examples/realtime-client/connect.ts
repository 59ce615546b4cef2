import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';

/** Connects the official client with a server of Antiphon, and makes it end the user's turns itself: push to talk. */
export async function connect(url: string, apiKey: string): Promise<OpenAIRealtimeWS> {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1` });
  // The class always uses TLS. A server on this machine has none: leave `options` out elsewhere.
  const { hostname, port } = new URL(url);
  const options = { createConnection: () => connectTcp(Number(port), hostname) };
  const realtime = new OpenAIRealtimeWS({ model: 'reception', options }, client);
  await once(realtime.socket, 'open');
  realtime.send({ type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection: null } } } });
  return realtime;
}
