// What is measured, each behind the same two functions: `open(onScore)` a stream, then `push` frames of 16 kHz into it.
import { Subject, tap } from 'rxjs';
import { MODEL_PATH } from '../../../scripts/silero/model.mjs';

/** Counts windows by their samples alone: what the driver itself costs. */
async function empty() {
  return {
    open: (onScore) => {
      let samples = 0;
      return (frame) => {
        samples += frame.length;
        for (; samples >= 512; samples -= 512) onScore();
      };
    },
  };
}

/** The whole operator, with our model in one of its engines. */
async function antiphon(engine, modelPath) {
  const { vad } = await import('../../../dist/operators/index.js');
  const { silero } = await import('../../../dist/providers/index.js');
  const model = silero({ sampleRate: 16_000, engine, modelPath });
  return {
    open: (onScore) => {
      const frames = new Subject();
      const observed = { ...model, score: (windows) => model.score(windows).pipe(tap(onScore)) };
      frames.pipe(vad({ model: observed })).subscribe();
      return (samples) => frames.next({ samples, sampleRate: 16_000 });
    },
  };
}

async function livekit() {
  const { initializeLogger } = await import('@livekit/agents');
  const { VAD } = await import('@livekit/agents-plugin-silero');
  const { AudioFrame } = await import('@livekit/rtc-node');
  initializeLogger({ pretty: false, level: 'error' });
  const detector = await VAD.load();
  return {
    open: (onScore) => {
      const stream = detector.stream();
      void (async () => {
        for await (const event of stream) if (event.type === 1) onScore();
      })();
      return (samples) => stream.pushFrame(new AudioFrame(samples, 16_000, 1, samples.length));
    },
  };
}

export const SUBJECTS = { empty, wasm: () => antiphon('wasm'), onnx: () => antiphon('onnx', MODEL_PATH), livekit };
