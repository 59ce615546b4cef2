import { describe, expect, test } from 'vitest';
import type { SherpaAddon, Waveform } from '../../../providers/sherpa/engine/addon.ts';
import { MODEL_RATE } from '../../../providers/sherpa/engine/decoder.ts';
import { createWholeDecoder } from '../../../providers/sherpa/engine/wholeDecoder.ts';

/** A recogniser that returns the seconds that it heard, and takes `ms` for them. */
function createRecogniser({ ms = 0 } = {}) {
  let time = 0;
  const heard: number[] = [];
  const hotwords: (string | undefined)[] = [];
  class OfflineRecognizer {
    createStream(words?: string) {
      hotwords.push(words);
      return {
        seconds: 0,
        acceptWaveform({ samples }: Waveform) {
          this.seconds = samples.length / MODEL_RATE;
        },
      };
    }
    decode(stream: { seconds: number }): void {
      time += ms;
      heard.push(stream.seconds);
    }
    getResult({ seconds }: { seconds: number }): object {
      const text = `s${seconds.toFixed(1)}`;
      return { text, tokens: [text], timestamps: [0] };
    }
  }
  const addon = { OfflineRecognizer } as unknown as SherpaAddon;
  const create = (interimS: number | null, perStream = '') =>
    createWholeDecoder(
      addon,
      { config: { modelConfig: { tokens: '' } }, perStream },
      interimS === null ? null : interimS * MODEL_RATE,
      () => time,
    );
  return { create, heard, hotwords };
}

const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * MODEL_RATE));

describe('a model that decodes whole pieces', () => {
  test('decodes the audio so far for each interim, and all of it at the end', () => {
    const { create, heard } = createRecogniser();
    const decoder = create(0.5);
    const stream = decoder.createStream();
    for (let n = 0; n < 12; n++) {
      stream.accept(silence(0.1));
      if (stream.isReady()) decoder.decode([stream]);
    }
    stream.finish();
    decoder.decode([stream]);
    expect(heard.map((seconds) => seconds.toFixed(1))).toEqual(['0.5', '1.0', '1.2']);
    expect(stream.isDone()).toBe(true);
  });

  test('leaves twice its own time between two interims on a slow machine', () => {
    const { create, heard } = createRecogniser({ ms: 600 });
    const decoder = create(0.5);
    const stream = decoder.createStream();
    for (let n = 0; n < 40; n++) {
      stream.accept(silence(0.1));
      if (stream.isReady()) decoder.decode([stream]);
    }
    expect(heard.map((seconds) => seconds.toFixed(1))).toEqual(['0.5', '1.7', '2.9']);
  });

  test('decodes once if no interims are wanted', () => {
    const { create, heard } = createRecogniser();
    const decoder = create(null);
    const stream = decoder.createStream();
    stream.accept(silence(8));
    expect(stream.isReady()).toBe(false);
    stream.finish();
    decoder.decode([stream]);
    expect(heard).toEqual([8]);
  });

  test('works on a finished stream before interims of others', () => {
    const { create } = createRecogniser();
    const decoder = create(0.5);
    const [talking, finished] = [decoder.createStream(), decoder.createStream()];
    talking.accept(silence(1));
    finished.accept(silence(1));
    finished.finish();
    expect(decoder.decode([talking, finished])).toEqual([finished]);
  });

  test('cuts long speech where it is quietest, and goes on behind the cut', () => {
    const { create, heard } = createRecogniser();
    const decoder = create(null);
    const stream = decoder.createStream();
    const speech = silence(40).fill(0.5);
    speech.fill(0.01, 25 * MODEL_RATE, 25.1 * MODEL_RATE);
    stream.accept(speech);
    stream.finish();
    while (!stream.isDone()) decoder.decode([stream]);
    expect(heard.map((seconds) => seconds.toFixed(2))).toEqual(['25.05', '14.95']);
    expect(stream.read().text).toBe('s25.1 s14.9');
    expect(stream.read().words?.map(({ startMs }) => startMs)).toEqual([0, 25_050]);
  });

  test('hears nothing in less than a tenth of a second', () => {
    const { create, heard } = createRecogniser();
    const decoder = create(0.5);
    const stream = decoder.createStream();
    stream.accept(silence(0.09));
    stream.finish();
    decoder.decode([stream]);
    expect([heard, stream.read().text]).toEqual([[], '']);
  });

  test('gives its keywords to each stream', () => {
    const { create, hotwords } = createRecogniser();
    const decoder = create(null, 'ANTIPHON/RXJS');
    const stream = decoder.createStream();
    stream.accept(silence(1));
    stream.finish();
    decoder.decode([stream]);
    expect(hotwords).toEqual(['ANTIPHON/RXJS']);
  });
});
