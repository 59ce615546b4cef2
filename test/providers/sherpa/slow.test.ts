import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { SherpaAddon } from '../../../providers/sherpa/engine/addon.ts';
import type { Measured, SttAnswer, SttCommand, TtsAnswer } from '../../../providers/sherpa/engine/messages.ts';
import { SttEngine } from '../../../providers/sherpa/engine/sttEngine.ts';
import { TtsEngine } from '../../../providers/sherpa/engine/ttsEngine.ts';
import { createSherpaEngines, createSlowWarning } from '../../../providers/sherpa/engines.ts';
import { createSherpaStt } from '../../../providers/sherpa/stt/stt.ts';
import type { SttEvent } from '../../../src/core/ports.ts';
import { MODELS } from '../../../src/models/catalogue.ts';
import type { FromEngine, ToEngine } from '../../../src/wire/engine/messages.ts';
import { createModelFolder } from './folder.ts';

/** An addon whose first decoding takes 5 s, and every further one 1.3 s; its voice speaks one second in that time. */
function createEngines() {
  let [time, works] = [0, 0];
  const work = (): void => {
    time += works === 0 ? 5000 : 1300;
    works += 1;
  };
  class OfflineRecognizer {
    createStream = () => ({ acceptWaveform: () => {} });
    decode = work;
    getResult = () => ({ text: '' });
  }
  class OfflineTts {
    numSpeakers = 2;
    generate(): object {
      work();
      return { samples: new Float32Array(24_000), sampleRate: 24_000 };
    }
  }
  const posted: FromEngine<SttAnswer | TtsAnswer>['content'][] = [];
  const options = {
    addon: { OfflineRecognizer, OfflineTts } as unknown as SherpaAddon,
    post: ({ content }: FromEngine<SttAnswer | TtsAnswer>) => void posted.push(content),
    now: () => time,
    schedule: (task: () => void) => task(),
  };
  return { stt: new SttEngine(options), tts: new TtsEngine(options), posted };
}

describe('a machine that is too slow for a model', () => {
  test('is measured on the second time that the recogniser hears a second of audio', () => {
    const { stt, posted } = createEngines();
    const settings = {
      streaming: false,
      config: { modelConfig: { tokens: '' } },
      timeScale: 1,
      keywords: [],
      interimSamples: null,
    };
    stt.handle({ id: 1, content: { kind: 'verify', settings } });
    expect(posted).toEqual([{ kind: 'measured', realTimeFactor: 1.3, speakers: 0 }]);
  });

  test('is measured on the second time that the voice speaks', () => {
    const { tts, posted } = createEngines();
    tts.handle({ id: 1, content: { kind: 'verify', settings: { config: {}, generation: { sid: 0, speed: 1 } } } });
    expect(posted).toEqual([{ kind: 'measured', realTimeFactor: 1.3, speakers: 2 }]);
  });

  test('is told so, with the name of a smaller model', () => {
    const measured: Measured = { kind: 'measured', realTimeFactor: 1.3, speakers: 0 };
    const entry = MODELS.map((model) => ({ ...model, smaller: 'tiny' }))[0];
    const warning = createSlowWarning('large', { entry }, measured);
    expect(warning).toMatchObject({ code: 'provider_warning', details: { failure: false, provider: 'sherpa' } });
    expect(warning?.message).toBe(
      'large takes 1.3 s for a second of audio on this machine; tiny is smaller: npx antiphon models pull tiny',
    );
    expect(createSlowWarning('small', { entry: undefined }, { ...measured, realTimeFactor: 0.4 })).toBeUndefined();
  });
});

test('a session on such a machine is warned when it starts, once', async () => {
  const folder = await createModelFolder(async (at) => {
    for (const name of ['model.onnx', 'tokens.txt']) await writeFile(join(at, name), '');
  });
  const engines = createSherpaEngines('', () => ({ onMessage }) => ({
    post: (message) => {
      const { id, content } = message as ToEngine<SttCommand>;
      if (content.kind !== 'open') return;
      for (let n = 0; n < 2; n++) onMessage({ id, content: { kind: 'measured', realTimeFactor: 1.3, speakers: 0 } });
    },
    ref: () => {},
    unref: () => {},
    terminate: () => {},
  }));
  const events: SttEvent[] = [];
  createSherpaStt(engines, { model: folder, model_type: 'zipformer-ctc' })
    .transcribe(NEVER)
    .subscribe((event) => events.push(event))
    .unsubscribe();
  expect(events).toMatchObject([{ kind: 'report', error: { code: 'provider_warning' } }]);
});
