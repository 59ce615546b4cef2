import * as z from 'zod';
import { samplesOfMs } from '../../../core/audio.ts';
import type { MediaAdapter, MediaCodec, PeerFormat, PeerMessage } from '../../../core/mediaAdapter.ts';
import { bytesOfSamples } from '../../../wire/bytes.ts';
import { parseAudioFrame } from '../../protocols/parseAudioFrame.ts';
import { LINE } from '../telephone/lineCapabilities.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createStreamParser, digit, name, type StreamEvent, type StreamEvents } from '../telephone/streamEvents.ts';

const SAMPLE_RATE = 16_000;
const LINEAR: PeerFormat = { encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE };

/** The audio format that the answer to the webhook requests. */
export const VONAGE_CONTENT_TYPE: string = `audio/l16;rate=${SAMPLE_RATE}`;

/** Samples in each audio message: 20 ms. */
const FRAME = samplesOfMs(20, SAMPLE_RATE);

const EVENTS: StreamEvents = {
  'websocket:connected': z
    .object({ 'content-type': z.literal(VONAGE_CONTENT_TYPE, VONAGE_CONTENT_TYPE) })
    .transform(() => ({ kind: 'start', stream: '' })),
  'websocket:dtmf': z.object({ digit }).transform((pressed) => ({ kind: 'digit', digit: pressed.digit })),
  'websocket:notify': z
    .object({ payload: z.object({ name }) })
    .transform(({ payload }) => ({ kind: 'mark', name: payload.name })),
};

const parseEvent = createStreamParser(EVENTS);

/**
 * The adapter of Vonage's Voice API over WebSocket: 16-bit PCM at 16 kHz in binary messages of 20 ms, as in
 * https://developer.vonage.com/en/voice/voice-api/concepts/websockets (read 2026-11). Vonage returns a `notify` when it
 * has played the audio before it, and closes the WebSocket when the call ends.
 */
export const vonage: MediaAdapter = {
  protocol: 'vonage',
  capabilities: { ...LINE, audio: { input: [LINEAR], output: [LINEAR] }, audioIn: 'binary' },
  createCodec: createVonageCodec,
};

function createVonageCodec(): MediaCodec {
  return createStreamCodec({
    sampleRate: SAMPLE_RATE,
    parse,
    takeAudio: ({ samples }) => [samples],
    writeAudio: cutFrames,
    writeMark: (mark) => JSON.stringify({ action: 'notify', payload: { name: mark } }),
    writeClear: () => '{"action":"clear"}',
  });
}

function parse(message: PeerMessage): StreamEvent | undefined {
  if (typeof message === 'string') return parseEvent(message);
  return { kind: 'audio', audio: { at: 0, samples: parseAudioFrame(message, SAMPLE_RATE).samples } };
}

/** Cuts audio into messages of 20 ms, the only length that Vonage plays, and pads the last one with silence. */
function cutFrames(samples: Int16Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(samples.length / FRAME) }, (_, at) => {
    const frame = new Int16Array(FRAME);
    frame.set(samples.subarray(at * FRAME, (at + 1) * FRAME));
    return bytesOfSamples(frame);
  });
}
