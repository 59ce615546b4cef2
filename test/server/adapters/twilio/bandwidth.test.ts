import oracle from 'alawmulaw';
import { from, map, mergeMap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { concatSamples } from '../../../../src/core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../../src/core/ports.ts';
import { phone } from './phone.ts';

const RATE = 24_000;
const AMPLITUDE = 12_000;

/** A voice at 24 kHz that speaks a second of a tone. */
function toneVoice(hz: number): TextToSpeech {
  const samples = Int16Array.from({ length: RATE }, (_, at) => AMPLITUDE * Math.sin((2 * Math.PI * hz * at) / RATE));
  const spoken = (text: string): readonly TtsEvent[] => [
    { kind: 'audio', frame: { samples, sampleRate: RATE } },
    { kind: 'mark', chars: text.length },
  ];
  const synthesize: TextToSpeech['synthesize'] = (text) =>
    text.pipe(
      map(spoken),
      mergeMap((events) => from(events)),
    );
  return { name: 'tone', sampleRate: RATE, accepts: 'sentences', language: 'en-US', synthesize };
}

/** The level of what the caller hears of it against a full tone, in dB, without its beginning and end. */
async function levelOf(hz: number): Promise<number> {
  const heard: Int16Array[] = [];
  const { clock, socket, telephone } = phone([], { config: { first_message: 'tone' }, ports: { tts: toneVoice(hz) } });
  socket.onFrame = (frame) => {
    telephone.take(String(frame));
    const { media } = JSON.parse(String(frame)) as { readonly media?: { readonly payload: string } };
    if (media !== undefined) heard.push(oracle.mulaw.decode(Buffer.from(media.payload, 'base64')));
  };
  await clock.run(3000);
  const middle = concatSamples(heard).subarray(400, 7600);
  const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
  return 10 * Math.log10(Math.max(power, 1e-3) / (AMPLITUDE ** 2 / 2));
}

describe('a voice at 24 kHz over a telephone', () => {
  it('keeps a tone of 1 kHz', async () => {
    expect(Math.abs(await levelOf(1000))).toBeLessThan(0.5);
  });

  it.each([4500, 5000, 7000, 11_000])('does not fold a tone of %i Hz into what is heard: below -40 dB', async (hz) => {
    expect(await levelOf(hz)).toBeLessThan(-40);
  });
});
