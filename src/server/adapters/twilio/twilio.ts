import * as z from 'zod';
import type { MediaAdapter, MediaCodec } from '../../../core/mediaAdapter.ts';
import { createGapFiller } from '../telephone/fillGaps.ts';
import { MULAW, readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createStreamParser, digit, name, payload, wholeNumber, type StreamEvents } from '../telephone/streamEvents.ts';

const mediaFormat = z.object({
  encoding: z.literal('audio/x-mulaw', 'audio/x-mulaw'),
  sampleRate: z.literal(8000, '8000'),
  channels: z.literal(1, '1'),
});

const EVENTS: StreamEvents = {
  start: z
    .object({ streamSid: name, start: z.object({ mediaFormat }) })
    .transform(({ streamSid }) => ({ kind: 'start', stream: streamSid })),
  media: z
    .object({ media: z.object({ timestamp: wholeNumber, payload }) })
    .transform(({ media }) => ({ kind: 'audio', audio: { at: media.timestamp, samples: readMulaw(media.payload) } })),
  dtmf: z.object({ dtmf: z.object({ digit }) }).transform(({ dtmf }) => ({ kind: 'digit', digit: dtmf.digit })),
  mark: z.object({ mark: z.object({ name }) }).transform(({ mark }) => ({ kind: 'mark', name: mark.name })),
  stop: z.object({}).transform(() => ({ kind: 'stop' })),
};

const parse = createStreamParser(EVENTS);

/**
 * The adapter of Twilio Media Streams, bidirectional (`<Connect><Stream>`): mu-law at 8 kHz in JSON, as in
 * https://www.twilio.com/docs/voice/media-streams/websocket-messages (read 2026-11). Twilio returns each mark when it
 * has played the audio before it, or when a `clear` drops the mark. The codec sends nothing before `start`, which names
 * the stream.
 */
export const twilio: MediaAdapter = {
  protocol: 'twilio',
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
