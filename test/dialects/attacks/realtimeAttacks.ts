import { once } from 'node:events';
import { WebSocket } from 'ws';
import { sendOver, type Answer, type Attack } from './attack.ts';

/** What the Realtime API calls an error, from a message of the server. */
function errorIn(message: string): unknown {
  const { type, error } = JSON.parse(message) as { readonly type: string; readonly error?: { readonly code: string } };
  return type === 'error' ? error?.code : undefined;
}

const opening = { headers: { authorization: 'Bearer any' } };
const urlOf = (url: string): string => `${url.replace('http', 'ws')}/v1/realtime`;

/** Sends a message, and then one that is answered where the session goes on. */
const sending =
  (message: string | Uint8Array) =>
  async (url: string): Promise<Answer> => {
    const socket = new WebSocket(urlOf(url), opening);
    const errors: unknown[] = [];
    const goesOn = new Promise<true>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const error = errorIn(data.toString());
        if (error !== undefined) errors.push(error);
        if (data.includes('input_audio_buffer.cleared')) resolve(true);
      });
    });
    await once(socket, 'open');
    socket.send(message);
    socket.send('{"type":"input_audio_buffer.clear"}');
    const answer = { errors, goesOn: await goesOn };
    socket.close();
    return answer;
  };

const append = (audio: unknown): string => JSON.stringify({ type: 'input_audio_buffer.append', audio });
const survived = (...errors: readonly string[]): Answer => ({ errors, goesOn: true });

export const realtimeAttacks: readonly Attack[] = [
  {
    name: 'a used-up or invented client secret',
    run: (url) => sendOver(urlOf(url), [], { headers: { authorization: 'Bearer ek_none' } }),
    expected: { status: 401 },
  },
  { name: 'no JSON', run: sending('{"type":'), expected: survived('invalid_json') },
  { name: 'a binary message', run: sending(new Uint8Array(3)), expected: survived('invalid_message') },
  { name: 'an unknown event', run: sending('{"type":"weather"}'), expected: survived('unknown_event') },
  { name: 'no base64', run: sending(append('not base64!')), expected: survived('invalid_value') },
  { name: 'an odd number of bytes', run: sending(append('AAAA')), expected: survived() },
  {
    name: 'another rate',
    run: sending(
      '{"type":"session.update","session":{"audio":{"input":{"format":{"type":"audio/pcm","rate":48000}}}}}',
    ),
    expected: survived('invalid_value'),
  },
  {
    name: 'an item that was never sent',
    run: sending('{"type":"conversation.item.truncate","item_id":"x","content_index":0,"audio_end_ms":1}'),
    expected: survived('item_not_found'),
  },
  {
    name: 'a message of 70,000 bytes',
    run: (url) => sendOver(urlOf(url), [append('A'.repeat(70_000))], opening),
    expected: { code: 1009 },
  },
  {
    name: 'a minute of audio at once',
    run: (url) =>
      sendOver(
        urlOf(url),
        Array.from({ length: 70 }, () => append('A'.repeat(64_000))),
        opening,
        errorIn,
      ),
    expected: { code: 4429, errors: ['input_rate'] },
  },
];
