import { decode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { fishTtsSchema } from '../../../providers/fish/settings.ts';
import type { FishTtsSettings } from '../../../providers/fish/settings.ts';
import { fishWire } from '../../../providers/fish/tts.ts';
import type { TtsWire } from '../../../src/core/wire/tts/dialect.ts';

function wire(settings: Partial<FishTtsSettings> = {}): TtsWire {
  return fishWire(fishTtsSchema.parse({ provider: 'fish', api_key: 'k-1', ...settings }));
}

/** The message that begins an utterance. */
function start(settings?: Partial<FishTtsSettings>): unknown {
  const [action] = wire(settings).dialect().begin(0);
  return action?.kind === 'send' ? decode(action.frame as Uint8Array) : action;
}

describe('where the settings go', () => {
  test('all that is not set has its default', () => {
    expect(wire().request()).toEqual({
      url: 'wss://api.fish.audio/v1/tts/live/with-timestamp',
      headers: { authorization: 'Bearer k-1', model: 's2.1-pro' },
    });
    expect(start()).toEqual({
      event: 'start',
      request: {
        text: '',
        format: 'pcm',
        sample_rate: 24_000,
        latency: 'balanced',
        normalize: true,
        reference_id: '933563129e564b19a115bedd57b7406a',
        chunk_length: 100,
      },
    });
  });

  test('model_id is the voice, latency and normalize go as they are', () =>
    expect(start({ model_id: 'v1', latency: 'low', normalize: false })).toMatchObject({
      request: { reference_id: 'v1', latency: 'low', normalize: false },
    }));

  test('base_url takes its place before the path', () =>
    expect(wire({ base_url: 'http://127.0.0.1:9/fish' }).request().url).toBe(
      'ws://127.0.0.1:9/fish/v1/tts/live/with-timestamp',
    ));
});

test('a connection carries one utterance, text as it is generated', () =>
  expect(wire()).toMatchObject({
    name: 'fish',
    sampleRate: 24_000,
    accepts: 'tokens',
    language: 'en',
    concurrent: 1,
    utterances: 1,
  }));
