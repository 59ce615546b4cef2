import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { sendOver, type Answer, type Attack, type Opening } from './attack.ts';

const PING = '{"type":"ping","t":1}';
const LEAVE = '{"type":"session.end"}';
const RESUME = '{"type":"session.resume","last_seq":-1}';
/** 20 ms at 16 kHz. */
const AUDIO = new Uint8Array(640);
const ERROR = 'protocol_error';

/** The code of an error, and what is answered where the session goes on. */
function readMessage(message: string): unknown {
  if (!message.startsWith('{')) return undefined;
  const { type, code } = JSON.parse(message) as { readonly type: string; readonly code?: string };
  if (type === 'pong') return type;
  return type === 'error' ? code : undefined;
}

async function open(url: string, token?: string): Promise<{ readonly address: string; readonly opening: Opening }> {
  const response = await fetch(`${url}/v1/sessions`, { method: 'POST' });
  const { transport } = (await response.json()) as StartSessionResponse;
  const protocols = [transport.protocol, `antiphon.token.${token ?? transport.token}`];
  return { address: url.replace('http', 'ws') + new URL(transport.url).pathname, opening: { protocols } };
}

const sending =
  (...messages: readonly (string | Uint8Array)[]) =>
  async (url: string): Promise<Answer> => {
    const { address, opening } = await open(url);
    return sendOver(address, messages, opening, readMessage);
  };

const refused: Answer = { code: 4400, errors: [ERROR] };
/** The message was ignored: a ping behind it is answered, and the client leaves by itself. */
const ignored: Answer = { code: 1000, errors: ['pong'] };

export const antiphonV1Attacks: readonly Attack[] = [
  {
    name: 'an invented token',
    run: async (url) => {
      const { address, opening } = await open(url, 'none');
      return sendOver(address, [], opening);
    },
    expected: { status: 401 },
  },
  {
    name: 'a message of unknown type, which is ignored',
    run: sending('{"type":"weather"}', PING, LEAVE),
    expected: ignored,
  },
  {
    name: 'a message with a field that is unknown, which is ignored',
    run: sending('{"type":"input.mute","weather":"fine"}', PING, LEAVE),
    expected: ignored,
  },
  { name: 'a message without a type', run: sending('{}'), expected: refused },
  { name: 'no JSON', run: sending('{"type":'), expected: refused },
  { name: 'a wrong field', run: sending('{"type":"input.digit","digit":"44"}'), expected: refused },
  { name: 'half a sample', run: sending(AUDIO, new Uint8Array(641)), expected: refused },
  { name: 'audio of another rate, in frames of 3 ms', run: sending(new Uint8Array(96)), expected: refused },
  {
    name: 'a session.resume behind the start',
    run: sending(PING, RESUME),
    expected: { code: 4400, errors: ['pong', ERROR] },
  },
  {
    name: 'an answer to no clear',
    run: sending('{"type":"playback.cleared","utterance_id":"u","clear_id":0,"played_samples":0}'),
    expected: refused,
  },
  { name: 'a message of 70,000 bytes', run: sending('A'.repeat(70_000)), expected: { code: 1009 } },
  {
    name: 'a minute of audio at once',
    run: sending(...Array.from({ length: 600 }, () => new Uint8Array(3200))),
    expected: { code: 4429, errors: ['input_rate'] },
  },
];
