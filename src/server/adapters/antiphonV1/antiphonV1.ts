import { bytesOfSamples } from '../../../wire/bytes.ts';
import type { MediaAdapter, PeerInput, PeerMessage, PeerOutput } from '../mediaAdapter.ts';
import { parseAudioFrame } from './parseAudioFrame.ts';
import { parseClientMessage } from './parseClientMessage.ts';

/** The adapter of antiphon.v1: its clients report what they have played, and can resume a session. */
export const antiphonV1: MediaAdapter = {
  capabilities: { heard: 'reported', resumes: true, audioIn: 'binary', opens: 'server' },
  createCodec: ({ input }) => ({ decode: (message) => decode(message, input.sample_rate), encode }),
};

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
