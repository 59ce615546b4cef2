import { lastValueFrom, of, toArray } from 'rxjs';
import { expect, test } from 'vitest';
import type { GoogleTtsSettings } from '../../../providers/google/settings.ts';
import { googleTts } from '../../../providers/google/tts.ts';
import { createRequestDouble } from '../../../src/testing/wire/requestDouble.ts';
import { createWavHeader } from '../../../src/wire/audio/wavHeader.ts';
import { createAccount } from '../../fakes/google/account.ts';
import { mp3File } from '../../wire/audio/mp3File.ts';

const { credentials } = createAccount();

/** The number of samples of what is spoken when Google answers with this file. */
async function countSamples(settings: Omit<GoogleTtsSettings, 'credentials'>, file: Buffer): Promise<number> {
  const body = [JSON.stringify({ audioContent: file.toString('base64') })];
  const { openRequest } = createRequestDouble({ server: { body } });
  const voice = googleTts({ ...settings, credentials }, { openRequest, wallClock: () => 0 });
  const events = await lastValueFrom(voice.synthesize(of('Hello there.')).pipe(toArray()));
  return events.reduce((sum, event) => sum + (event.kind === 'audio' ? event.frame.samples.length : 0), 0);
}

test.each([8000, 16_000, 44_100])('a WAV file is played at the rate that its header says: %i Hz', async (rate) => {
  const file = Buffer.concat([createWavHeader(rate, 1), Buffer.alloc(rate)]);
  expect(await countSamples({}, file)).toBe(12_000);
});

test('an mp3 file is played at the rate that its frames say', async () => {
  const samples = await countSamples(
    { encoding: 'mp3', sample_rate: 48_000 },
    mp3File(16_000, 32, new Int16Array(16_000)),
  );
  expect(samples / 48_000).toBeGreaterThan(0.99);
  expect(samples / 48_000).toBeLessThan(1.15);
});
