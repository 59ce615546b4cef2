import * as z from 'zod';
import { samplesOfMs } from '../../../core/audio.ts';
import type { MediaAdapter, MediaCodec, PeerFormat } from '../../../core/mediaAdapter.ts';
import { decodeAudio, encodeAudio } from '../../protocols/peerAudio.ts';
import { joinFrames } from '../telephone/joinFrames.ts';
import { LINE } from '../telephone/lineCapabilities.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createStreamParser, dtmf, mark, name, payload, stop } from '../telephone/streamEvents.ts';

const SAMPLE_RATE = 16_000;
const LINEAR: PeerFormat = { encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE };
/** Exotel accepts messages of at least 3,200 bytes, in multiples of 320. */
const CHUNK = samplesOfMs(100, SAMPLE_RATE);

const mediaFormat = z.object({
  encoding: z.string('a string').regex(/^(?!.*(?:mulaw|pcmu|alaw|pcma))/iu, '16-bit PCM'),
  sample_rate: z.union([z.literal('16000'), z.literal(16_000)], '16000'),
});

const PCM = 'base64 of whole 16-bit samples';
const pcm = payload.transform((base64) => Buffer.from(base64, 'base64')).refine(({ length }) => length % 2 === 0, PCM);

const parse = createStreamParser({
  start: z
    .object({ stream_sid: name, start: z.object({ media_format: mediaFormat }) })
    .transform(({ stream_sid }) => ({ kind: 'start', stream: stream_sid })),
  media: z.object({ media: z.object({ payload: pcm }) }).transform(({ media }) => ({
    kind: 'audio',
    audio: { at: 0, samples: decodeAudio(media.payload, 'pcm_s16le') },
  })),
  dtmf,
  mark,
  stop,
});

/**
 * The adapter of Exotel's Voicebot applet: 16-bit PCM at 16 kHz in JSON, as in
 * https://developer.exotel.com/docs/agentstream/websocket-protocol (read 2026-11-26). Exotel returns a mark when it has
 * played the audio before it.
 */
export const exotel: MediaAdapter = {
  protocol: 'exotel',
  capabilities: { ...LINE, audio: { input: [LINEAR], output: [LINEAR] }, audioIn: 'text', returns: false },
  createCodec: createExotelCodec,
};

function createExotelCodec(): MediaCodec {
  const codec = createStreamCodec({
    sampleRate: SAMPLE_RATE,
    parse,
    takeAudio: ({ samples }) => [samples],
    writeAudio: (samples, stream_sid) => {
      const base64 = Buffer.from(encodeAudio(samples, 'pcm_s16le')).toString('base64');
      return [JSON.stringify({ event: 'media', stream_sid, media: { payload: base64 } })];
    },
    writeMark: (mark, stream_sid) => JSON.stringify({ event: 'mark', stream_sid, mark: { name: mark } }),
    writeClear: (stream_sid) => JSON.stringify({ event: 'clear', stream_sid }),
  });
  return joinFrames(codec, CHUNK);
}
