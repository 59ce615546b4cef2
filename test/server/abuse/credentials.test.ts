import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createIdempotentStarts } from '../../../src/server/idempotency/idempotentStarts.ts';
import { createTokens } from '../../../src/server/tokens/tokens.ts';
import { runs } from '../../properties/runs.ts';
import { appWith, listening } from '../support.ts';
import { exchange } from './exchange.ts';

const SESSION = 'ses_1';

/** What may stand where a token is expected: anything, and what resembles one. */
const segment = fc.oneof(
  fc.string(),
  fc.base64String(),
  fc.json().map((text) => Buffer.from(text).toString('base64url')),
);
const garbage = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }).map((text) => `ek_${text}`),
  fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => `ek_${segments.join('.')}`),
);

async function codeOf(verified: Promise<unknown>): Promise<unknown> {
  return verified.then(
    () => 'good',
    (error: { readonly code?: unknown }) => error.code,
  );
}

describe('a token', () => {
  it('that is anything else is refused as invalid', async () => {
    const tokens = createTokens();
    await fc.assert(
      fc.asyncProperty(garbage, async (token) => {
        expect(await codeOf(tokens.verify(token, SESSION))).toBe('token_invalid');
      }),
      runs(250),
    );
  });

  it('that was changed at any place is refused as invalid', async () => {
    const tokens = createTokens();
    const token = await tokens.issue(SESSION);
    // The last character of base64 has bits that mean nothing.
    const at = fc.nat(token.length - 2);
    const change = fc.constantFrom('A', '-', '.', ' ', '\u0000', 'é', '', 'AA');
    await fc.assert(
      fc.asyncProperty(at, change, async (index, other) => {
        fc.pre(token[index] !== other);
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        expect(await codeOf(tokens.verify(changed, SESSION))).toBe('token_invalid');
      }),
      runs(125),
    );
  });

  it('of another session is refused, whatever its id', async () => {
    const tokens = createTokens();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), async (mine, other) => {
        fc.pre(mine !== other);
        expect(await codeOf(tokens.verify(await tokens.issue(mine), other))).toBe('token_invalid');
      }),
      runs(75),
    );
  });

  it('of a megabyte costs no more than to be refused', async () => {
    const tokens = createTokens();
    for (const token of [`ek_${'a'.repeat(1_000_000)}`, `ek_${'.'.repeat(1_000_000)}`, `ek_${'a.'.repeat(500_000)}`])
      expect(await codeOf(tokens.verify(token, SESSION))).toBe('token_invalid');
  });
});

/** A request that starts a session, with the bytes of a header. */
function startWith(key: Buffer): Buffer {
  const head = 'POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nIdempotency-Key: ';
  return Buffer.concat([Buffer.from(head), key, Buffer.from('\r\n\r\n')]);
}

describe('an Idempotency-Key', () => {
  it('of any bytes starts a session, or is refused', async () => {
    const at = await listening(await appWith());
    // A line that ends is another header.
    const bytes = fc
      .uint8Array({ maxLength: 300 })
      .map((array) => Buffer.from(array.filter((byte) => byte !== 10 && byte !== 13)));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          bytes,
          fc
            .string({ unit: 'grapheme' })
            .filter((text) => !/[\r\n]/u.test(text))
            .map((text) => Buffer.from(text)),
        ),
        async (key) => {
          const { status, code } = await exchange(at, startWith(key), true);
          expect(['201 null', '400 idempotency_key_invalid', '400 null']).toContain(`${status} ${code}`);
        },
      ),
      runs(38),
    );
  });

  it('that is sent twice is refused', async () => {
    const at = await listening(await appWith());
    for (const second of ['a', 'b', '']) {
      const { status, code } = await exchange(at, startWith(Buffer.from(`a\r\nIdempotency-Key: ${second}`)));
      expect([second, status, code]).toEqual([second, 400, 'idempotency_key_invalid']);
    }
  });

  it.each([
    [4000, 400, 'idempotency_key_invalid'],
    [20_000, 431, null],
  ])('of %i characters is refused', async (length, status, code) => {
    const at = await listening(await appWith());
    expect(await exchange(at, startWith(Buffer.alloc(length, 'k')))).toMatchObject({ status, code });
  });

  it.each(['__proto__', 'constructor', 'toString', '%00', "' OR 1=1 --".replaceAll(' ', '_'), '../../etc'])(
    'of %s is one like any other',
    async (key) => {
      const app = await appWith();
      const start = async (other: string): Promise<string> => (await post(app, other)).json().session_id;
      const [first, again, another] = [await start(key), await start(key), await start(`${key}x`)];
      expect([again === first, another === first]).toEqual([true, false]);
    },
  );
});

function post(app: FastifyInstance, key: string) {
  return app.inject({ method: 'POST', url: '/v1/sessions', headers: { 'idempotency-key': key } });
}

describe('the memory of keys', () => {
  it('holds 10000 of 50000 that have started a session', async () => {
    const starts = createIdempotentStarts({ now: () => 0 });
    const here = new AbortController().signal;
    const request = (n: number): Promise<string> =>
      starts.start(
        { owner: 'o'.repeat(128), key: `${n}`.padEnd(255, 'k'), body: 'd'.repeat(44) },
        async () => ({ id: `ses_${n}` }),
        here,
      );
    for (let n = 0; n < 50_000; n += 1) await request(n);
    expect(starts.size).toBe(10_000);
  });

  it('of starts that fail is none', async () => {
    const starts = createIdempotentStarts({ now: () => 0 });
    const here = new AbortController().signal;
    const failing = Array.from({ length: 10_000 }, (_, n) =>
      starts.start({ owner: 'a', key: `${n}`, body: '' }, () => Promise.reject(new Error('no')), here),
    );
    await Promise.allSettled(failing);
    expect(starts.size).toBe(0);
  });

  it('of callers that leave is none', async () => {
    const starts = createIdempotentStarts({ now: () => 0 });
    const callers = Array.from({ length: 1000 }, () => new AbortController());
    const leaving = callers.map(({ signal }, n) =>
      starts.start(
        { owner: 'a', key: `${n}`, body: '' },
        (left) => new Promise((_resolve, reject) => left.addEventListener('abort', () => reject(new Error('left')))),
        signal,
      ),
    );
    await Promise.resolve();
    expect(starts.size).toBe(1000);
    for (const caller of callers) caller.abort();
    await Promise.allSettled(leaving);
    expect(starts.size).toBe(0);
  });
});
