import { EXOTEL_PATH, openingOfExotel } from '../carriers.ts';
import { sendOver, type Answer, type Attack } from './attack.ts';

const urlOf = (url: string, path = EXOTEL_PATH): string => `${url.replace('http', 'ws')}${path}`;
const event = (name: string, fields: object): string => JSON.stringify({ event: name, stream_sid: 's1', ...fields });
const start = (sample_rate: unknown = '16000', encoding: unknown = 'raw/slin'): string =>
  event('start', { start: { media_format: { encoding, sample_rate } } });
const media = (payload: unknown): string => event('media', { media: { payload } });

const sending =
  (...messages: readonly string[]) =>
  (url: string): Promise<Answer> =>
    sendOver(urlOf(url), messages, openingOfExotel());

const PART = Buffer.alloc(3200).toString('base64');

export const exotelAttacks: readonly Attack[] = [
  {
    name: 'another password',
    run: (url) => sendOver(urlOf(url), [], openingOfExotel('another')),
    expected: { status: 401 },
  },
  {
    name: 'a rate that there is not',
    run: (url) => sendOver(urlOf(url, '/v1/exotel/media?sample-rate=8000'), [], openingOfExotel()),
    expected: { status: 422 },
  },
  { name: 'audio before the start', run: sending(media('AAAA')), expected: { code: 4400 } },
  { name: 'another rate', run: sending(start('8000')), expected: { code: 4400 } },
  { name: 'another encoding', run: sending(start('16000', 'audio/x-mulaw')), expected: { code: 4400 } },
  { name: 'a second start', run: sending(start(), start()), expected: { code: 4400 } },
  { name: 'invalid base64', run: sending(start(), media('A*==')), expected: { code: 4400 } },
  { name: 'half a sample', run: sending(start(), media('AAAA')), expected: { code: 4400 } },
  {
    name: 'an unknown event, which is ignored, and a key that is none',
    run: sending(start(), event('weather', {}), event('dtmf', { dtmf: { digit: '10' } })),
    expected: { code: 4400 },
  },
  { name: 'no JSON', run: sending(start(), '{"event":'), expected: { code: 4400 } },
  { name: 'a message of 70,000 bytes', run: sending(start(), media('A'.repeat(70_000))), expected: { code: 1009 } },
  {
    name: 'a minute of audio at once',
    run: sending(start(), ...Array.from({ length: 600 }, () => media(PART))),
    expected: { code: 4429 },
  },
];
