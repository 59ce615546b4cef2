import { describe, expect, test } from 'vitest';
import type { SherpaAddon } from '../../../providers/sherpa/engine/addon.ts';
import type { Measured, SttAnswer, TtsAnswer } from '../../../providers/sherpa/engine/messages.ts';
import { SttEngine } from '../../../providers/sherpa/engine/sttEngine.ts';
import { TtsEngine } from '../../../providers/sherpa/engine/ttsEngine.ts';
import { createSlowWarning } from '../../../providers/sherpa/engines.ts';
import { MODELS } from '../../../src/models/catalogue.ts';
import type { FromEngine } from '../../../src/wire/engine/messages.ts';

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
  const posted: (SttAnswer | TtsAnswer)[] = [];
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
