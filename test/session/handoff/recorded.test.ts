import { describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import { replay } from '../../../src/replay/replay.ts';
import type { Agent } from '../../../src/session/agent.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { recorder } from '../../replay/record.ts';
import { createFunction } from '../../support/testSession.ts';
import { CALL, create } from './handedOff.ts';

describe('a session that is resumed behind a handoff', () => {
  const resume = async (agents: Agent['agents']): Promise<readonly string[]> => {
    const checkpoints: Checkpoint[] = [];
    const made = create({ start: false });
    made.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    made.session.start();
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    const resumeFrom = checkpoints.at(-1);
    expect(resumeFrom?.updates.agent).toBe('billing');
    expect(resumeFrom?.session_data).toBe('{"id":7}');
    const again = create({ options: { resumeFrom }, llm: ['Reception again.'], agent: { name: 'reception', agents } });
    again.type(100, 'thank you');
    await again.clock.run(6000);
    return again.spoken();
  };

  it('finds the agent that spoke by its name', async () => {
    const billing: Agent = {
      name: 'billing',
      configure_session: () => Promise.reject(new Error('not asked again')),
      llm_response_handler: createLlmDouble(['Billing again.'], { scheduler: new VirtualClock() }) as never,
      functions: { refund: createFunction(() => 'refunded') },
    };
    expect(await resume([billing])).toEqual(['Billing again.']);
  });

  it('goes on with the first agent if there is none of that name', async () => {
    expect(await resume(undefined)).toEqual(['Reception again.']);
  });
});

describe('a session that is resumed between a handoff and the first reply of the other agent', () => {
  /** The first agent speaks until about 1500 ms; the function has returned long before. */
  const crash = async (handed: object): Promise<Checkpoint> => {
    const checkpoints: Checkpoint[] = [];
    const made = create({ start: false, handed, llm: ['Hello.', { text: 'One moment, please.', ...CALL }] });
    made.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    made.session.start();
    made.type(100, 'good evening');
    made.type(3000, 'my invoice is wrong');
    await made.clock.run(3400);
    expect(made.seen).toEqual([]);
    return JSON.parse(JSON.stringify(checkpoints.at(-1))) as Checkpoint;
  };
  const goOn = async (resumeFrom: Checkpoint): Promise<{ messages: readonly string[]; data: unknown }> => {
    const clock = new VirtualClock();
    const asked: { messages: readonly string[]; data: unknown }[] = [];
    const answer = createLlmDouble(['This is billing.'], { scheduler: clock });
    const billing: Agent<object> = {
      name: 'billing',
      configure_session: () => Promise.reject(new Error('not asked again')),
      llm_response_handler: (input) => {
        const messages = input.messages.map(({ role, content }) => `${role}: ${String(content)}`);
        asked.push({ messages, data: input.session_data });
        return answer(input);
      },
      functions: { refund: createFunction(() => 'refunded') },
    };
    const again = create({ clock, options: { resumeFrom }, agent: { name: 'reception', agents: [billing] } });
    await again.clock.run(6000);
    expect(again.spoken()).toEqual(['This is billing.']);
    return asked[0] as { messages: readonly string[]; data: unknown };
  };

  it('goes on with the history and the data of the other agent', async () => {
    const { messages, data } = await goOn(await crash({}));
    expect(messages.slice(0, 3)).toEqual(['system: You are billing.', 'user: good evening', 'assistant: Hello.']);
    expect(messages.join()).not.toContain('You are reception.');
    expect(messages).toContain('user: my invoice is wrong');
    expect(data).toEqual({ id: 7 });
  });

  it('without what was said before, if the other agent is not to know it', async () => {
    const { messages } = await goOn(await crash({ history: 'none' }));
    expect(messages.slice(0, 2)).toEqual(['system: You are billing.', 'user: my invoice is wrong']);
    expect(messages.join()).not.toContain('good evening');
  });

  it('with the summary', async () => {
    const { messages } = await goOn(await crash({ history: 'summary', summarize: () => 'An invoice is wrong.' }));
    expect(messages.slice(0, 3)).toEqual([
      'system: You are billing.',
      'system: An invoice is wrong.',
      'user: my invoice is wrong',
    ]);
  });
});

describe('a recorded session with a handoff', () => {
  it('has the voice and the recogniser of the other agent, without keys', async () => {
    const kept = recorder();
    const made = create({
      options: { record: kept },
      llm: [CALL],
      replaceParts: ({ io, ports: { vad } }) => ({ io, ports: { vad } }),
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(150);
    const asked = kept.recording().lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [line.v] : []));
    expect(asked[1]).toMatchObject({
      kind: 'update',
      functions: ['refund'],
      tts: { config: { provider: 'deepgram', api_key: '***' } },
      stt: { config: { provider: 'deepgram', api_key: '***' } },
      handoff: { name: 'billing', history: 'all', messages: [{ content: 'You are billing.' }] },
    });
    made.session.close('ended_by_client');
    await made.clock.run(1000);
  });

  it('replays without a difference, and without the agents', async () => {
    const kept = recorder();
    const made = create({ options: { record: kept }, handed: { history: 'none' } });
    made.type(100, 'my invoice is wrong');
    made.type(6000, 'thank you');
    await made.clock.run(9000);
    made.session.end();
    await made.clock.run(12_000);
    expect(made.spoken()).toEqual(['One moment.', 'This is billing.', 'Bye.']);
    const { difference, undelivered } = await replay(kept.recording());
    expect({ difference, undelivered }).toEqual({ difference: null, undelivered: [] });
  });

  it('replays turns that end as the other agent has them end', async () => {
    const kept = recorder();
    const made = create({
      config: { turn_detection: { provider: 'text', min_delay: 0.3, max_delay: 3 }, min_endpointing_delay: 0.5 },
      voice: [{ atMs: 6000, forMs: 640 }],
      says: ['my number is'],
      options: { record: kept },
    });
    made.type(100, 'my invoice is wrong');
    await made.clock.run(9000);
    made.session.end();
    await made.clock.run(12_000);
    expect((await replay(kept.recording())).difference).toBe(null);
  });
});
