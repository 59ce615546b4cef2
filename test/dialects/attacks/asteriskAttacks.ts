import { openingOf } from '../asterisk.ts';
import { sendOver, type Answer, type Attack } from './attack.ts';

const urlOf = (url: string, query = ''): string => `${url.replace('http', 'ws')}/v1/asterisk/media${query}`;
const start = (format: unknown = 'slin16', optimal_frame_size: unknown = 640): string =>
  JSON.stringify({ event: 'MEDIA_START', format, optimal_frame_size });

const sending =
  (...messages: readonly (string | Uint8Array)[]) =>
  (url: string): Promise<Answer> =>
    sendOver(urlOf(url), messages, openingOf());

export const asteriskAttacks: readonly Attack[] = [
  {
    name: 'another password',
    run: (url) => sendOver(urlOf(url), [], openingOf('another')),
    expected: { status: 401 },
  },
  {
    name: 'a rate that there is not',
    run: (url) => sendOver(urlOf(url, '?sample_rate=1'), [], openingOf()),
    expected: { status: 422 },
  },
  { name: 'audio before the start', run: sending(new Uint8Array(640)), expected: { code: 4400 } },
  { name: 'another rate', run: sending(start('slin')), expected: { code: 4400 } },
  { name: 'a format that is none', run: sending(start(7)), expected: { code: 4400 } },
  { name: 'passthrough mode', run: sending(start('slin16', 0)), expected: { code: 4400 } },
  { name: 'a second start', run: sending(start(), start()), expected: { code: 4400 } },
  {
    name: 'an unknown event, which is ignored, and an error',
    run: sending(start(), '{"event":"WEATHER"}', 'ERROR channel_id:1 error_text:No.'),
    expected: { code: 4400 },
  },
  { name: 'half a sample', run: sending(start(), new Uint8Array(639)), expected: { code: 4400 } },
  { name: 'a key that is none', run: sending(start(), 'DTMF_END digit:10'), expected: { code: 4400 } },
  { name: 'no JSON', run: sending(start(), '{"event":'), expected: { code: 4400 } },
  { name: 'a text of 70,000 bytes', run: sending(start(), 'X'.repeat(70_000)), expected: { code: 1009 } },
  {
    name: 'a minute of audio at once',
    run: sending(start(), ...Array.from({ length: 3000 }, () => new Uint8Array(640))),
    expected: { code: 4429 },
  },
];
