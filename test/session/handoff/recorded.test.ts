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
});
