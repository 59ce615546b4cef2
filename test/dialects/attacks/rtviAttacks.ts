import { audioToWire, messageToWire, toWire } from '../../server/adapters/rtvi/wire.ts';
import { sendOver, type Answer, type Attack } from './attack.ts';

const READY = messageToWire('client-ready', { version: '2.1.0' });
const LEAVE = messageToWire('disconnect-bot', {});
const AUDIO = audioToWire(new Int16Array(512));

async function addressOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/rtvi/connect`, { method: 'POST' });
  const { token } = (await answer.json()) as { readonly token: string };
  return `${url.replace('http', 'ws')}/v1/rtvi/media?token=${token}`;
}

const sending =
  (...messages: readonly (string | Uint8Array)[]) =>
  async (url: string): Promise<Answer> =>
    sendOver(await addressOf(url), messages);

/** Sends a message that is answered with an error, and then leaves: the session has gone on. */
const answered =
  (message: Uint8Array) =>
  async (url: string): Promise<Answer> =>
    sendOver(await addressOf(url), [READY, message, AUDIO, LEAVE], {}, (frame) =>
      frame.includes('"type":"error-response"') ? 'error-response' : undefined,
    );

export const rtviAttacks: readonly Attack[] = [
  {
    name: 'an invented token',
    run: (url) => sendOver(`${url.replace('http', 'ws')}/v1/rtvi/media?token=ek_x`, []),
    expected: { status: 401 },
  },
  {
    name: 'the token of a session that has ended',
    run: async (url) => {
      const address = await addressOf(url);
      await sendOver(address, [LEAVE]);
      return sendOver(address, []);
    },
    expected: { status: 409 },
  },
  {
    name: 'a body that is no object',
    run: async (url) => {
      const headers = { 'content-type': 'application/json' };
      return { status: (await fetch(`${url}/v1/rtvi/connect`, { method: 'POST', headers, body: '[]' })).status };
    },
    expected: { status: 422 },
  },
  { name: 'a text message', run: sending(READY, '{"label":"rtvi-ai"}'), expected: { code: 4400 } },
  { name: 'no frame', run: sending(READY, new Uint8Array([255, 255, 255])), expected: { code: 4400 } },
  { name: 'a frame that is cut off', run: sending(READY, AUDIO.subarray(0, 500)), expected: { code: 4400 } },
  { name: 'a frame of another kind', run: sending(READY, toWire({ text: { text: 'hi' } })), expected: { code: 4400 } },
  {
    name: 'half a sample',
    run: sending(READY, audioToWire(new Int16Array(0), { audio: new Uint8Array(3) })),
    expected: { code: 4400 },
  },
  {
    name: 'another rate',
    run: sending(READY, audioToWire(new Int16Array(512), { sampleRate: 48_000 })),
    expected: { code: 4400 },
  },
  { name: 'a second client-ready', run: sending(READY, READY), expected: { code: 4400 } },
  { name: 'no JSON', run: sending(READY, toWire({ message: { data: '{' } })), expected: { code: 4400 } },
  { name: 'a message of 70,000 bytes', run: sending(READY, new Uint8Array(70_000)), expected: { code: 1009 } },
  {
    name: 'ten seconds of audio at once',
    run: sending(READY, ...Array.from({ length: 320 }, () => AUDIO)),
    expected: { code: 4429 },
  },
  {
    name: 'an unknown message, which is answered',
    run: answered(messageToWire('weather', {}, 'q1')),
    expected: { code: 1000, errors: ['error-response'] },
  },
  {
    name: 'a key that is none, which is answered',
    run: answered(messageToWire('dtmf', { buttons: ['44'] }, 'q1')),
    expected: { code: 1000, errors: ['error-response'] },
  },
];
