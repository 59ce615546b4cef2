import * as z from 'zod';
import type { MediaAdapter, MediaCodec, PeerMessage } from '../../../core/mediaAdapter.ts';
import { MULAW, readAlaw, readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createChunkSorter } from '../telephone/sortChunks.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import {
  createStreamParser,
  digit,
  name,
  payload,
  wholeNumber,
  type StreamEvent,
  type StreamEvents,
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

function createParser(read: (payload: string) => Int16Array): (message: PeerMessage) => StreamEvent | undefined {
  const events: StreamEvents = {
    start: START,
    media: z
      .object({ media: z.object({ chunk: wholeNumber, payload }) })
      .transform(({ media }) => ({ kind: 'audio', audio: { at: media.chunk, samples: read(media.payload) } })),
    dtmf: z.object({ dtmf: z.object({ digit }) }).transform(({ dtmf }) => ({ kind: 'digit', digit: dtmf.digit })),
    mark: z.object({ mark: z.object({ name }) }).transform(({ mark }) => ({ kind: 'mark', name: mark.name })),
    stop: z.object({}).transform(() => ({ kind: 'stop' })),
  };
  return createStreamParser(events);
}

/**
 * The adapter of Telnyx Media Streaming, bidirectional (`bidirectionalMode="rtp"`): mu-law at 8 kHz in JSON, and A-law
 * from callers whose call uses it, as in https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming
 * (read 2026-11). Its messages may arrive out of order; `chunk` is the sequence number of the caller's audio.
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
