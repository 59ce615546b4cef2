import { concat, filter, firstValueFrom, interval, map, NEVER, of, take } from 'rxjs';
import { test, expect } from 'vitest';
import { speak } from '../../operators/speak.ts';
import { cartesiaTts } from '../../providers/cartesia/tts.ts';
import { deepgramTts } from '../../providers/deepgram/tts.ts';
import { elevenLabsTts } from '../../providers/elevenlabs/tts.ts';
import { fishTts } from '../../providers/fish/tts.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { TurnEvent } from '../../src/core/turn.ts';
import { createCartesiaFake } from '../fakes/cartesia.ts';
import { createDeepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { createElevenLabsFake } from '../fakes/elevenlabs.ts';
import { createFishFake } from '../fakes/fish.ts';
import { startFake, type FakeVendor } from '../fakes/kit/fake.ts';

const TEXT = 'Well. then we shall go along the river and past the old mill until we come to the bridge';
const api_key = 'fake-key';

/** Two words a second, which is slower than one speaks, and no end of a sentence but the first. */
const reply = concat(
  of<TurnEvent>({ kind: 'started', turn: 0 }),
  interval(500).pipe(
    map((n): TurnEvent => ({ kind: 'text', turn: 0, round: 0, delta: `${TEXT.split(' ')[n] ?? ''} ` })),
    take(TEXT.split(' ').length),
  ),
  of<TurnEvent>({ kind: 'ended', turn: 0, reason: 'complete' }),
  NEVER,
);

const VOICES: readonly [string, FakeVendor, (base_url: string) => TextToSpeech][] = [
  ['deepgram', createDeepgramTtsFake(), (base_url) => deepgramTts({ api_key: 'secret', base_url })],
  ['elevenlabs', createElevenLabsFake(), (base_url) => elevenLabsTts({ api_key, base_url, encoding: 'pcm_24000' })],
  ['cartesia', createCartesiaFake(), (base_url) => cartesiaTts({ api_key, base_url })],
  ['fish', createFishFake(), (base_url) => fishTts({ api_key, base_url })],
];

test.concurrent.each(VOICES)(
  'a model that writes more slowly than one speaks is spoken to its end: %s',
  async (_, vendor, voice) => {
    const { origin, violations: faults, close } = await startFake(vendor);
    const reported: AntiphonError[] = [];
    const report = (error: AntiphonError): void => void reported.push(error);
    const spoken = reply.pipe(
      speak({ tts: voice(origin), report }),
      filter((event) => event.kind === 'ended'),
    );
    expect(await firstValueFrom(spoken)).toMatchObject({ reason: 'complete' });
    expect([reported, faults]).toEqual([[], []]);
    await close();
  },
);
