import { map, take, timer } from 'rxjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { findKernel } from '../../providers/silero/kernel.ts';
import { silero } from '../../providers/silero/model.ts';
import { replay } from '../../src/replay/replay.ts';
import type { SessionOptions } from '../../src/session/session.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createWindows } from '../providers/silero/windows.mjs';
import { recorder } from '../replay/record.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';

vi.mock('../../providers/silero/kernel.ts', async (load) => {
  const kernel = await load<{ readonly findKernel: typeof findKernel }>();
  return { ...kernel, findKernel: vi.fn<typeof findKernel>(kernel.findKernel) };
});
beforeEach(() => {
  vi.mocked(findKernel).mockClear();
});

test('a session with the real VAD has the same events at the same times in every run', async () => {
  const [first, second] = [await converse(), await converse()];
  expect(first.eventNames).toContain('user_message_added');
  expect(first.spoken()).toEqual(['Good evening.']);
  expect(first.codes).toEqual([]);
  expect(second.events).toEqual(first.events);
  expect(findKernel).toHaveBeenCalledTimes(2);
});

test('a session with the real VAD knows of speech in the instant of the window that decides it', async () => {
  const { when } = await converse();
  const [started = Number.NaN] = when('user_started_speaking');
  expect(started % 32).toBe(0);
});

test('its recording is replayed without an engine', async () => {
  const record = recorder();
  await converse({ record });
  vi.mocked(findKernel).mockClear();
  const recording = record.recording();
  expect(recording.lines.filter((line) => 'in' in line && line.in === 'vad')).toHaveLength(120);
  const { difference, picture } = await replay(recording);
  expect(difference, picture).toBe(null);
  expect(findKernel).not.toHaveBeenCalled();
});

/** Two seconds of synthetic speech, then silence, heard by the bundled Silero in virtual time. */
async function converse(options: SessionOptions = {}): Promise<TestSession> {
  const clock = new VirtualClock();
  const windows = [...createWindows(16_000, 60), ...Array.from({ length: 60 }, () => new Int16Array(512))];
  const audioIn = timer(32, 32, clock).pipe(
    take(windows.length),
    map((at) => ({ samples: windows[at] as Int16Array, sampleRate: 16_000 })),
  );
  const session = createTestSession({
    clock,
    says: ['hello'],
    llm: ['Good evening.'],
    transport: { audioIn },
    options: { ...options, ports: { vad: silero({ sampleRate: 16_000 }) } },
  });
  await clock.run(10_000);
  session.session.close('ended_by_api');
  await clock.advance(100);
  return session;
}
