import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { antiphonV1 } from '../../../../src/server/protocols/antiphonV1.ts';
import { addToTranscript, emptyTranscript } from '../../../../src/client/transcript/transcript.ts';
import { addMessage, initialView } from '../../../../src/react/sessionView.ts';
import { bytesOfSamples } from '../../../../src/wire/bytes.ts';
import { runs } from '../../../properties/runs.ts';
import { behaviour, CALM, play, speech, stepsOf, type Behaviour, type Played, type Step } from './conversation.ts';

const typed = { type: 'input.text', text: 'hello' };

const action: fc.Arbitrary<object | number> = fc.constantFrom<object | number>(
  500,
  60,
  -800,
  typed,
  typed,
  { type: 'agent.interrupt' },
  { type: 'agent.interrupt' },
  { type: 'input.mute' },
  { type: 'input.unmute' },
  { type: 'input.digit', digit: '1' },
);

/** Sends a message, or so much voice in frames, in ms; below 0: silence. */
function act(wanted: object | number, { socket }: Played): void {
  if (typeof wanted !== 'number') return socket.says(wanted);
  const ms = Math.abs(wanted);
  const samples = wanted > 0 ? speech(ms, 16_000) : new Int16Array(16 * ms);
  for (let at = 0; at < samples.length; at += 320) socket.hears(bytesOfSamples(samples.slice(at, at + 320)));
}

type Counted = readonly ServerMessage['type'][];

const PAIRS: readonly (readonly [Counted, Counted])[] = [
  [['agent.thinking'], ['agent.thought']],
  [['agent.thinking'], ['agent.done']],
  [['agent.speech_started'], ['agent.speech_stopped']],
  [['user.speech_started'], ['user.speech_stopped']],
  [['function_calls.collected'], ['function_calls.executed']],
];

async function check([parts, steps]: readonly [Behaviour, readonly Step<object | number>[]]): Promise<void> {
  const played = await play(antiphonV1, 16_000, parts, steps, act);
  const before = played.socket.messages.length;
  played.socket.says(typed);
  await played.clock.advance(60_000);
  const { messages } = played.socket;
  expect(messages.slice(before)).toContainEqual(
    expect.objectContaining({ type: 'message.added', message: expect.objectContaining({ content: CALM }) }),
  );
  const count = (types: Counted): number => messages.filter(({ type }) => types.includes(type)).length;
  for (const [begun, ended] of PAIRS)
    expect([...begun, ...ended, count(ended)]).toEqual([...begun, ...ended, count(begun)]);
  const { lines } = messages.reduce(addToTranscript, emptyTranscript);
  expect(lines.filter((line) => line.kind === 'agent' && line.state !== 'over')).toEqual([]);
  expect(messages.reduce(addMessage, initialView).activity.agent).toBe('idle');
}

it('any order of the messages of a client leaves a session that answers, and every reply ends', async () => {
  await fc.assert(fc.asyncProperty(fc.tuple(behaviour, stepsOf(action)), check), runs(25));
});
