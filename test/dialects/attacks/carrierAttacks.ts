import type { JsonStream } from '../../server/adapters/telephone/carrierDouble.ts';
import { DOUBLES } from '../../server/adapters/telephone/doubles.ts';
import { dialCarrier } from '../carriers.ts';
import { TWILIO_HOST as HOST } from '../twilio.ts';
import { sendOver, type Answer, type Attack } from './attack.ts';

type Message = string | Uint8Array;

const SECOND = Buffer.alloc(8000, 0x10).toString('base64');
const REFUSED: Answer = { code: 4400 };

/** What all carriers may do wrong. `start`: the message that begins a stream. */
function commonAttacks(protocol: string, start: string): readonly Attack[] {
  const sending = sendTo(protocol);
  return [
    {
      name: 'a wrong signature',
      run: async (url) => ({ status: (await dialCarrier(url, protocol, 'another')).status }),
      expected: { status: 401 },
    },
    {
      name: 'no token',
      run: (url) => sendOver(`${url.replace('http', 'ws')}/v1/${protocol}/media/none`, [], { headers: { host: HOST } }),
      expected: { status: 401 },
    },
    { name: 'a second start', run: sending(start, start), expected: REFUSED },
    { name: 'no JSON', run: sending(start, '{"event":'), expected: REFUSED },
    {
      name: 'a message of 70,000 bytes',
      run: sending(start, JSON.stringify({ event: 'weather', text: 'A'.repeat(70_000) })),
      expected: { code: 1009 },
    },
  ];
}

function sendTo(protocol: string): (...messages: readonly Message[]) => (url: string) => Promise<Answer> {
  return (...messages) =>
    async (url) => {
      const { path } = await dialCarrier(url, protocol);
      return sendOver(url.replace('http', 'ws') + path, messages, { headers: { host: HOST } });
    };
}

/** What the carriers may do wrong whose audio is in JSON. */
function jsonAttacks(protocol: string, { start: startIn, media, encoding }: JsonStream): readonly Attack[] {
  const sending = sendTo(protocol);
  const start = startIn(encoding);
  return [
    ...commonAttacks(protocol, start),
    {
      name: 'an unknown event, which is ignored',
      run: sending(start, '{"event":"weather"}', '{"event":"stop"}'),
      expected: { code: 1000 },
    },
    { name: 'another encoding', run: sending(startIn('audio/x-l16')), expected: REFUSED },
    { name: 'no base64', run: sending(start, media(1, 'not base64!')), expected: REFUSED },
    { name: 'a payload that is none', run: sending(start, media(1, null)), expected: REFUSED },
    { name: 'a number that is none', run: sending(start, media(-1, 'AAAA')), expected: REFUSED },
    { name: 'a binary message', run: sending(start, new Uint8Array(160)), expected: REFUSED },
    {
      name: '20 s of audio at once',
      run: sending(start, ...Array.from({ length: 20 }, (_, at) => media(at + 1, SECOND))),
      expected: { code: 4429 },
    },
  ];
}

const VONAGE_START = '{"event":"websocket:connected","content-type":"audio/l16;rate=16000"}';
const toVonage = sendTo('vonage');

const vonageAttacks: readonly Attack[] = [
  ...commonAttacks('vonage', VONAGE_START),
  { name: 'another rate', run: toVonage(VONAGE_START.replace('16000', '8000')), expected: REFUSED },
  { name: 'an odd number of bytes', run: toVonage(VONAGE_START, new Uint8Array(641)), expected: REFUSED },
  {
    name: 'a key that is none',
    run: toVonage(VONAGE_START, '{"event":"websocket:dtmf","digit":"11"}'),
    expected: REFUSED,
  },
  {
    name: '20 s of audio at once',
    run: toVonage(VONAGE_START, ...Array.from({ length: 1000 }, () => new Uint8Array(640))),
    expected: { code: 4429 },
  },
];

/** What each carrier may do wrong, by the name of its streams. */
export const CARRIER_ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  ...Object.fromEntries(
    Object.entries(DOUBLES).flatMap(([name, { streams, json }]) =>
      json === undefined ? [] : [[streams, jsonAttacks(name, json)]],
    ),
  ),
  Vonage: vonageAttacks,
};
