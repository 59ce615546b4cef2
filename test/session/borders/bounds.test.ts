import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { PlayoutCommand } from '../../../src/core/playout.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import type { OwnPorts } from '../../../src/session/containment/ownPorts.ts';
import type { Splices } from '../../../src/session/splices/splice.ts';
import type { Stages } from '../../../src/session/stages.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

const CONVERSATION: TestSessionOptions = {
  voice: [{ atMs: 320, forMs: 640 }],
  says: ['what time is it'],
  llm: ['It is seven.'],
};

async function talk(options: NonNullable<TestSessionOptions['options']>): Promise<TestSession> {
  const made = createTestSession({ ...CONVERSATION, options });
  await made.clock.run(6000);
  return made;
}

const LONG = 'samples to be at most 60 s of audio, got 60.0000625';

const longFrame = (): AudioFrame => ({ samples: new Int16Array(960_001), sampleRate: 16_000 });

/** Changes the first value for which `change` returns another. */
function once<T>(change: (value: T) => T): (value: T) => T {
  let isDone = false;
  return (value) => {
    const changed = isDone ? value : change(value);
    isDone ||= changed !== value;
    return changed;
  };
}

const longWindow = (event: VadEvent): VadEvent =>
  event.kind === 'window' ? { ...event, audio: [longFrame()] } : event;
const longSpeech = (event: SpeechEvent): SpeechEvent =>
  event.kind === 'audio' ? { ...event, frame: longFrame() } : event;
const longCommand = (command: PlayoutCommand): PlayoutCommand =>
  command.kind === 'audio' ? { ...command, frame: longFrame() } : command;

describe('more than a minute at once', () => {
  it.each<[string, () => Splices]>([
    ['audioIn', () => ({ audioIn: map(once(longFrame)) })],
    ['activity', () => ({ activity: map(once(longWindow)) })],
    ['speech', () => ({ speech: map(once(longSpeech)) })],
  ])('of a splice at %s is a failure of the splice, and the call goes on', async (edge, splice) => {
    const made = await talk({ splice: splice() });
    expect(made.errors.map(({ code, details }) => [code, details.path])).toEqual([['splice_failed', `splice.${edge}`]]);
    expect(made.errors[0]?.message).toContain(LONG);
    expect(made.history()[0]).toBe('user: what time is it');
  });

  it.each<[string, Stages]>([
    ['vad', { vad: (_, standard) => (frames) => standard()(frames).pipe(map(longWindow)) }],
    ['speak', { speak: (_, standard) => (replies) => standard()(replies).pipe(map(longSpeech)) }],
    ['pace', { pace: (_, standard) => (speech) => standard()(speech).pipe(map(longCommand)) }],
  ])('of the stage %s is a failure of the stage', async (name, stages) => {
    const made = await talk({ stages });
    expect(made.errors.map(({ code, details }) => [code, details.path])).toContainEqual([
      'stage_failed',
      `stages.${name}`,
    ]);
    expect(made.errors.map(({ message }) => message).join('\n')).toContain(LONG);
  });
});

describe('a port that says what it cannot be', () => {
  const vad = createVadDouble();
  const stt = createSttDouble({ says: [] });
  const tts = createTtsDouble();

  it.each<[string, OwnPorts, string]>([
    ['windows without samples', { vad: { ...vad, windowSamples: 0 } }, 'ports.vad.windowSamples'],
    ['half a sample', { vad: { ...vad, windowSamples: 511.5 } }, 'ports.vad.windowSamples'],
    ['windows of more than a second', { vad: { ...vad, windowSamples: 16_001 } }, 'ports.vad.windowSamples'],
    ['no windows', { vad: { ...vad, windowSamples: undefined as never } }, 'ports.vad.windowSamples'],
    ['another rate of the VAD', { vad: { ...vad, sampleRate: 48_000 as never } }, 'ports.vad.sampleRate'],
    ['no rate of the recogniser', { stt: { ...stt, sampleRate: 0 } }, 'ports.stt.sampleRate'],
    ['no time for finals', { stt: { ...stt, finalTimeoutMs: Number.NaN } }, 'ports.stt.finalTimeoutMs'],
    ['a rate of the voice of 1 MHz', { tts: { ...tts, sampleRate: 1_000_000 } }, 'ports.tts.sampleRate'],
  ])('%s: usage_invalid at the start names it', (_, ports, path) => {
    expect(() => createTestSession({ ...CONVERSATION, options: { ports } })).toThrow(
      expect.objectContaining({ code: 'usage_invalid', details: expect.objectContaining({ path }) }),
    );
  });

  it('windows of one second are cut', async () => {
    const made = await talk({ ports: { vad: { ...vad, sampleRate: 8000, windowSamples: 8000 } } });
    expect(made.errors).toEqual([]);
  });
});
