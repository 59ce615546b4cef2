import { dial, mediaUrl, TWILIO_HOST, upgradeHeaders } from '../twilio.ts';
import { sendOver, type Attack, type Answer } from './attack.ts';

const FORMAT = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
const start = (format: object = FORMAT): string =>
  JSON.stringify({ event: 'start', streamSid: 'MZ1', start: { streamSid: 'MZ1', mediaFormat: format } });
const media = (payload: unknown, timestamp: unknown = '0'): string =>
  JSON.stringify({ event: 'media', streamSid: 'MZ1', media: { track: 'inbound', timestamp, payload } });
const STOP = '{"event":"stop","streamSid":"MZ1","stop":{}}';

const sending =
  (...messages: readonly (string | Uint8Array)[]) =>
  async (url: string): Promise<Answer> => {
    const answer = await dial(url);
    return sendOver(mediaUrl(url, answer), messages, { headers: upgradeHeaders(answer) });
  };

/** Opens the socket of a call with these headers instead of its own. */
const opening =
  (headersOf: (answer: { readonly twiml: string }) => Record<string, string>) =>
  async (url: string): Promise<Answer> => {
    const answer = await dial(url);
    return sendOver(mediaUrl(url, answer), [], { headers: headersOf(answer) });
  };

export const twilioAttacks: readonly Attack[] = [
  {
    name: 'a wrong signature',
    run: async (url) => ({ status: (await dial(url, { token: 'another' })).status }),
    expected: { status: 401 },
  },
  {
    name: 'a socket with a wrong signature',
    run: opening((answer) => upgradeHeaders(answer, { token: 'another' })),
    expected: { status: 401 },
  },
  { name: 'a socket without a signature', run: opening(() => ({ host: TWILIO_HOST })), expected: { status: 401 } },
  {
    name: 'no token',
    run: (url) => sendOver(`${url.replace('http', 'ws')}/v1/twilio/media/none`, [], { headers: { host: TWILIO_HOST } }),
    expected: { status: 401 },
  },
  {
    name: 'an unknown event, which is ignored',
    run: sending(start(), '{"event":"weather"}', STOP),
    expected: { code: 1000 },
  },
  { name: 'another rate', run: sending(start({ ...FORMAT, sampleRate: 16_000 })), expected: { code: 4400 } },
  { name: 'another encoding', run: sending(start({ ...FORMAT, encoding: 'audio/x-l16' })), expected: { code: 4400 } },
  { name: 'a second start', run: sending(start(), start()), expected: { code: 4400 } },
  { name: 'no base64', run: sending(start(), media('not base64!')), expected: { code: 4400 } },
  { name: 'a payload that is none', run: sending(start(), media(null)), expected: { code: 4400 } },
  { name: 'a timestamp that is none', run: sending(start(), media('AAAA', -1)), expected: { code: 4400 } },
  { name: 'no JSON', run: sending(start(), '{"event":'), expected: { code: 4400 } },
  { name: 'a binary message', run: sending(start(), new Uint8Array(160)), expected: { code: 4400 } },
  { name: 'a message of 70,000 bytes', run: sending(start(), media('A'.repeat(70_000))), expected: { code: 1009 } },
  {
    name: 'an hour of audio at once',
    run: sending(start(), ...Array.from({ length: 20 }, (_, at) => media('AAAA', `${at * 9000}`))),
    expected: { code: 4429 },
  },
];
