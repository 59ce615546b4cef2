import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { createSherpaEngines, type SherpaEngines } from '../../providers/sherpa/engines.ts';
import { createSherpaStt } from '../../providers/sherpa/stt/stt.ts';
import type { SherpaSttSettings } from '../../providers/sherpa/stt/settings.ts';
import { createSherpaTts } from '../../providers/sherpa/tts/tts.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import type { ToEngine } from '../../src/wire/engine/messages.ts';
import { startProcess } from '../../src/wire/engine/startProcess.ts';
import { keeps } from './against.ts';

const folder = mkdtempSync(join(tmpdir(), 'antiphon-sherpa-'));
for (const name of ['model.onnx', 'tokens.txt']) writeFileSync(join(folder, name), '');
afterAll(() => rmSync(folder, { recursive: true }));

const TYPES = {
  'Streaming models': { model: folder, model_type: 'zipformer-ctc' },
  'Models of whole pieces': { model: folder, model_type: 'sense-voice', interim_interval: 0.1 },
} as const satisfies Record<string, SherpaSttSettings>;

for (const [title, settings] of Object.entries(TYPES))
  keeps(
    `${title} of sherpa-onnx keep the contract of SpeechToText`,
    createSpeechToTextContract(async () => {
      const { engines, closed } = watchEngines();
      return { stt: createSherpaStt(engines, settings), closed };
    }),
  );

keeps(
  'Voices of sherpa-onnx keep the contract of TextToSpeech',
  createTextToSpeechContract(async () => {
    const { engines, closed } = watchEngines();
    return { tts: createSherpaTts(engines, { model: folder, model_type: 'vits' }), closed };
  }),
);

/** Engines of the stand-in, and a promise that nobody is connected to them any more. */
function watchEngines(): { readonly engines: SherpaEngines; readonly closed: () => Promise<void> } {
  const connected = new Set<number>();
  const waiting: (() => void)[] = [];
  const engines = createSherpaEngines(resolve('test/support/sherpa/standIn.cjs'), (kind, specifier) => (listener) => {
    const runner = startProcess('#sherpa-engine', [kind, specifier])(listener);
    const post = (message: unknown): void => {
      const { id, content } = message as ToEngine<{ readonly kind: string }>;
      if (content.kind === 'close') connected.delete(id);
      else connected.add(id);
      if (connected.size === 0) for (const resolved of waiting.splice(0)) resolved();
      runner.post(message, []);
    };
    return { ...runner, post };
  });
  const closed = async (): Promise<void> => {
    if (connected.size > 0) await new Promise<void>((done) => waiting.push(done));
  };
  return { engines, closed };
}
