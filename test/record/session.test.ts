import { asyncScheduler, concatMap, delayWhen, EMPTY, of, timer, type SchedulerLike } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Incoming, InLine, Line, OutLine } from '../../src/record/format.ts';
import { recordTo, type RecordOptions } from '../../src/record/recordTo.ts';
import type { RecordingSink } from '../../src/record/sink.ts';
import type { Recorder } from '../../src/session/recording.ts';
import type { Splices } from '../../src/session/splices/splice.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { STT } from '../../providers/names.ts';
import { replay } from '../../src/replay/replay.ts';
import { defineFunction } from '../../src/session/agent.ts';
import { recorder, type KeptRecorder } from '../replay/record.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { at } from '../support/timedEvent.ts';

const TELL_ME = { voice: [{ atMs: 320, forMs: 640 }], says: ['my number is 4711'], llm: ['We open at nine.'] };

async function recorded(
  options: RecordOptions = {},
  talk: TestSessionOptions = TELL_ME,
): Promise<KeptRecorder & { test: TestSession }> {
  const record = recorder(options);
  const made = createTestSession({ ...talk, options: { ...talk.options, record } });
  await made.clock.run(6000);
  made.session.close('ended_by_api');
  await made.clock.advance(1000);
  return { ...record, test: made };
}

function came(lines: readonly Line[], stream: string): readonly InLine[] {
  return lines.filter((line): line is InLine => 'in' in line && line.in === stream);
}

function told(lines: readonly Line[], name: string): readonly OutLine[] {
  return lines.filter((line): line is OutLine => 'out' in line && line.out === name);
}

describe('a recording holds', () => {
  test('what the session was made of, without keys and session data', async () => {
    const { lines, recording } = await recorded({}, { ...TELL_ME, config: { session_data: { card: '5555' } } });
    const { head } = recording();
    expect(head).toMatchObject({
      format: 4,
      session: 'ses_test',
      config: { stt: { provider: 'deepgram', api_key: '***' } },
      ports: { vad: { sampleRate: 16_000, windowSamples: 512 }, stt: { name: 'stt-double', finalTimeoutMs: 1000 } },
      io: { streams: ['textIn', 'digits', 'muted', 'turns', 'connected'] },
      audio: false,
    });
    expect(lines.join()).not.toContain('5555');
  });

  test('no key that an exception quotes, whether it is known or looks like one', async () => {
    const [known, other] = ['letters', 'sk-proj-0123456789abcdef'];
    const look_up = defineFunction({
      description: 'Looks up',
      parameters: z.object({}),
      execute: () => {
        throw new Error(`neither ${known} nor ${other}`);
      },
    });
    const { lines, recording } = await recorded(
      {},
      {
        ...TELL_ME,
        llm: [{ calls: [{ name: 'look_up' }] }, 'Done.'],
        agent: { functions: { look_up } },
        config: { stt: STT.Deepgram({ api_key: known }) },
      },
    );
    expect(lines.join()).toContain('neither *** nor ***');
    expect(lines.join()).not.toContain(known);
    expect(lines.join()).not.toContain(other);
    expect((await replay(recording())).difference).toBe(null);
  });

  test('every window, transcript, chunk, piece of speech and report, each at its time', async () => {
    const { lines } = (await recorded()).recording();
    expect(came(lines, 'vad').filter(({ v }) => v === 0.9)).toHaveLength(20);
    expect(came(lines, 'stt').at(-1)).toMatchObject({ t: 1586, v: { kind: 'final', text: 'my number is 4711' } });
    expect(came(lines, 'llm.0').map(({ v, end }) => end ?? (v as never)['choices'][0]['delta']['content'])).toEqual([
      '',
      'We',
      ' open',
      ' at',
      ' nine.',
      undefined,
      true,
    ]);
    expect(came(lines, 'tts.0')[0]).toMatchObject({ v: { kind: 'words' } });
    expect(came(lines, 'report').at(-1)).toMatchObject({ t: 2546, v: { kind: 'finished', playedSamples: 15_360 } });
  });

  test('every event, in the one order, and why the session ended', async () => {
    const {
      lines,
      test: { events },
    } = await recorded().then(({ recording, test }) => ({ ...recording(), test }));
    const recordedEvents = told(lines, 'event').map(({ t, v }) => [t, (v as { name: string }).name.slice(3)]);
    expect(recordedEvents).toEqual(events.map(({ atMs, event }) => [atMs, event]));
    expect(lines.at(-1)).toMatchObject({ out: 'ended', v: 'ended_by_api' });
  });

  test('the results of functions, and what they asked of the session', async () => {
    const greet = defineFunction({
      description: 'greets',
      parameters: z.object({ who: z.string() }),
      execute: ({ who }, { session }) => {
        session.say(`Hello ${who}.`);
        return { greeted: who };
      },
    });
    const llm = [{ calls: [{ name: 'greet', arguments: { who: 'Ann' } }] }, 'Done.'];
    const { lines } = (await recorded({}, { ...TELL_ME, llm, agent: { functions: { greet } } })).recording();
    expect(came(lines, 'fn.0')).toMatchObject([{ v: { content: '{"greeted":"Ann"}' } }, { end: true }]);
    expect(came(lines, 'asked')[1]).toMatchObject({ by: 'fn.0', v: { kind: 'say', text: 'Hello Ann.' } });
  });
});

