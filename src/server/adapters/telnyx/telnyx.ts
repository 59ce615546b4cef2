import * as z from 'zod';
import type { MediaAdapter, MediaCodec } from '../../../core/mediaAdapter.ts';
import { MULAW_LINE } from '../telephone/lineCapabilities.ts';
import { readAlaw, readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createChunkSorter } from '../telephone/sortChunks.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import {
  createMedia,
  createStreamParser,
  dtmf,
  mark,
  name,
  stop,
  type StreamEvent,
} from '../telephone/streamEvents.ts';

/** The encodings of the caller's audio. Telnyx keeps the encoding of the call where it does not transcode. */
const ENCODINGS = ['PCMU', 'audio/x-mulaw', 'PCMA', 'audio/x-alaw'] as const;

const mediaFormat = z.object({
  encoding: z.enum(ENCODINGS, ENCODINGS.join(' or ')),
  sample_rate: z.literal(8000, '8000'),
});

const START = z
  .object({ stream_id: name, start: z.object({ media_format: mediaFormat }) })
  .transform(({ stream_id, start: { media_format } }): StreamEvent => {
    const isAlaw = media_format.encoding === 'PCMA' || media_format.encoding === 'audio/x-alaw';
    return { kind: 'start', stream: stream_id, encoding: isAlaw ? 'alaw' : 'mulaw' };
  });

/** The stream parsers, keyed by the encoding of the caller's audio, which `start` names. */
const PARSERS = { mulaw: createParser(readMulaw), alaw: createParser(readAlaw) };

function createParser(read: (payload: string) => Int16Array): ReturnType<typeof createStreamParser> {
  return createStreamParser({ start: START, media: createMedia('chunk', read), dtmf, mark, stop });
}

/**
 * The adapter of Telnyx Media Streaming, bidirectional (`bidirectionalMode="rtp"`): mu-law at 8 kHz in JSON, and A-law
 * from callers whose call uses it, as in https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming
 * (read 2026-11). Its messages may arrive out of order; `chunk` is the sequence number of the caller's audio.
 */
export const telnyx: MediaAdapter = {
  protocol: 'telnyx',
  capabilities: MULAW_LINE,
  createCodec: createTelnyxCodec,
};

function createTelnyxCodec(): MediaCodec {
  const sort = createChunkSorter(TELEPHONE_RATE);
  let parser = PARSERS.mulaw;
  return createStreamCodec({
    sampleRate: TELEPHONE_RATE,
    parse: (message) => {
      const event = parser(message);
      if (event?.kind === 'start') parser = PARSERS[event.encoding ?? 'mulaw'];
      return event;
    },
    takeAudio: (audio) => sort(audio.at, audio.samples),
    writeAudio: (samples) => [JSON.stringify({ event: 'media', media: { payload: writeMulaw(samples) } })],
    writeMark: (mark) => JSON.stringify({ event: 'mark', mark: { name: mark } }),
    writeClear: () => '{"event":"clear"}',
  });
}
