import { describe, expect, test } from 'vitest';
import { createDesk } from '../../examples/background/agent.ts';
import { SAMPLE_RATE } from '../../examples/talk/audioDevice.ts';
import type { Line } from '../../examples/talk/guest.ts';
import { runConversation, type Conversation } from '../../examples/talk/runConversation.ts';
import { synthesize } from '../../examples/talk/samples.ts';
import { findOrderFaults } from './findOrderFaults.ts';

/** Everything is real: Silero hears speech, SoundSwallower understands it, eSpeak NG answers, as fast as one speaks. */
async function play(confirmationMs: number, over?: number): Promise<Conversation> {
  const line = async (name: string, more: Pick<Line, 'over'> = {}): Promise<Line> => ({
    name,
    audio: await synthesize(name, SAMPLE_RATE),
    ...more,
  });
  const question = await line('what time is it', over === undefined ? {} : { over });
  const lines = [await line('a table for two people please'), question, await line('goodbye')];
  return runConversation(createDesk({ confirmationMs }), lines);
}

describe('while a table is being booked, a guest asks for the time, and', () => {
  test.concurrent('is told at once that the agent is on it, then the time, then that the table is booked', async () => {
    const { log } = await play(7000);
    expect([log.errors, log.reason, findOrderFaults(log.events)]).toEqual([[], 'agent_ended', []]);
    expect(spokenIn(log)).toEqual([
      'assistant: Good evening.',
      'user: a table for two people please',
      'assistant: I am on it.',
      'user: what time is it',
      'assistant: It is TIME. The kitchen is open until ten.',
      'assistant: Good news: a table for two is booked.',
      'user: goodbye',
      'assistant: Goodbye.',
    ]);
  });

  test.concurrent('is told both at once if the table is booked within 2 s, while they ask', async () => {
    const { log } = await play(2000, 0.2);
    expect([log.errors, log.reason, findOrderFaults(log.events)]).toEqual([[], 'agent_ended', []]);
    expect(spokenIn(log)).toEqual([
      'assistant: Good evening.',
      'user: a table for two people please',
      expect.stringMatching(/^assistant: I am on/u),
      'user: what time is it',
      'assistant: It is TIME. The kitchen is open until ten. And a table for two is booked.',
      'user: goodbye',
      'assistant: Goodbye.',
    ]);
  });
});

/** What was said, in the order of the history. */
function spokenIn({ history }: Conversation['log']): readonly string[] {
  return history.flatMap(({ role, content }) =>
    role === 'tool' || content === '' ? [] : [`${role}: ${content.replace(/\d+:\d+/u, 'TIME')}`],
  );
}
