import { describe, expect, test } from 'vitest';
import { signPlivo } from '../../../../src/server/adapters/plivo/plivoSignature.ts';
import { sortFields } from '../../../../src/server/adapters/telephone/sortFields.ts';
import { sign } from '../../../../src/server/adapters/twilio/signature.ts';

test('fields are sorted by name, and the values of each', () => {
  const fields = new URLSearchParams('b=2&a=3&B=0&a=1&b=2');
  expect(sortFields(fields)).toEqual([
    ['B', ['0']],
    ['a', ['1', '3']],
    ['b', ['2', '2']],
  ]);
});

/** Counts how often its fields are gone through. */
class CountedFields extends URLSearchParams {
  passes = 0;

  override get(name: string): string | null {
    this.passes += 1;
    return super.get(name);
  }
  override getAll(name: string): string[] {
    this.passes += 1;
    return super.getAll(name);
  }
  override has(name: string): boolean {
    this.passes += 1;
    return super.has(name);
  }
  override [Symbol.iterator](): ReturnType<URLSearchParams['entries']> {
    this.passes += 1;
    return super[Symbol.iterator]();
  }
}

/** What fits into a body of 64 KiB: with a pass for each name, the process is blocked for seconds, by anybody. */
const MANY = Array.from({ length: 16_000 }, (_, at) => at.toString(36)).join('&');

describe.each([
  ['Twilio', (form: URLSearchParams) => sign('secret', 'https://voice.example.com/', form)],
  ['Plivo', (form: URLSearchParams) => signPlivo('secret', 'https://voice.example.com/', 'nonce', form)],
])('the signature of %s', (_name, signForm) => {
  test('is checked in one pass over its fields, however many there are', () => {
    const form = new CountedFields(MANY);
    expect(signForm(form)).not.toBe('');
    expect(form.passes).toBe(1);
  });
});
