import { dialOverJambonz, JAMBONZ_PROTOCOL } from '../jambonz.ts';
import { TWILIO_HOST as HOST } from '../twilio.ts';
import { sendOver, type Answer, type Attack } from './attack.ts';

const opening = { protocols: [JAMBONZ_PROTOCOL], headers: { host: HOST } };
const start = (sampleRate: unknown = 16_000, mixType: unknown = 'mono'): string =>
  JSON.stringify({ sampleRate, mixType });

const sending =
  (...messages: readonly (string | Uint8Array)[]) =>
  async (url: string): Promise<Answer> =>
    sendOver(`${url.replace('http', 'ws')}${(await dialOverJambonz(url)).path}`, messages, opening);

export const jambonzAttacks: readonly Attack[] = [
  {
    name: 'a wrong signature',
    run: async (url) => ({ status: (await dialOverJambonz(url, 'another')).status }),
    expected: { status: 401 },
  },
  {
    name: 'no token',
    run: (url) => sendOver(`${url.replace('http', 'ws')}/v1/jambonz/media/none`, [], opening),
    expected: { status: 401 },
  },
  { name: 'audio before the call', run: sending(new Uint8Array(640)), expected: { code: 4400 } },
  { name: 'another rate', run: sending(start(8000)), expected: { code: 4400 } },
  { name: 'a rate that is none', run: sending(start('16000')), expected: { code: 4400 } },
  { name: 'two channels', run: sending(start(16_000, 'stereo')), expected: { code: 4400 } },
  { name: 'a second beginning', run: sending(start(), start()), expected: { code: 4400 } },
  { name: 'half a sample', run: sending(start(), new Uint8Array(639)), expected: { code: 4400 } },
  {
    name: 'an unknown event, which is ignored, and a key that is none',
    run: sending(start(), '{"event":"weather"}', '{"event":"dtmf","dtmf":"10"}'),
    expected: { code: 4400 },
  },
  { name: 'no JSON', run: sending(start(), '{"event":'), expected: { code: 4400 } },
  { name: 'a text of 70,000 bytes', run: sending(start(), 'X'.repeat(70_000)), expected: { code: 1009 } },
  {
    name: 'a minute of audio at once',
    run: sending(start(), ...Array.from({ length: 3000 }, () => new Uint8Array(640))),
    expected: { code: 4429 },
  },
];
