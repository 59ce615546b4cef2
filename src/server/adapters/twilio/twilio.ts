import * as z from 'zod';
import type { MediaAdapter, MediaCodec } from '../../../core/mediaAdapter.ts';
import { createGapFiller } from '../telephone/fillGaps.ts';
import { MULAW_LINE } from '../telephone/lineCapabilities.ts';
import { readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createMedia, createStreamParser, dtmf, mark, name, stop } from '../telephone/streamEvents.ts';

const mediaFormat = z.object({
  encoding: z.literal('audio/x-mulaw', 'audio/x-mulaw'),
  sampleRate: z.literal(8000, '8000'),
  channels: z.literal(1, '1'),
});

const parse = createStreamParser({
  start: z
    .object({ streamSid: name, start: z.object({ mediaFormat }) })
    .transform(({ streamSid }) => ({ kind: 'start', stream: streamSid })),
  media: createMedia('timestamp', readMulaw),
  dtmf,
  mark,
  stop,
});

/**
 * The adapter of Twilio Media Streams, bidirectional (`<Connect><Stream>`): mu-law at 8 kHz in JSON, as in
 * https://www.twilio.com/docs/voice/media-streams/websocket-messages (read 2026-11). Twilio returns each mark when it
 * has played the audio before it, or when a `clear` drops the mark. The codec sends nothing before `start`, which names
 * the stream.
 */
export const twilio: MediaAdapter = {
  protocol: 'twilio',
  capabilities: MULAW_LINE,
  createCodec: createTwilioCodec,
};

function createTwilioCodec(): MediaCodec {
  const fillGaps = createGapFiller(TELEPHONE_RATE);
  return createStreamCodec({
    sampleRate: TELEPHONE_RATE,
    parse,
    takeAudio: ({ at, samples }) => fillGaps(at, samples),
    writeAudio: (samples, streamSid) => [write('media', streamSid, { media: { payload: writeMulaw(samples) } })],
    writeMark: (mark, streamSid) => write('mark', streamSid, { mark: { name: mark } }),
    writeClear: (streamSid) => write('clear', streamSid, {}),
  });
}

function write(event: string, streamSid: string, fields: object): string {
  return JSON.stringify({ event, streamSid, ...fields });
}
