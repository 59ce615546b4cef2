import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../../src/core/usage.ts';
import { NO_COUNTS } from '../../../src/server/calls/callCounters.ts';
import type { CallRecord } from '../../../src/server/calls/call.ts';
import { createEndedCalls } from '../../../src/server/calls/endedCalls.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const format = { encoding: 'pcm_s16le', sample_rate: 16_000 } as const;

function record(id: string): CallRecord {
  return {
    id,
    owner: 'shop',
    createdAt: new Date(0),
    expiresAt: new Date(1),
    protocol: 'antiphon.v1',
    audio: { input: format, output: { ...format, frame_ms: 20 } },
    status: { state: 'ended', reason: 'ended_by_api' },
    counters: NO_COUNTS,
    usage: NO_USAGE,
  };
}

describe('ended calls', () => {
  it('are remembered for 10 minutes each', () => {
    const clock = new VirtualClock();
    const ended = createEndedCalls(clock);
    ended.add(record('first'));
    clock.flush(1);
    ended.add(record('second'));
    clock.flush(599_999);
    expect([ended.find('first')?.id, ended.find('second')?.id]).toEqual(['first', 'second']);
    clock.flush(600_000);
    expect([ended.find('first')?.id, ended.find('second')?.id]).toEqual([undefined, 'second']);
    clock.flush(600_001);
    expect(ended.find('second')).toBeUndefined();
  });

  it('are 1000 at most: the oldest is forgotten', () => {
    const ended = createEndedCalls(new VirtualClock());
    for (let n = 0; n < 1000; n++) ended.add(record(`${n}`));
    expect(ended.find('0')?.id).toBe('0');
    ended.add(record('1000'));
    expect(['0', '1', '1000'].map((id) => ended.find(id)?.id)).toEqual([undefined, '1', '1000']);
  });

  it('hold nothing of their session', () => {
    const ended = createEndedCalls(new VirtualClock());
    const call = { ...record('a'), session: { heavy: true } };
    ended.add(call);
    expect(ended.find('a')).toEqual(record('a'));
  });
});
