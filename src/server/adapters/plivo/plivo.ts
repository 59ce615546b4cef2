import * as z from 'zod';
import type { MediaAdapter, MediaCodec } from '../../../core/mediaAdapter.ts';
import { createGapFiller } from '../telephone/fillGaps.ts';
import { MULAW_LINE } from '../telephone/lineCapabilities.ts';
import { readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createMedia, createStreamParser, dtmf, name, stop } from '../telephone/streamEvents.ts';

const mediaFormat = z.object({
  encoding: z.literal('audio/x-mulaw', 'audio/x-mulaw'),
  sampleRate: z.literal(8000, '8000'),
});

const parse = createStreamParser({
  start: z
    .object({ start: z.object({ streamId: name, mediaFormat }) })
    .transform(({ start }) => ({ kind: 'start', stream: start.streamId })),
  media: createMedia('timestamp', readMulaw),
  dtmf,
  playedStream: z.object({ name }).transform((played) => ({ kind: 'mark', name: played.name })),
  stop,
});
const MEDIA = { contentType: 'audio/x-mulaw', sampleRate: TELEPHONE_RATE };

/**
 * The adapter of Plivo Audio Streaming, bidirectional: mu-law at 8 kHz in JSON, as in
 * https://plivo.com/docs/voice-agents/audio-streaming/concepts/audio-streaming-guide (read 2026-11). Plivo returns a
 * checkpoint as `playedStream` when it has played the audio before it, and closes the WebSocket when the call ends.
 */
export const plivo: MediaAdapter = {
  protocol: 'plivo',
  capabilities: MULAW_LINE,
  createCodec: createPlivoCodec,
};

function createPlivoCodec(): MediaCodec {
  const fill = createGapFiller(TELEPHONE_RATE);
  return createStreamCodec({
    sampleRate: TELEPHONE_RATE,
    parse,
    takeAudio: (audio) => fill(audio.at, audio.samples),
    writeAudio: (samples) => [
      JSON.stringify({ event: 'playAudio', media: { ...MEDIA, payload: writeMulaw(samples) } }),
    ],
    writeMark: (mark, streamId) => JSON.stringify({ event: 'checkpoint', streamId, name: mark }),
    writeClear: (streamId) => JSON.stringify({ event: 'clearAudio', streamId }),
  });
}
