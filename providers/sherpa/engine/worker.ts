import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ToEngine } from '../../../src/wire/engine/messages.ts';
import { loadAddon } from './addon.ts';
import type { SttCommand, TtsCommand } from './messages.ts';
import { SttEngine, type EngineOptions } from './sttEngine.ts';
import { TtsEngine } from './ttsEngine.ts';

// The program of a process that runs one model: `worker.js stt|tts SPECIFIER`.
const [kind, specifier = 'sherpa-onnx-node'] = process.argv.slice(2);

process.on('uncaughtException', ({ message }) => {
  process.stderr.write(`${message.split('\n', 1).join('')}\n`, () => process.exit(1));
});

/** The addon frees its objects when the garbage collector runs, which does not see how large they are. */
const COLLECT_AFTER = 20;
const collect = findCollector();
let works = 0;

const options: EngineOptions<unknown> = {
  addon: loadAddon(specifier),
  post: (message) => void process.send?.(message),
  now: () => performance.now(),
  schedule: setImmediate,
  onAnswer: () => {
    works += 1;
    if (works % COLLECT_AFTER === 0) collect();
  },
};

process.on('disconnect', () => process.exit());
// The host may still drain its calls: it disconnects when they have ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
if (kind === 'stt') {
  const engine = new SttEngine(options);
  process.on('message', (message) => engine.handle(message as ToEngine<SttCommand>));
} else {
  const engine = new TtsEngine(options);
  process.on('message', (message) => engine.handle(message as ToEngine<TtsCommand>));
}

/** Returns the garbage collector of V8; elsewhere, a function that does nothing. */
function findCollector(): () => void {
  try {
    setFlagsFromString('--expose-gc');
    return runInNewContext('gc') as () => void;
  } catch {
    return () => {};
  }
}
