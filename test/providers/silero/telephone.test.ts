import { from, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { vad } from '../../../operators/vad.ts';
import { silero } from '../../../providers/silero/model.ts';
import type { SampleRate } from '../../../providers/silero/messages.ts';
import { concatSamples, type AudioFrame } from '../../../src/core/audio.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import { twilio } from '../../../src/server/adapters/twilio/twilio.ts';
import { encodeMulaw } from '../../../src/wire/audio/g711.ts';
import { audioFormats } from '../../server/media/support/call.ts';
import { speakPcm } from '../../support/voice.ts';

const WINDOW_MS = 32;
const PACKET_MS = 20;
const VOICES = ['en-us', 'en-us+f2'];
/** By how many windows the end may differ: whether the breath after a single word is voice, the model is not sure. */
const SPOKEN: readonly (readonly [text: string, endWindows: number])[] = [
  ['I would like to book a table for two people at seven.', 2],
  ['Tell me about the restaurant, and what time it is.', 2],
  ['Yes.', 6],
  ['Goodbye.', 6],
];
const spoken = VOICES.flatMap((voice) => SPOKEN.map(([text, endWindows]) => ({ voice, text, endWindows })));
const [BEFORE_MS, AFTER_MS] = [1000, 1500];

interface Span {
  readonly startedMs: number;
  /** The end of the last voiced window. */
  readonly lastMs: number;
}

async function sayAt(text: string, voice: string, rate: number): Promise<Int16Array> {
  const { samples, sampleRate } = await speakPcm(text, { voice });
  const resampler = createResampler(sampleRate, rate);
  const silence = (ms: number): Int16Array => new Int16Array((rate * ms) / 1000);
  return concatSamples([silence(BEFORE_MS), resampler.push(samples), resampler.flush(), silence(AFTER_MS)]);
}

function packetsOf(samples: Int16Array, sampleRate: number): readonly AudioFrame[] {
  const length = (sampleRate * PACKET_MS) / 1000;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, at) => ({
    samples: samples.subarray(at * length, (at + 1) * length),
    sampleRate,
  }));
}

/** The audio behind the codec of a telephone call. `isLost`: of the packet that begins there. */
function overTelephone(samples: Int16Array, isLost: (atMs: number) => boolean = () => false): readonly AudioFrame[] {
  const codec = twilio.createCodec(audioFormats(), { allowsInterruptions: true });
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
  codec.decode(JSON.stringify({ event: 'start', streamSid: 'MZ1', start: { mediaFormat } }));
  return packetsOf(samples, 8000).flatMap((packet, at) => {
    if (isLost(at * PACKET_MS)) return [];
    const payload = Buffer.from(encodeMulaw(packet.samples)).toString('base64');
    const media = { timestamp: `${at * PACKET_MS}`, payload };
    return codec
      .decode(JSON.stringify({ event: 'media', media }))
      .flatMap((input) => (input.kind === 'audio' ? [input.frame] : []));
  });
}

async function findSegments(frames: readonly AudioFrame[], sampleRate: SampleRate): Promise<readonly Span[]> {
  const events = await lastValueFrom(from(frames).pipe(vad({ model: silero({ sampleRate }) }), toArray()));
  const ends = events.filter(({ kind }) => kind === 'ended') as readonly { readonly lastVoicedMs: number }[];
  return events
    .filter(({ kind }) => kind === 'started')
    .map(({ atMs }, index) => ({ startedMs: atMs, lastMs: ends[index]?.lastVoicedMs ?? Number.NaN }));
}

describe.each(spoken)('$voice: "$text"', ({ text, voice, endWindows }) => {
  test.each([8000, 16_000] as const)(
    'has over a telephone, at %i Hz, the segment that it has at 16 kHz',
    async (sampleRate) => {
      const expected = await findSegments(packetsOf(await sayAt(text, voice, 16_000), 16_000), 16_000);
      const found = await findSegments(overTelephone(await sayAt(text, voice, 8000)), sampleRate);
      expect([found.length, expected.length]).toEqual([1, 1]);
      const [a, b] = [found[0], expected[0]] as readonly [Span, Span];
      expect(Math.abs(a.startedMs - b.startedMs)).toBeLessThanOrEqual(WINDOW_MS);
      expect(Math.abs(a.lastMs - b.lastMs)).toBeLessThanOrEqual(endWindows * WINDOW_MS);
    },
  );
});

describe.each([20, 60, 100, 200, 300])('%i ms that are lost in the middle of a sentence', (lostMs) => {
  test('do not divide it', async () => {
    for (const voice of VOICES) {
      const samples = await sayAt('I would like to book a table for two people at seven.', voice, 8000);
      const endMs = samples.findLastIndex((sample) => Math.abs(sample) > 200) / 8;
      for (let atMs = BEFORE_MS + 200; atMs + lostMs < endMs - 200; atMs += 400) {
        const frames = overTelephone(samples, (at) => at >= atMs && at < atMs + lostMs);
        expect(await findSegments(frames, 8000), `${voice}, lost at ${atMs} ms`).toHaveLength(1);
      }
    }
  });
});
