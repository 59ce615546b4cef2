import { of, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createSherpaEngines } from '../../../providers/sherpa/engines.ts';
import { createSherpaTts, verifySherpaTts } from '../../../providers/sherpa/tts/tts.ts';
import type { SherpaTtsSettings } from '../../../providers/sherpa/tts/settings.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { HUM_RATE, HUM_SAMPLES, writeHummingVoice } from '../../support/sherpa/hummingVoice.ts';
import { createModelFolder } from './folder.ts';

const folder = await createModelFolder(writeHummingVoice);
const engines = createSherpaEngines();
const createVoice = (settings: Partial<SherpaTtsSettings> = {}): TextToSpeech =>
  createSherpaTts(engines, { model: folder, model_type: 'vits', ...settings });

async function speak(text: string, tts = createVoice()): Promise<readonly TtsEvent[]> {
  const events: TtsEvent[] = [];
  await tts.synthesize(of(text)).forEach((event) => void events.push(event));
  return events;
}

const secondsOf = (events: readonly TtsEvent[]): number =>
  events.reduce(
    (sum, event) => sum + (event.kind === 'audio' ? event.frame.samples.length / event.frame.sampleRate : 0),
    0,
  );

describe('a voice of sherpa-onnx', () => {
  test('speaks a sentence at 24 kHz, in frames of 40 ms, and marks it', async () => {
    const events = await speak('hello there.');
    expect(secondsOf(events)).toBeCloseTo((12 * HUM_SAMPLES) / HUM_RATE, 2);
    expect(events[0]).toMatchObject({ kind: 'audio', frame: { sampleRate: 24_000, samples: { length: 960 } } });
    expect(events.at(-1)).toEqual({ kind: 'mark', chars: 12 });
  });

  test('speaks twice as fast', async () =>
    expect(secondsOf(await speak('hello there.', createVoice({ speed: 2 })))).toBeCloseTo(
      (6 * HUM_SAMPLES) / HUM_RATE,
      2,
    ));

  test('speaks the next utterance after one that was cancelled', async () => {
    const tts = createVoice({ max_processes: 1 });
    const left = tts.synthesize(of('a long sentence that nobody hears.')).subscribe();
    left.unsubscribe();
    expect(secondsOf(await speak('yes.', tts))).toBeCloseTo((4 * HUM_SAMPLES) / HUM_RATE, 2);
  });

  test('speaks the sentences in order while the text still comes', async () => {
    const text = new Subject<string>();
    const marks: number[] = [];
    const spoken = createVoice()
      .synthesize(text)
      .forEach((event) => void (event.kind === 'mark' && marks.push(event.chars)));
    text.next('one. ');
    text.next('two.');
    text.complete();
    await spoken;
    expect(marks).toEqual([5, 9]);
  });

  test('fails for a text of which it knows no character', async () =>
    expect(speak('漢字')).rejects.toMatchObject({ code: 'provider_failed' }));

  test('is refused with a speaker that the model does not have', async () => {
    const settings = { model: folder, model_type: 'vits', speaker: 3 } as const;
    expect(await verifySherpaTts(settings, undefined, engines)).toEqual([
      { path: 'speaker', expected: 'a number below 3', got: '3' },
    ]);
    expect(await verifySherpaTts({ ...settings, speaker: 2 }, undefined, engines)).toEqual([]);
  });
});
