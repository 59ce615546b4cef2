import { createRequire } from 'node:module';
import { map, Subject } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import type { AudioFrame } from '../../src/core/audio.ts';
import { loadEngine } from '../../providers/rnnoise/engine.ts';
import { rnnoise } from '../../providers/rnnoise/rnnoise.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { NoiseSuppressor, SessionIo, VadModel } from '../../src/core/ports.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { replay } from '../../src/replay/replay.ts';
import { loudness } from '../../src/testing/audio.ts';
import { withoutNoise } from '../../src/session/standardStages/withoutNoise.ts';
import { NOISE_SUPPRESSORS } from '../../providers/registry.ts';
import { STT, TTS, VAD as VAD_NAMES } from '../../providers/names.ts';
import { defineAgent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { score } from '../../src/testing/score.ts';
import { recorder, type KeptRecorder } from '../replay/record.ts';
import { does } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** Resolves a package that is not installed. */
const resolveMissing = (): string => createRequire(import.meta.url).resolve('not-there');

const FRAME = 512;
const FRAMES = 150;

/** A window is speech by its number: what is heard in this test is the same with the noise and without it. */
const VAD: VadModel = {
  sampleRate: 16_000,
  windowSamples: FRAME,
  score: (windows) => windows.pipe(map((_, at) => (at >= 20 && at < 50 ? 0.9 : 0.01))),
};

/** A user in a room that hisses. */
function hiss(at: number): Int16Array {
  let state = at + 1;
  return Int16Array.from({ length: FRAME }, () => {
    state = (state * 1_103_515_245 + 12_345) % 0x8000_0000;
    return 2000 * (state / 0x4000_0000 - 1);
  });
}

interface Played extends TestSession {
  readonly heard: readonly AudioFrame[];
  readonly record: KeptRecorder;
}

async function play(
  config: NonNullable<TestSessionOptions['config']>,
  own: TestSessionOptions['options'] = {},
): Promise<Played> {
  const record = recorder({ audio: true });
  const made = createTestSession({
    config,
    says: ['tell me'],
    llm: ['We opened in nineteen eighty.'],
    transport: { audioIn: undefined },
    options: { ...own, record },
    replaceParts: ({ io, ports }) => ({ io, ports: { ...ports, vad: VAD } }),
    user: Array.from({ length: FRAMES }, (_, at) =>
      does((at + 1) * 32, ({ io }) => io.user.audio.next({ samples: hiss(at), sampleRate: 16_000 })),
    ),
  });
  const heard: AudioFrame[] = [];
  made.session.edges.audioIn.subscribe((frame) => heard.push(frame));
  await made.clock.run(FRAMES * 32 + 2000);
  made.session.close('ended_by_client');
  await made.clock.run(FRAMES * 32 + 4000);
  return { ...made, heard, record };
}

describe('noise_suppression', () => {
  test('is off by default: the session hears what came', async () => {
    const { heard } = await play({});
    expect(heard.map(({ samples }) => samples)).toEqual(Array.from({ length: FRAMES }, (_, at) => hiss(at)));
  });

  test('everything that listens gets the audio without its noise, frame by frame', async () => {
    const { heard, history, codes } = await play({ noise_suppression: 'rnnoise' });
    expect(heard.map(({ samples, sampleRate }) => [samples.length, sampleRate])).toEqual(
      Array.from({ length: FRAMES }, () => [FRAME, 16_000]),
    );
    expect(loudness(heard.at(-1)?.samples as Int16Array)).toBeLessThan(0.05 * loudness(hiss(1)));
    expect(history()).toEqual(['user: tell me', 'assistant: We opened in nineteen eighty.']);
    expect(codes).toEqual([]);
  });

  test('a splice of the application gets the audio without its noise', async () => {
    const spliced: number[] = [];
    await play(
      { noise_suppression: 'rnnoise' },
      { splice: { audioIn: map((frame) => (spliced.push(loudness(frame.samples)), frame)) } },
    );
    expect(spliced).toHaveLength(FRAMES);
    expect(spliced.at(-1)).toBeLessThan(0.05 * loudness(hiss(1)));
  });

  test('a recording has the audio as it came, and is replayed without a difference and without the engine', async () => {
    const { record } = await play({ noise_suppression: 'rnnoise' });
    const recording = record.recording();
    const frames = recording.lines.flatMap((line) => ('in' in line && line.in === 'audio' ? [line] : []));
    expect(frames).toHaveLength(FRAMES);
    const [first] = frames as unknown as readonly [{ readonly v: { readonly pcm: string } }];
    expect(Buffer.from(first.v.pcm, 'base64')).toEqual(Buffer.from(hiss(0).buffer));
    expect((await replay(recording)).difference).toBeNull();
  });

  test('what if says that it cannot be changed afterwards', async () => {
    const { record } = await play({ noise_suppression: 'rnnoise' });
    const recording = record.recording();
    expect((await whatIf(recording, {})).differingTurns).toEqual([]);
    await expect(whatIf(recording, { noise_suppression: 'none' })).rejects.toThrow(
      'noise_suppression cannot be changed in a recording',
    );
  });

  test('a score of an agent that has it is played: its user is no sound', async () => {
    const agent = defineAgent({
      configure_session: () => ({
        initial_messages: [],
        vad: VAD_NAMES.Silero(),
        stt: STT.Deepgram({ api_key: 'unused' }),
        tts: TTS.Deepgram({ api_key: 'unused' }),
        session_data: {},
        noise_suppression: 'rnnoise',
      }),
      llm_response_handler: createLlmDouble(['Good evening.']),
    });
    await score(agent, ({ user, agent: expected }) => {
      user.says('1s', 'hello', '600ms');
      expected.heard('Good evening.');
    });
  });

  test('session.update cannot change it, and says so', async () => {
    const { session, errors } = createTestSession();
    session.update({ noise_suppression: 'rnnoise' } as never);
    expect(errors).toMatchObject([
      {
        code: 'update_invalid',
        details: { issues: [{ path: 'noise_suppression', expected: expect.stringContaining('keeps its value') }] },
      },
    ]);
  });
});

describe('when the suppression fails, the session goes on with the audio as it came, and reports', () => {
  test('it is also reported in a recording, which is replayed without a difference', async () => {
    const openStream = (): never => loadEngine(resolveMissing).openStream() as never;
    const create = vi.spyOn(NOISE_SUPPRESSORS.rnnoise, 'create').mockReturnValue({ ...rnnoise(), openStream });
    const { heard, history, codes, record } = await play({ noise_suppression: 'rnnoise' });
    create.mockRestore();
    expect(heard[0]?.samples).toEqual(hiss(0));
    expect(history()).toEqual(['user: tell me', 'assistant: We opened in nineteen eighty.']);
    expect(codes).toEqual(['provider_unavailable']);
    expect((await replay(record.recording())).difference).toBeNull();
  });

  test('`provider_unavailable`, with what to install, without its package', () => {
    const { heard, reported } = hearWith(() => loadEngine(resolveMissing).openStream());
    expect(heard).toEqual([FIRST, FIRST, FIRST]);
    expect(reported).toMatchObject([
      {
        code: 'provider_unavailable',
        message: expect.stringMatching(/^noise_suppression: .*: npm install @echogarden\/rnnoise-wasm@0\.2\.0$/u),
        details: { path: 'noise_suppression', provider: 'rnnoise' },
      },
    ]);
  });

  test('`provider_failed`, when its engine throws in mid-call', () => {
    let frames = 0;
    const process = (): void => {
      frames += 1;
      if (frames === 2) throw new Error('unreachable');
    };
    const { heard, reported } = hearWith(() => ({ process, close: () => {} }));
    expect(heard).toEqual([FIRST, FIRST]);
    expect(reported).toMatchObject([{ code: 'provider_failed', message: 'noise_suppression: unreachable' }]);
  });
});

const FIRST: AudioFrame = { samples: hiss(0), sampleRate: 16_000 };

/** Hears three frames through an engine of the test. */
function hearWith(openStream: NoiseSuppressor['openStream']): {
  readonly heard: readonly AudioFrame[];
  readonly reported: readonly AntiphonError[];
} {
  const reported: AntiphonError[] = [];
  const heard: AudioFrame[] = [];
  const audioIn = new Subject<AudioFrame>();
  const io = { audioIn } as Partial<SessionIo> as SessionIo;
  const suppressed = withoutNoise({ io }, { noiseSuppression: 'rnnoise' }, (error) => reported.push(error), {
    rnnoise: { create: () => ({ ...rnnoise(), openStream }) },
  });
  suppressed.io.audioIn.subscribe((frame) => heard.push(frame));
  for (let n = 0; n < 3; n += 1) audioIn.next(FIRST);
  return { heard, reported };
}
