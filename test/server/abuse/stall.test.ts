import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ReplaySubject, filter, firstValueFrom, tap } from 'rxjs';
import { expect, it, onTestFinished } from 'vitest';
import { MODEL_PATH } from '../../../scripts/silero/model.mjs';
import { agentWith, appWith, config, listening, mediaOf, offerOf, startSession } from '../support.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';

const RATE = 8000;
const FRAME = 800;
const BLOCKED_MS = 2500;
/** More than the burst of 5 s, and less than what a client may say until the block is over. */
const FRAMES = 60;

it.each([
  ['auto', {}],
  ['onnx', { engine: 'onnx', model_path: MODEL_PATH }],
] as const)(
  'what a client says while the process is blocked is taken in order, and not held against it (engine %s)',
  async (_engine, settings) => {
    const heard = new ReplaySubject<number>();
    const app = await appWith({
      ports: { stt: createSttDouble({ says: [] }), tts: createTtsDouble() },
      agent: agentWith({ configure_session: () => ({ ...config, vad: { provider: 'silero', ...settings } }) }),
      splice: { audioIn: tap(({ samples }) => heard.next(samples[0] ?? 0)) },
    });
    const at = await listening(app);
    const input = { encoding: 'pcm_s16le', sample_rate: RATE };
    const session = await startSession(app, {
      transport: { type: 'websocket', protocol: 'antiphon.v1', audio: { input } },
    });
    const cells = new Int32Array(new SharedArrayBuffer(8));
    const { protocols } = offerOf(session);
    const workerData = { url: mediaOf(session, at), protocols, cells, frames: FRAMES, samples: FRAME };
    const worker = new Worker(new URL('patient.mjs', import.meta.url), { workerData });
    onTestFinished(() => worker.terminate().then(() => undefined));
    await once(worker, 'message');

    block(cells);

    const numbers: number[] = [];
    heard.subscribe((number) => numbers.push(number));
    const closed = once(worker, 'message').then(([end]: unknown[]) => end);
    const last = firstValueFrom(heard.pipe(filter((number) => number === FRAMES)));
    expect(await Promise.race([last, closed])).toBe(FRAMES);
    expect(numbers).toEqual(Array.from({ length: FRAMES }, (_, at) => at + 1));
    const { state } = (await app.inject(`/v1/sessions/${session.session_id}`)).json<{ state: string }>();
    expect(state).toBe('active');
  },
);

/** Lets the client speak, and does nothing else until it has, for 2.5 s at least. */
function block(cells: Int32Array<SharedArrayBuffer>): void {
  const until = performance.now() + BLOCKED_MS;
  Atomics.store(cells, 0, 1);
  Atomics.notify(cells, 0);
  Atomics.wait(cells, 1, 0, 10_000);
  const never = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(never, 0, 0, Math.max(0, until - performance.now()));
}
