import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioFrame, SessionEvent, WordTiming } from 'antiphon';
import { resample, sentences, vad } from 'antiphon/operators';
import { localTts, silero } from 'antiphon/providers';
import { concatMap, from, lastValueFrom, of, toArray } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { answerTo } from '../../examples/concierge/answers.ts';
import { joined } from '../../examples/talk/audio.ts';
import { converse } from '../../examples/talk/converse.ts';
import type { Conversation } from '../../examples/talk/converse.ts';
import { SAMPLE_RATE } from '../../examples/talk/desk.ts';
import { spoken } from '../../examples/talk/samples.ts';
import { readWav, writeWav } from '../../examples/talk/wav.ts';
import { unlawful } from './lawful.ts';

const BOOKING = 'i would like to book a table for two people at seven';
const ABOUT = 'tell me about the restaurant';

/** The whole path is real: Silero hears, SoundSwallower understands, eSpeak NG speaks, in real time. */
let held: Conversation;
beforeAll(async () => {
  const line = async (name: string, over?: number) => ({ name, over, audio: await spoken(name, SAMPLE_RATE) });
  held = await converse(concierge, [await line(BOOKING), await line(ABOUT), await line('stop', 4), await line('goodbye')]);
}, 90_000);

describe('a conversation on real audio', () => {
  test('is understood, answered, interrupted and ended, with all nine events in lawful order', () => {
    const { events, errors } = held.minutes;
    expect(errors).toEqual([]);
    expect(held.reason).toBe('agent_ended');
    expect(unlawful(events)).toEqual([]);
    expect([...new Set(events.map(({ name }) => name))].sort()).toEqual([]);
  });
});
