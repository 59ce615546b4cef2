import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRtvi } from '../../../../src/server/adapters/rtvi/rtvi.ts';
import { createRtviSettings } from '../../../../src/server/adapters/rtvi/rtviOptions.ts';
import { runs } from '../../../properties/runs.ts';
import { audioToWire, messagesIn, messageToWire } from '../rtvi/wire.ts';
import { behaviour, CALM, play, speech, stepsOf, type Behaviour, type Played, type Step } from './conversation.ts';

interface Message {
  readonly type: string;
  readonly data?: { readonly type?: string; readonly turn?: number; readonly text?: string };
}

const request = (t: string) => messageToWire('client-message', { t });
const typed = messageToWire('send-text', { content: 'hello' });

const action = fc.constantFrom(
  audioToWire(speech(500, 16_000)),
  audioToWire(speech(60, 16_000)),
  audioToWire(new Int16Array(12_800)),
  typed,
  typed,
  request('agent.interrupt'),
  request('agent.interrupt'),
  request('input.mute'),
  request('input.unmute'),
  messageToWire('dtmf', { buttons: ['1', '#'] }),
);

const received = ({ socket }: Played): readonly Message[] => messagesIn(socket.frames) as unknown as readonly Message[];

const count = (messages: readonly Message[], type: string): number =>
  messages.filter((one) => one.type === type || (one.type === 'server-message' && one.data?.type === type)).length;

async function check([parts, steps]: readonly [Behaviour, readonly Step<Uint8Array>[]]): Promise<void> {
  const act = (message: Uint8Array, { socket }: Played): void => socket.hears(message);
  const played = await play(createRtvi(createRtviSettings({})), 16_000, parts, steps, act, ({ socket }) =>
    socket.hears(messageToWire('client-ready', { version: '2.1.0' })),
  );
  const before = received(played).length;
  played.socket.hears(typed);
  await played.clock.advance(60_000);
  const messages = received(played);
  expect(messages.slice(before).map(({ type, data }) => [type, data?.text])).toContainEqual([
    'bot-transcription',
    CALM,
  ]);
  expect(count(messages, 'bot-started-speaking')).toBe(count(messages, 'bot-stopped-speaking'));
  expect(count(messages, 'bot-tts-started')).toBe(count(messages, 'bot-tts-stopped'));
  expect(count(messages, 'bot-llm-started')).toBe(count(messages, 'bot-llm-stopped'));
  expect(count(messages, 'bot-llm-started')).toBe(count(messages, 'agent.done'));
}

it('any order of the messages of an RTVI client leaves a session that answers, and every reply ends', async () => {
  await fc.assert(fc.asyncProperty(fc.tuple(behaviour, stepsOf(action)), check), runs(25));
});
