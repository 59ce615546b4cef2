import { describe, expect, test } from 'vitest';
import { wav } from '../../../src/wire/audio/wav.ts';
import { decoded, littleEnd } from './decoding.ts';

const SAMPLES = [1, -2, 300, -400, 32_767];
const FORMAT = chunk('fmt ', Buffer.from('0100010080bb00000077010002001000', 'hex'));
const LENGTHS = [1, 3, 44, 1000];

describe('a WAV file as it streams', () => {
  test.each(LENGTHS)('gives its samples, in pieces of %i bytes', async (length) => {
    expect([...(await decoded(wav, riff(FORMAT, data(SAMPLES)), length))]).toEqual(SAMPLES);
  });

  test.each(LENGTHS)(
    'may have any chunks before its samples, padded to even sizes, in pieces of %i bytes',
    async (length) => {
      const list = chunk('LIST', Buffer.from('INFOodd'));
      const file = riff(FORMAT, list, chunk('fact', Buffer.alloc(4)), data(SAMPLES));
      expect([...(await decoded(wav, file, length))]).toEqual(SAMPLES);
    },
  );

  test.each(LENGTHS)('ends where its samples end, in pieces of %i bytes', async (length) => {
    const file = riff(FORMAT, data(SAMPLES), chunk('LIST', Buffer.from('INFOwho made it')));
    expect([...(await decoded(wav, file, length))]).toEqual(SAMPLES);
  });

  test.each([
    ['nothing', 0],
    ['the most there is', 0xff_ff_ff_ff],
    ['2 GiB', 0x7f_ff_f0_00],
  ])('goes on to the end of the stream when its size is %s', async (_size, size) => {
    expect([...(await decoded(wav, riff(FORMAT, data(SAMPLES, size)), 5))]).toEqual(SAMPLES);
  });

  test('without a header is taken as bare samples', async () => {
    expect([...(await decoded(wav, littleEnd(SAMPLES), 1))]).toEqual(SAMPLES);
  });

  test.each([
    ['two channels, as their mean', '0100020080bb00000077010004001000', '64009cff0a001e00', [0, 20]],
    ['8 bits', '0100010080bb00000077010001000800', '8000ff', [0, -32_768, 32_512]],
    ['24 bits', '0100010080bb00000077010003001800', '000100ff0080', [1, -32_768]],
    ['32 bits', '0100010080bb00000077010004002000', '00000100ffffffff', [1, -1]],
    ['floating point', '0300010080bb00000077010004002000', '000000000000003f000000c0', [0, 16_384, -32_768]],
    ['mu-law', '070001001f400000401f000001000800', 'ff80', [0, 32_124]],
    ['A-law', '060001001f400000401f000001000800', 'd5aa', [8, 32_256]],
  ])('of %s is decoded', async (_name, format, bytes, samples) => {
    const file = riff(chunk('fmt ', Buffer.from(format, 'hex')), chunk('data', Buffer.from(bytes, 'hex')));
    for (const length of LENGTHS) expect([...(await decoded(wav, file, length))]).toEqual(samples);
  });

  test.each([
    ['ADPCM', '0200010080bb00000077010001000400', 'in ADPCM, 1 channels, 4 bits'],
    ['an unknown codec', '9900010080bb00000077010001000800', 'in format 153, 1 channels, 8 bits'],
    ['no channel', '0100000080bb00000077010002001000', 'in PCM, 0 channels, 16 bits'],
  ])('of %s is an error, not noise', async (_name, format, found) => {
    const file = riff(chunk('fmt ', Buffer.from(format, 'hex')), data(SAMPLES));
    await expect(decoded(wav, file, 7)).rejects.toThrow(`a WAV file ${found} is not supported`);
  });

  test('with an extensible format is read all the same', async () => {
    const format = Buffer.concat([Buffer.from('feff010080bb00000077010002001000', 'hex'), Buffer.alloc(24)]);
    expect([...(await decoded(wav, riff(chunk('fmt ', format), data(SAMPLES)), 9))]).toEqual(SAMPLES);
  });

  test('that never comes to its samples is an error, and not kept', async () => {
    const file = riff(FORMAT, chunk('junk', Buffer.alloc(100_000)));
    await expect(decoded(wav, file, 4096)).rejects.toThrow('the WAV file has no samples');
  });
});

function riff(...chunks: readonly Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
}

function data(samples: readonly number[], size?: number): Buffer {
  return chunk('data', littleEnd(samples), size);
}

function chunk(name: string, body: Uint8Array, size: number = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}
