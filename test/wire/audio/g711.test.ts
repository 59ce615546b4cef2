import { describe, expect, test } from 'vitest';
import oracle from 'alawmulaw';
import { alaw, decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw, mulaw } from '../../../src/wire/audio/g711.ts';
import { decoded } from './decoding.ts';

const CODES = Uint8Array.from({ length: 256 }, (_, code) => code);

/** Values of the tables of ITU-T G.711, scaled to 16 bits. */
const MULAW = { 0x00: -32_124, 0x0f: -16_764, 0x70: -120, 0x7f: 0, 0x80: 32_124, 0xa0: 7932, 0xfe: 8, 0xff: 0 };
const ALAW = { 0x00: -5504, 0x2a: -32_256, 0x55: -8, 0x54: -24, 0x80: 5504, 0xaa: 32_256, 0xd5: 8, 0xd4: 24 };

describe('G.711', () => {
  test.each(Object.entries(MULAW))('mu-law code %s is %i', async (code, sample) => {
    expect([...(await decoded(mulaw, Uint8Array.of(Number(code))))]).toEqual([sample]);
  });

  test.each(Object.entries(ALAW))('A-law code %s is %i', async (code, sample) => {
    expect([...(await decoded(alaw, Uint8Array.of(Number(code))))]).toEqual([sample]);
  });

  test('every mu-law code follows the formula of the standard', async () => {
    expect([...(await decoded(mulaw, CODES, 7))]).toEqual([...CODES].map(mulawByFormula));
  });

  test('every A-law code follows the formula of the standard', async () => {
    expect([...(await decoded(alaw, CODES, 7))]).toEqual([...CODES].map(alawByFormula));
  });
});

describe('encoding', () => {
  const SAMPLES = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);

  test('mu-law is that of alawmulaw, for every sample', () => {
    expect(Buffer.compare(encodeMulaw(SAMPLES), oracle.mulaw.encode(SAMPLES))).toBe(0);
  });

  test('A-law is that of alawmulaw, for every sample', () => {
    expect(Buffer.compare(encodeAlaw(SAMPLES), oracle.alaw.encode(SAMPLES))).toBe(0);
  });

  test('decoding is that of alawmulaw, for every code', () => {
    expect([...decodeMulaw(CODES)]).toEqual([...oracle.mulaw.decode(CODES)]);
    expect([...decodeAlaw(CODES)]).toEqual([...oracle.alaw.decode(CODES)]);
  });
});

/** 14 bits: sign · (2 (mantissa + 16.5) 2^exponent - 33), scaled by 4; all bits inverted. */
function mulawByFormula(code: number): number {
  const bits = 255 - code;
  const [exponent, mantissa] = [Math.floor(bits / 16) % 8, bits % 16];
  const magnitude = 4 * (2 * (mantissa + 16.5) * 2 ** exponent - 33);
  return bits >= 128 ? 0 - magnitude : magnitude;
}

/** 13 bits: sign · (2 mantissa + 1), or (2 mantissa + 33) 2^(exponent - 1), scaled by 8; every other bit inverted. */
function alawByFormula(code: number): number {
  const bits = code ^ 0x55;
  const [exponent, mantissa] = [Math.floor(bits / 16) % 8, bits % 16];
  const magnitude = 8 * (exponent === 0 ? 2 * mantissa + 1 : (2 * mantissa + 33) * 2 ** (exponent - 1));
  return bits >= 128 ? magnitude : -magnitude;
}
