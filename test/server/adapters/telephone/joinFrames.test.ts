import { describe, expect, it } from 'vitest';
import type { MediaCodec, PeerOutput } from '../../../../src/core/mediaAdapter.ts';
import { joinFrames } from '../../../../src/server/adapters/telephone/joinFrames.ts';

const position = { utterance_id: 'u', seq: 0, t_ms: 0 } as const;
const end: PeerOutput = { kind: 'message', message: { type: 'audio.end', samples: 0, ...position } };
const clear: PeerOutput = { kind: 'message', message: { type: 'clear', clear_id: 0, ...position } };
const audio = (...samples: readonly number[]): PeerOutput => ({ kind: 'audio', samples: Int16Array.from(samples) });
const mark = (name: string): PeerOutput => ({ kind: 'mark', name });

/** Writes parts of four samples as their text. */
function joined(...outputs: readonly PeerOutput[]): readonly unknown[] {
  const inner: MediaCodec = {
    decode: () => [],
    encode: (output) => {
      if (output.kind === 'audio') return [output.samples.join(' ')];
      return [output.kind === 'mark' ? output.name : output.message.type];
    },
  };
  return outputs.flatMap(joinFrames(inner, 4).encode);
}

describe('audio for a peer that takes no short parts', () => {
  it('is joined, and divided', () => {
    expect(joined(audio(1, 2, 3), audio(4, 5), audio(6, 7, 8, 9, 10, 11, 12))).toEqual([
      '1 2 3 4',
      '5 6 7 8',
      '9 10 11 12',
    ]);
  });

  it('is filled with silence at the end of an utterance', () => {
    expect(joined(audio(1, 2, 3, 4, 5), end, end)).toEqual(['1 2 3 4', '5 0 0 0', 'audio.end', 'audio.end']);
  });

  it('has its marks behind the part with the audio before them', () => {
    expect(joined(mark('a'), audio(1), mark('b'), audio(2, 3, 4), mark('c'))).toEqual(['a', '1 2 3 4', 'b', 'c']);
  });

  it('is dropped with its marks by a clear', () => {
    expect(joined(audio(1), mark('a'), clear, audio(2, 3, 4, 5))).toEqual(['clear', '2 3 4 5']);
  });
});
