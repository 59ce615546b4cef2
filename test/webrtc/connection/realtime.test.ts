import { expect, test } from 'vitest';
import { agentWith, config } from '../../server/support.ts';
import { createRtcClient } from './rtcClient.ts';
import { serveRtc } from './serveRtc.ts';

const GREETING = 'Good evening, how can I help you today?';
const agent = agentWith({ configure_session: () => ({ ...config, first_message: GREETING }) });

interface Event {
  readonly type: string;
  readonly error?: { readonly code: string };
  readonly audio_end_ms?: number;
}

/** A client of the OpenAI Realtime API, over WebRTC. */
async function joinRealtime() {
  const { url } = await serveRtc({ agent, realtime: {} });
  const client = await createRtcClient('oai-events');
  const response = await fetch(`${url}/v1/realtime/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: 'Bearer any' },
    body: client.offer,
  });
  await client.accept(await response.text());
  const event = client.message as unknown as (type: string) => Promise<Event>;
  return { ...client, event, events: client.messages as unknown as readonly Event[] };
}

test('the events come over the channel, and the audio in the track', async () => {
  const { event, events, send, hear } = await joinRealtime();
  send({ type: 'session.update', session: { type: 'realtime' } });
  await event('session.updated');
  await event('output_audio_buffer.started');
  await event('output_audio_buffer.stopped');
  await hear(50);
  const types = events.map(({ type }) => type);
  expect(types[0]).toBe('session.created');
  expect(types).not.toContain('response.output_audio.delta');
  expect(types.indexOf('output_audio_buffer.stopped')).toBe(types.indexOf('response.done') + 1);
});

test.each([
  ['unknown_event', '{"type":"weather"}'],
  ['invalid_json', '{"type":'],
  ['not_supported', '{"type":"input_audio_buffer.append","audio":"AAAA"}'],
])('what is no event is answered with the error %s, and the session goes on', async (code, message) => {
  const { channel, event, send } = await joinRealtime();
  channel.send(message);
  expect((await event('error')).error).toMatchObject({ type: 'invalid_request_error', code });
  send({ type: 'input_audio_buffer.clear' });
  await event('input_audio_buffer.cleared');
});

test('a client that clears the audio has interrupted the agent, and learns what was heard', async () => {
  const { event, send, hear } = await joinRealtime();
  await hear(40);
  send({ type: 'output_audio_buffer.clear' });
  await event('output_audio_buffer.cleared');
  const { audio_end_ms: endMs = 0 } = await event('conversation.item.truncated');
  expect(endMs).toBeGreaterThanOrEqual(700);
});
