import { parseRecording } from '../../../src/record/read.ts';
import { recordTo } from '../../../src/record/recordTo.ts';
import type { Recording } from '../../../src/record/format.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import * as z from 'zod';

/** A session on doubles, recorded in virtual time; `play` does what is done to it while it runs. */
export async function recorded(
  options: TestSessionOptions,
  untilMs: number,
  audio = false,
  play: (session: TestSession) => void = () => undefined,
): Promise<Recording> {
  const written: string[] = [];
  const sink = { write: (line: string) => written.push(line) > 0, close: () => undefined };
  const played = createTestSession({
    ...options,
    options: { record: recordTo(() => sink, { audio }), ...options.options },
  });
  play(played);
  await played.clock.run(untilMs);
  played.session.close('ended_by_client');
  await played.clock.run(untilMs + 1000);
  return parseRecording(`${written.join('\n')}\n`);
}

/**
 * 26 s: a greeting, a question that needs a function, an answer that is interrupted, a turn that is spoken in two parts so
 * that its first reply is superseded, and a client that is away for two seconds.
 */
export function conversation(): Promise<Recording> {
  return recorded(CONVERSATION, 26_000, true, ({ io, clock }) => {
    clock.schedule(() => io.user.connected.next(false), 21_500);
    clock.schedule(() => io.user.connected.next(true), 23_500);
    clock.schedule(() => io.user.muted.next(true), 24_500);
  });
}

/**
 * 16 s: two functions in the background. One reports its progress, and the agent tells its result when nobody speaks; the
 * result of the other one interrupts the agent.
 */
export function kitchen(): Promise<Recording> {
  const clock = new VirtualClock();
  const parameters = z.object({});
  const ask_kitchen = defineFunction({
    description: 'Asks the kitchen whether it can bake a cake.',
    parameters,
    background: true,
    execute: async (_, { progress }) => {
      await clock.sleep(3500);
      progress('The kitchen looks into its book.');
      await clock.sleep(5500);
      return 'yes, with apples';
    },
  });
  const find_table = defineFunction({
    description: 'Looks for a free table.',
    parameters,
    background: { result: 'interrupt' },
    execute: async () => {
      await clock.sleep(3000);
      return 'none is free';
    },
  });
  const opening_hours = defineFunction({
    description: 'Looks up the opening hours.',
    parameters,
    execute: () => clock.sleep(400).then(() => 'until 23 h'),
  });
  return recorded(
    {
      clock,
      voice: [{ atMs: 600, forMs: 1500 }],
      says: ['A table and a cake on Saturday?'],
      llm: [
        { calls: [{ name: 'ask_kitchen' }, { name: 'find_table' }, { name: 'opening_hours' }] },
        'We are open until eleven. I ask the kitchen about the cake, and look for a table by the window.',
        'I am sorry, no table is free.',
        'The kitchen can bake an apple cake.',
      ],
      agent: { functions: { ask_kitchen, find_table, opening_hours } },
      llmBehaviour: { firstTokenMs: 300, tokenMs: 30 },
      tts: { firstAudioMs: 200, speed: 3 },
    },
    16_000,
  );
}

const time = defineFunction({
  description: 'Looks up the opening hours.',
  parameters: z.object({ day: z.string() }),
  execute: () => 'from 18 to 23 h',
});

export const CONVERSATION: TestSessionOptions = {
  voice: [
    { atMs: 2600, forMs: 1500 },
    { atMs: 4500, forMs: 90, probability: 0.3 },
    { atMs: 8200, forMs: 900, probability: 0.95 },
    { atMs: 13_000, forMs: 700 },
    { atMs: 14_400, forMs: 1100, probability: 0.8 },
  ],
  says: ['When do you open on Sunday?', 'Wait, and on Monday?', 'I would like a table', 'for four, by the window.'],
  llm: [
    { text: 'Let me look.', calls: [{ name: 'opening_hours', arguments: { day: 'Sunday' } }] },
    'On Sundays we open at six in the evening and close at eleven, and there is music by the river.',
    'On Mondays we are closed.',
    'For how many of you',
    'A table for four by the window. Which evening would suit you best?',
  ],
  config: { first_message: 'Good evening, this is Antiphon.' },
  agent: { functions: { opening_hours: time } },
  llmBehaviour: { firstTokenMs: 380, tokenMs: 45 },
  tts: { firstAudioMs: 220, speed: 3 },
  stt: { delayMs: 160 },
  transport: { latencyMs: 40 },
};
