import fc from 'fast-check';
import { expect, it } from 'vitest';
import { realtime } from '../../../../src/server/adapters/realtime/realtime.ts';
import { bytesOfSamples, toBase64 } from '../../../../src/wire/bytes.ts';
import { runs } from '../../../properties/runs.ts';
import { behaviour, CALM, play, speech, stepsOf, type Behaviour, type Played, type Step } from './conversation.ts';

type Event = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly item_id?: string;
  readonly call_id?: string;
};
type Output = { readonly id: string; readonly status: string; readonly content?: readonly { transcript: string }[] };

const turns = (turn_detection: object | null) => ({
  type: 'session.update',
  session: { audio: { input: { turn_detection } } },
});
const append = (ms: number) => ({
  type: 'input_audio_buffer.append',
  audio: toBase64(bytesOfSamples(speech(ms, 24_000))),
});
const silence = (ms: number) => ({
  type: 'input_audio_buffer.append',
  audio: toBase64(new Uint8Array(48 * ms)),
});
const typed = {
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
};
const MANUAL = turns(null);
const COMMIT = { type: 'input_audio_buffer.commit' };
const ANSWER = { type: 'response.create' };
const TOOLS = { type: 'session.update', session: { tools: [{ type: 'function', name: 'cart' }] } };

/** The client's own events, and two that are about what it has got. */
const action: fc.Arbitrary<object | 'truncate' | 'answer the call'> = fc.constantFrom<
  object | 'truncate' | 'answer the call'
>(
  MANUAL,
  turns({ type: 'server_vad' }),
  TOOLS,
  append(500),
  append(60),
  silence(800),
  COMMIT,
  { type: 'input_audio_buffer.clear' },
  ANSWER,
  ANSWER,
  { type: 'response.cancel' },
  { type: 'response.cancel' },
  'truncate',
  'answer the call',
  typed,
);

const received = ({ socket }: Played): readonly Event[] => socket.frames.map((frame) => JSON.parse(String(frame)));

function act(wanted: object | 'truncate' | 'answer the call', played: Played): void {
  const events = received(played);
  if (wanted === 'truncate') {
    const item_id = events.findLast(({ type }) => type === 'response.output_audio.delta')?.item_id ?? 'none';
    return played.socket.says({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 20 });
  }
  if (wanted === 'answer the call') {
    const call = events.findLast(({ type }) => type === 'response.function_call_arguments.done');
    const call_id = call?.call_id ?? 'none';
    const item = { type: 'function_call_output', call_id, output: '{}' };
    return played.socket.says({ type: 'conversation.item.create', item });
  }
  played.socket.says(wanted);
}

/** Ends a turn and asks for an answer, as a client with a button does. */
async function askOnceMore(played: Played): Promise<readonly Event[]> {
  const before = received(played).length;
  for (const event of [MANUAL, { type: 'input_audio_buffer.clear' }, append(500), COMMIT, ANSWER])
    played.socket.says(event);
  await played.clock.advance(60_000);
  return received(played).slice(before);
}

function idsOf(events: readonly Event[], type: string, field: 'response' | 'item'): readonly string[] {
  return events.filter((event) => event.type === type).map((event) => (event[field] as Output).id);
}

async function check([parts, steps]: readonly [
  Behaviour,
  readonly Step<object | 'truncate' | 'answer the call'>[],
]): Promise<void> {
  const played = await play(realtime, 24_000, parts, [{ afterMs: 0, action: TOOLS }, ...steps], act);
  const answer = await askOnceMore(played);
  const events = received(played);
  expect(answer.filter(({ type }) => type === 'error')).toEqual([]);
  expect(answer.find(({ type }) => type === 'response.done')).toMatchObject({
    response: { status: 'completed', output: [{ content: [{ transcript: CALM }] }] },
  });
  expect(idsOf(events, 'response.done', 'response').toSorted()).toEqual(
    idsOf(events, 'response.created', 'response').toSorted(),
  );
  for (const what of ['response.output_item', 'conversation.item'])
    expect(idsOf(events, `${what}.done`, 'item').toSorted()).toEqual(idsOf(events, `${what}.added`, 'item').toSorted());
}

it('any order of the events of a Realtime client leaves a session that answers, and every response and item ends', async () => {
  await fc.assert(fc.asyncProperty(fc.tuple(behaviour, stepsOf(action)), check), runs(25));
});
