import { PROTOCOL, type AudioFormat } from '../../core/protocol.ts';
import { bytesOfSamples } from '../../wire/bytes.ts';
import type { MediaAdapter, PeerFormat, PeerInput, PeerMessage, PeerOutput } from '../../core/mediaAdapter.ts';
import { parseAudioFrame } from './parseAudioFrame.ts';
import { parseClientMessage } from './parseClientMessage.ts';

/** The adapter of antiphon.v1, whose clients report what they have played and can resume a session. */
export const antiphonV1: MediaAdapter = {
  protocol: PROTOCOL,
  capabilities: {
    audio: { input: pcm(16_000, 8000, 24_000, 48_000), output: pcm(24_000, 8000, 16_000, 48_000) },
    heard: 'reported',
    clears: true,
    digits: true,
    resumes: true,
    audioIn: 'binary',
    opens: 'server',
  },
  createCodec: ({ input }) => ({ decode: (message) => decode(message, input.sample_rate), encode }),
};

function pcm(...rates: readonly AudioFormat['sample_rate'][]): readonly PeerFormat[] {
  return rates.map((sample_rate) => ({ encoding: 'pcm_s16le', sample_rate }));
}

function decode(message: PeerMessage, sampleRate: number): readonly PeerInput[] {
  if (typeof message !== 'string') return [{ kind: 'audio', frame: parseAudioFrame(message, sampleRate) }];
  const parsed = parseClientMessage(message);
  return parsed === null ? [] : [{ kind: 'message', message: parsed }];
}

function encode(output: PeerOutput): readonly PeerMessage[] {
  switch (output.kind) {
    case 'message':
      return [JSON.stringify(output.message)];
    case 'audio':
      return [bytesOfSamples(output.samples)];
    case 'mark':
      return [];
  }
}
