import type { AudioFrame, PlayoutCommand, PlayoutReport } from 'antiphon';
import { VirtualClock } from 'antiphon/testing';
import { Subject, type Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import { createAudioDevice, SAMPLE_RATE, type AudioDevice } from '../../examples/talk/audioDevice.ts';

/** 20 ms at the rate of a device. */
const BLOCK = 480;

interface Plugged {
  readonly clock: VirtualClock;
  readonly device: AudioDevice;
  readonly frames: AudioFrame[];
  readonly commands: Subject<PlayoutCommand>;
  readonly reports: (PlayoutReport & { readonly atMs: number })[];
  readonly session: Subscription;
}

function plugIn(): Plugged {
  const clock = new VirtualClock();
  const device = createAudioDevice({ scheduler: clock });
  const commands = new Subject<PlayoutCommand>();
  const [frames, reports]: [Plugged['frames'], Plugged['reports']] = [[], []];
  const session = device.io.playout(commands).subscribe((report) => reports.push({ ...report, atMs: clock.now() }));
  session.add(device.io.audioIn.subscribe((frame) => frames.push(frame)));
  return { clock, device, frames, commands, reports, session };
}

function tone(samples: number, value: number): AudioFrame {
  return { samples: new Int16Array(samples).fill(value), sampleRate: SAMPLE_RATE };
}

test('the microphone emits what is spoken into it, in blocks of 20 ms, and silence before and after', async () => {
  const { clock, device, frames } = plugIn();
  const spoken: number[] = [];
  await clock.run(20);
  device.speak(tone(BLOCK + 100, 7)).subscribe(() => spoken.push(clock.now()));
  await clock.run(80);
  expect(frames.map(({ samples }) => samples.filter((sample) => sample === 7).length)).toEqual([0, BLOCK, 100, 0]);
  expect(spoken).toEqual([60]);
});

test('the loudspeaker plays 20 ms in 20 ms, and reports them', async () => {
  const { clock, commands, reports } = plugIn();
  commands.next({ kind: 'start', utterance: 'u', sampleRate: SAMPLE_RATE });
  commands.next({ kind: 'audio', utterance: 'u', frame: tone(BLOCK + 100, 9) });
  commands.next({ kind: 'end', utterance: 'u', samples: BLOCK + 100 });
  await clock.run(100);
  expect(reports.map(({ atMs, kind, playedSamples }) => [atMs, kind, playedSamples])).toEqual([
    [20, 'started', 0],
    [20, 'position', BLOCK],
    [40, 'position', BLOCK + 100],
    [40, 'finished', BLOCK + 100],
  ]);
});

test('what is cleared falls silent within the block', async () => {
  const { clock, device, commands, reports } = plugIn();
  commands.next({ kind: 'start', utterance: 'u', sampleRate: SAMPLE_RATE });
  commands.next({ kind: 'audio', utterance: 'u', frame: tone(10 * BLOCK, 9) });
  await clock.run(50);
  commands.next({ kind: 'clear', utterance: 'u' });
  await clock.run(200);
  expect(reports.at(-1)).toEqual({ atMs: 50, kind: 'cleared', utterance: 'u', playedSamples: 2 * BLOCK });
  expect(device.recording().agent.filter((sample) => sample === 9)).toHaveLength(2 * BLOCK);
});

test('the recording has both sides on one axis', async () => {
  const { clock, device, commands } = plugIn();
  device.speak(tone(BLOCK, 7)).subscribe();
  await clock.run(40);
  commands.next({ kind: 'start', utterance: 'u', sampleRate: SAMPLE_RATE });
  commands.next({ kind: 'audio', utterance: 'u', frame: tone(BLOCK, 9) });
  await clock.run(80);
  const { user, agent } = device.recording();
  const blocks = (samples: Int16Array): number[] => Array.from({ length: 4 }, (_, n) => samples[n * BLOCK] ?? -1);
  expect([blocks(user), blocks(agent)]).toEqual([
    [7, 0, 0, 0],
    [0, 0, 9, 0],
  ]);
});

test('it stops when the session unsubscribes', async () => {
  const { clock, session } = plugIn();
  await clock.run(30);
  session.unsubscribe();
  expect(clock.pending).toBe(0);
});