describe('what is kept of people', () => {
  test('is no audio, unless it is asked for', async () => {
    const without = (await recorded()).recording();
    const kept = (await recorded({ audio: true })).recording();
    expect(came(without.lines, 'audio')[0]?.v).toEqual({ samples: 512, rate: 16_000 });
    const frame = came(kept.lines, 'audio')[12]?.v as Incoming['audio'] | undefined;
    expect(Buffer.from(frame?.pcm ?? '', 'base64')).toHaveLength(1024);
  });

  test('is rewritten also where a model put it elsewhere, and in what is said from the start', async () => {
    const reasoning = {
      ...chunk('Yes.'),
      choices: [{ index: 0, delta: { reasoning: 'she said 4711' }, finish_reason: null }],
    };
    const initial_messages = [{ role: 'user' as const, content: 'I am 4711', name: 'Ann 4711' }];
    const piece = {
      ...TELL_ME,
      config: { initial_messages },
      agent: { llm_response_handler: () => of(reasoning as never, chunk('4711.'), finish()) },
    };
    const { lines } = await recorded({ redact: (text) => text.replaceAll(/\d/gu, '#') }, piece);
    expect(lines.join()).not.toContain('4711');
    expect(lines.join()).toContain('she said ####');
    expect(lines.join()).toContain('Ann ####');
  });

  test('is rewritten in the ids of tool calls, which stay different ones, and in the config', async () => {
    const redact = (text: string): string => text.replaceAll(/\d/gu, '#');
    const calls = ['for_4711', 'for_4712'].map((id) => ({ id, name: 'look_up', arguments: {} }));
    const look_up = defineFunction({ description: 'Looks up', parameters: z.object({}), execute: () => 'found' });
    const piece = {
      ...TELL_ME,
      llm: [{ calls }, 'Done.'],
      agent: { functions: { look_up } },
      config: { stt: STT.Deepgram({ api_key: 'none', keywords: [['Ann 4711', 2]] }) },
    };
    const { lines, recording } = await recorded({ redact }, piece);
    expect(lines.join()).not.toMatch(/471[12]/u);
    expect(lines.join()).toContain('Ann ####');
    expect(lines.join()).toContain('for_####~2');
    expect((await replay(recording())).difference).toBe(null);
  });

  test('is rewritten before it is written, wherever it stands', async () => {
    const { lines, test: made } = await recorded({ redact: (text) => text.replaceAll(/\d/gu, '#') });
    expect(made.history()).toContain('user: my number is 4711');
    expect(lines.join()).not.toContain('4711');
    expect(lines.join()).toContain('my number is ####');
  });
});

