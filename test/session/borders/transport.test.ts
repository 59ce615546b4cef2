import { runInNewContext } from 'node:vm';
import { concat, map, merge, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { SessionIo } from '../../../src/core/ports.ts';
import { createTestSession, type TestSession } from '../../support/testSession.ts';

/** A session whose transport brings what `change` makes of it. */
function talk(change: (io: SessionIo) => object): TestSession {
  return createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    says: ['what time is it'],
    llm: ['It is seven.'],
    prepare: (io) => void Object.assign(io, change({ ...io })),
  });
}

const hearing = (change: (frame: AudioFrame) => unknown): TestSession =>
  talk(({ audioIn }) => ({ audioIn: audioIn.pipe(map(change)) }));

const told = ({ errors }: TestSession): unknown[] => errors.map(({ code, details }) => [code, details.path]);

describe('audio of the user that is none', () => {
  it.each<[string, (frame: AudioFrame) => unknown, string]>([
    ['Buffers', ({ samples }) => Buffer.from(samples.buffer), 'a frame.samples to be an Int16Array, got undefined'],
    [
      'samples in a Buffer',
      ({ samples, sampleRate }) => ({ samples: Buffer.from(samples.buffer), sampleRate }),
      'got a Buffer (16-bit PCM in bytes: new Int16Array(new Uint8Array(bytes).buffer))',
    ],
    [
      'samples in a Float32Array',
      ({ samples, sampleRate }) => ({ samples: Float32Array.from(samples), sampleRate }),
      'a frame.samples to be an Int16Array, got a Float32Array (samples from -1 to 1: ',
    ],
    ['frames without a rate', ({ samples }) => ({ samples }), 'a frame.sampleRate to be a whole number of Hz'],
    [
      'more than a minute at once',
      () => ({ samples: new Int16Array(960_001), sampleRate: 16_000 }),
      'a frame.samples to be at most 60 s of audio, got 60.0000625',
    ],
    ['a rate of 0', ({ samples }) => ({ samples, sampleRate: 0 }), 'from 1000 to 192000, got 0'],
    ['a rate that is no number', ({ samples }) => ({ samples, sampleRate: '16000' }), 'got "16000"'],
    ['a rate that cannot be converted', ({ samples }) => ({ samples, sampleRate: 15_991 }), 'a rate that can be'],
    ['nothing', () => null, 'a frame { samples: Int16Array, sampleRate }, got null'],
  ])('%s: usage_invalid names what came, once, and the session goes on', async (_, change, message) => {
    const made = hearing(change);
    made.clock.schedule(() => made.io.user.text.next('what time is it'), 1000);
    await made.clock.run(4000);
    expect(made.errors.map(({ code }) => code)).toEqual(['usage_invalid']);
    expect(made.errors[0]?.message).toContain(message);
    expect(made.history()).toEqual(['user: what time is it', 'assistant: It is seven.']);
  });

  it.each<[string, (frame: AudioFrame) => unknown]>([
    ['a view of a Buffer', ({ samples, sampleRate }) => ({ samples: viewOf(Buffer.from(samples.buffer)), sampleRate })],
    [
      'a part of a longer one',
      ({ samples, sampleRate }) => {
        const longer = Buffer.concat([Buffer.alloc(6), Buffer.from(samples.buffer)]);
        return { samples: viewOf(longer).subarray(3), sampleRate };
      },
    ],
    [
      'an array of another realm',
      ({ samples, sampleRate }) => ({ samples: runInNewContext('Int16Array.from(s)', { s: samples }), sampleRate }),
    ],
  ])('%s is heard', async (_, change) => {
    const made = hearing(change);
    await made.clock.run(4000);
    expect(made.errors).toEqual([]);
    expect(made.history()).toEqual(['user: what time is it', 'assistant: It is seven.']);
  });

  it('a frame in between that is none costs nothing but itself', async () => {
    const made = talk(({ audioIn }) => ({
      audioIn: concat(of({ samples: null } as never, undefined as never), audioIn),
    }));
    await made.clock.run(4000);
    expect(told(made)).toEqual([
      ['usage_invalid', 'audioIn'],
      ['usage_invalid', 'audioIn'],
    ]);
    expect(made.history()).toHaveLength(2);
  });
});

function viewOf({ buffer, byteOffset, length }: Buffer): Int16Array {
  const even =
    byteOffset % 2 === 0
      ? { buffer, byteOffset }
      : { buffer: Uint8Array.from(Buffer.from(buffer)).buffer, byteOffset: 0 };
  return new Int16Array(even.buffer, even.byteOffset, length / 2);
}

describe('what else a transport brings', () => {
  it.each<[string, (io: SessionIo) => object]>([
    ['textIn', ({ textIn = of() }) => ({ textIn: merge(textIn, of(7 as never, 7 as never)) })],
    ['muted', ({ muted = of() }) => ({ muted: merge(muted, of('no' as never, 'no' as never)) })],
    ['connected', ({ connected = of() }) => ({ connected: merge(connected, of(0 as never, 1 as never)) })],
    [
      'playout',
      ({ playout }) => ({
        playout: (commands: Parameters<typeof playout>[0]) =>
          merge(
            playout(commands),
            of(...[Number.NaN, -1, Infinity].map((n) => ({ kind: 'position', utterance: 'u0.0', playedSamples: n }))),
          ),
      }),
    ],
  ])('%s of a wrong kind is dropped, and reported once', async (stream, change) => {
    const made = talk(change);
    await made.clock.run(4000);
    expect(told(made)).toEqual([['usage_invalid', stream]]);
    expect(made.history()).toEqual(['user: what time is it', 'assistant: It is seven.']);
  });

  it.each([
    [250_000, false],
    [250_001, true],
  ])('a text of %i characters is dropped: %s', async (length, isDropped) => {
    const made = talk(({ textIn = of() }) => ({ textIn: merge(textIn, of('x'.repeat(length))) }));
    await made.clock.run(4000);
    expect(made.history()[0] === 'user: what time is it').toBe(isDropped);
    expect(made.errors.some(({ details }) => details.path === 'textIn')).toBe(isDropped);
  });

  it('an error that cannot be printed ends the session, in order', async () => {
    const made = talk(() => ({ playout: () => throwError(() => Object.create(null) as unknown) }));
    await made.clock.run(10);
    await expect(made.session.ended).resolves.toMatchObject({ reason: 'disconnected' });
  });
});
