import * as z from 'zod';
import type { MediaAdapter, MediaCodec } from '../../../core/mediaAdapter.ts';
import { MULAW, readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createChunkSorter } from '../telephone/sortChunks.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createStreamParser, digit, name, payload, wholeNumber, type StreamEvents } from '../telephone/streamEvents.ts';

const mediaFormat = z.object({
  encoding: z.enum(['PCMU', 'audio/x-mulaw'], 'PCMU or audio/x-mulaw'),
  sample_rate: z.literal(8000, '8000'),
});

const EVENTS: StreamEvents = {
  start: z
    .object({ stream_id: name, start: z.object({ media_format: mediaFormat }) })
    .transform(({ stream_id }) => ({ kind: 'start', stream: stream_id })),
  media: z
    .object({ media: z.object({ chunk: wholeNumber, payload }) })
    .transform(({ media }) => ({ kind: 'audio', audio: { at: media.chunk, samples: readMulaw(media.payload) } })),
  dtmf: z.object({ dtmf: z.object({ digit }) }).transform(({ dtmf }) => ({ kind: 'digit', digit: dtmf.digit })),
  mark: z.object({ mark: z.object({ name }) }).transform(({ mark }) => ({ kind: 'mark', name: mark.name })),
  stop: z.object({}).transform(() => ({ kind: 'stop' })),
};

const parse = createStreamParser(EVENTS);

/**
 * The adapter of Telnyx Media Streaming, bidirectional (`bidirectionalMode="rtp"`): mu-law at 8 kHz in JSON, as in
 * https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming (read 2026-11). Its messages may arrive in another
 * order than they were sent; `chunk` has the order of the caller's audio.
 */
export const telnyx: MediaAdapter = {
  protocol: 'telnyx',
  capabilities: {
    audio: { input: [MULAW], output: [MULAW] },
    heard: 'marked',
    clears: true,
    digits: true,
    resumes: false,
    returns: true,
    audioIn: 'text',
    continuous: true,
    opens: 'peer',
  },
  createCodec: createTelnyxCodec,
};

function createTelnyxCodec(): MediaCodec {
  const sort = createChunkSorter(TELEPHONE_RATE);
  return createStreamCodec({
    sampleRate: TELEPHONE_RATE,
    parse,
    takeAudio: (audio) => sort(audio.at, audio.samples),
    writeAudio: (samples) => [JSON.stringify({ event: 'media', media: { payload: writeMulaw(samples) } })],
    writeMark: (mark) => JSON.stringify({ event: 'mark', mark: { name: mark } }),
    writeClear: () => '{"event":"clear"}',
  });
}