describe('recording', () => {
  test('changes nothing', async () => {
    const { test: observed } = await recorded();
    const alone = createTestSession(TELL_ME);
    await alone.clock.run(6000);
    expect(observed.events).toEqual(alone.events);
  });

  test('leaves nothing behind', async () => {
    const {
      test: { clock, ledger },
    } = await recorded({}, { ...TELL_ME, transport: {} });
    await clock.run(10_000);
    expect(ledger.open()).toEqual({});
  });

  test('of what is written too slowly says how much is missing, and that it is', async () => {
    const lines: string[] = [];
    let full = false;
    const record = recordTo(() => ({ write: (line) => !full && lines.push(line) > 0, close: () => {} }));
    const { clock, errors, session } = createTestSession({ ...TELL_ME, options: { record } });
    await clock.run(100);
    full = true;
    await clock.run(200);
    full = false;
    await clock.run(300);
    session.close('ended_by_api');
    const missing = lines.map((line) => JSON.parse(line) as Line).filter((line) => 'dropped' in line);
    expect(missing).toMatchObject([{ t: 224, dropped: 7 }]);
    expect(errors.map(({ code }) => code)).toEqual(['recording_failed']);
  });

  test('says at the end, too, that lines are missing', async () => {
    const lines: string[] = [];
    let full = false;
    const write = (line: string): boolean => (!full || line.includes('"dropped"')) && lines.push(line) > 0;
    const record = recordTo(() => ({ write, close: () => {} }));
    const { clock, session } = createTestSession({ ...TELL_ME, options: { record } });
    await clock.run(100);
    full = true;
    session.close('ended_by_api');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ t: 100, dropped: 1 });
  });

  test('of a session that never starts opens nothing', async () => {
    const record = recorder();
    const { session } = createTestSession({ options: { record }, start: false });
    session.close('ended_by_api');
    expect(await session.ended).toMatchObject({ reason: 'ended_by_api' });
    expect(record.lines).toEqual([]);
  });
});

describe('a recorder that fails harms nothing: the session goes on, and it is told once', () => {
  const broken = (): never => {
    throw new Error('broken, as it was told');
  };
  const kept = (): RecordingSink => ({ write: () => true, close: () => {} });

  test.each<[string, () => Recorder]>([
    ['when it begins', () => ({ begin: broken })],
    ['when it opens', () => recordTo(broken)],
    ['when it writes', () => recordTo(() => ({ ...kept(), write: broken }))],
    ['when it closes', () => recordTo(() => ({ ...kept(), close: broken }))],
    ['when it does not take the head', () => recordTo(() => ({ ...kept(), write: () => false }))],
    ['when it rewrites', () => recordTo(kept, { redact: broken })],
    [
      'when it rewrites only what was said',
      () => recordTo(kept, { redact: (text, key) => (key === 'text' ? broken() : text) }),
    ],
    ['when it rewrites to no text', () => recordTo(kept, { redact: () => undefined as never })],
  ])('%s', async (_, make) => {
    const { clock, session, history, errors } = createTestSession({ ...TELL_ME, options: { record: make() } });
    await clock.run(6000);
    expect(history()).toEqual(['user: my number is 4711', 'assistant: We open at nine.']);
    session.close('ended_by_api');
    await clock.advance(100);
    expect(await session.ended).toMatchObject({ reason: 'ended_by_api' });
    expect(errors.map(({ code }) => code).filter((code) => code !== 'recording_failed')).toEqual([]);
  });

  test('and what could not be rewritten is not written', async () => {
    const { lines, test: made } = await recorded({
      redact: (text, key) => (key === 'text' ? broken() : text),
    });
    expect(lines.join()).not.toContain('4711');
    expect(made.errors.map(({ code }) => code)).toEqual(['recording_failed']);
  });
});

describe('a session with operators that take their time', () => {
  const late: Splices = { userTurn: concatMap((turn) => of(turn).pipe(delayWhen(() => timer(3000, asyncScheduler)))) };

  test.each([
    ['alone', () => undefined],
    ['recorded', recorder],
  ])('knows how late it is: %s', async (_, make) => {
    vi.useFakeTimers();
    const started = Date.now();
    const world: SchedulerLike = {
      now: () => Date.now() - started,
      schedule: (...work: Parameters<typeof asyncScheduler.schedule>) => asyncScheduler.schedule(...work),
    };
    const { session, io, events } = createTestSession({
      agent: { llm_response_handler: () => EMPTY },
      transport: { scheduler: asyncScheduler },
      scheduler: world,
      options: { splice: late, record: make() },
    });
    io.user.text.next('hello');
    await vi.advanceTimersByTimeAsync(4000);
    session.close('ended_by_api');
    vi.useRealTimers();
    expect(events[0]).toEqual(at(3000, 'user_message_added', 'hello'));
  });
});
