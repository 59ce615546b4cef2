import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { base64url, decodeJwt, SignJWT, type JWTPayload } from 'jose';
import { createTokens, type TokenKind, type TokenClaims, type Tokens } from '../../src/server/tokens/tokens.ts';

const SESSION = 'ses_1';
const SECRET = new TextEncoder().encode('a secret of thirty-two bytes, 1.');
const refusedAs = (code: string): unknown => expect.objectContaining({ code });
const fixed = { nodeId: 'node-1', secrets: { read: () => ({ newest: SECRET, previous: undefined }) } };

describe('a token', () => {
  it('lets one client join, once', async () => {
    const tokens = createTokens();
    const claims = await tokens.verify(await tokens.issue(SESSION), SESSION);
    tokens.assertUnused(claims);
    tokens.spend(claims);
    expect(() => tokens.assertUnused(claims)).toThrow(refusedAs('token_used'));
    expect(() => tokens.spend(claims)).toThrow(refusedAs('token_used'));
  });

  it('does not use up another of the same session', async () => {
    const tokens = createTokens();
    const [one, two] = [await tokens.issue(SESSION), await tokens.issue(SESSION)];
    tokens.spend(await tokens.verify(one, SESSION));
    tokens.spend(await tokens.verify(two, SESSION));
    expect(one).not.toBe(two);
  });

  it('is verified as often as its client is refused for other reasons', async () => {
    const tokens = createTokens();
    const token = await tokens.issue(SESSION);
    const [first, second] = await Promise.all([tokens.verify(token, SESSION), tokens.verify(token, SESSION)]);
    expect(first).toEqual(second);
  });

  it.each<[TokenKind, number, number, string]>([
    ['media', 0, 59_000, 'good'],
    ['media', 0, 60_000, 'good'],
    ['media', 0, 64_999, 'good'],
    ['media', 0, 65_000, 'token_expired'],
    ['media', 0, 66_000, 'token_expired'],
    ['media', 1, 65_999, 'good'],
    ['media', 999, 65_999, 'good'],
    ['media', 999, 66_000, 'token_expired'],
    ['resume', 0, 86_400_000, 'good'],
    ['resume', 0, 86_405_000, 'token_expired'],
  ])('of kind %s, issued at %i ms, is at %i ms %s', async (kind, issuedMs, usedMs, outcome) => {
    let nowMs = issuedMs;
    const tokens = createTokens({ now: () => new Date(nowMs) });
    const token = await tokens.issue(SESSION, kind);
    nowMs = usedMs;
    const verified = tokens.verify(token, SESSION, [kind]);
    expect(
      await verified.then(
        () => 'good',
        (error: { code: string }) => error.code,
      ),
    ).toBe(outcome);
  });

  it('is good on a machine whose clock was set back', async () => {
    let nowMs = 3_600_000;
    const tokens = createTokens({ now: () => new Date(nowMs) });
    const token = await tokens.issue(SESSION);
    nowMs = 0;
    expect(await tokens.verify(token, SESSION)).toMatchObject({ sessionId: SESSION });
  });

  it('is of one kind', async () => {
    const tokens = createTokens();
    const token = await tokens.issue(SESSION, 'resume');
    await expect(tokens.verify(token, SESSION)).rejects.toEqual(refusedAs('token_invalid'));
    expect(await tokens.verify(token, SESSION, ['media', 'resume'])).toMatchObject({ kind: 'resume' });
    expect(await tokens.verify(await tokens.issue(SESSION), SESSION, ['media', 'resume'])).toMatchObject({
      kind: 'media',
    });
  });

  it('can travel as a subprotocol', async () => {
    expect(await createTokens().issue(SESSION)).toMatch(/^[\w.-]+$/u);
  });

  it('names its session and its node, and has an id of its own', async () => {
    const token = await createTokens(fixed).issue(SESSION);
    const { exp: _, ...claims } = decodeJwt(token.slice('ek_'.length));
    const jti = expect.stringMatching(/^[0-9a-f-]{36}$/u);
    expect(claims).toEqual({ iss: 'node-1', sub: SESSION, aud: 'media', jti, issued: expect.any(Number) });
  });
});

describe('used tokens', () => {
  const claims = (id: number, sessionId = SESSION): TokenClaims => ({
    id: `${id}`,
    sessionId,
    kind: 'resume',
    issuer: 'node-1',
    issued: id,
  });

  it('are at most 1000 of a session', () => {
    const tokens = createTokens();
    for (let id = 0; id < 1000; id += 1) tokens.spend(claims(id));
    expect(() => tokens.spend(claims(1000))).toThrow(refusedAs('token_used'));
    expect(() => tokens.spend(claims(1000, 'ses_2'))).not.toThrow();
  });

  it('are forgotten when their session has ended', () => {
    const tokens = createTokens();
    tokens.spend(claims(0));
    tokens.spend(claims(0, 'ses_2'));
    tokens.forget(SESSION);
    expect(() => tokens.assertUnused(claims(0))).not.toThrow();
    expect(() => tokens.assertUnused(claims(0, 'ses_2'))).toThrow(refusedAs('token_used'));
  });
});

interface Forgery {
  readonly alg?: string;
  readonly secret?: Uint8Array;
  /** Claims that differ from a good token's; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

const GOOD: JWTPayload = { iss: 'node-1', sub: SESSION, aud: 'media', jti: '1', exp: 4_000_000_000, issued: 1 };

async function forge({ alg = 'HS256', secret = SECRET, claims = {} }: Forgery = {}): Promise<string> {
  return `ek_${await new SignJWT({ ...GOOD, ...claims }).setProtectedHeader({ alg }).sign(secret)}`;
}

/** Signs the claims of a good token with another algorithm. */
function signWith(alg: string, digest: string): string {
  const token = unsigned({ alg }).slice(0, -1);
  return `${token}.${createHmac(digest, SECRET).update(token.slice('ek_'.length)).digest('base64url')}`;
}

function unsigned(header: object, signature = ''): string {
  return `ek_${[header, GOOD].map((part) => base64url.encode(JSON.stringify(part))).join('.')}.${signature}`;
}

describe('a forged token is refused', () => {
  const verify = (token: string | undefined): Promise<TokenClaims> => createTokens(fixed).verify(token, SESSION);

  it('but for one that is no forgery', async () => {
    expect(await verify(signWith('HS256', 'sha256'))).toMatchObject({ id: '1' });
    expect(await verify(await forge())).toEqual({
      id: '1',
      sessionId: SESSION,
      kind: 'media',
      issuer: 'node-1',
      issued: 1,
    });
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['that is missing', async () => undefined],
    ['that is empty', async () => ''],
    ['without its mark', async () => (await forge()).slice('ek_'.length)],
    ['of another process', () => createTokens().issue(SESSION)],
    ['of another node', () => createTokens({ ...fixed, nodeId: 'node-2' }).issue(SESSION)],
    ['of no node', () => forge({ claims: { iss: undefined } })],
    ['of another session', () => createTokens(fixed).issue('ses_2')],
    ['of no session', () => forge({ claims: { sub: undefined } })],
    ['of a session whose id begins like this', () => createTokens(fixed).issue(`${SESSION}0`)],
    ['of another kind', () => forge({ claims: { aud: 'resume' } })],
    ['of no kind', () => forge({ claims: { aud: undefined } })],
    ['without an id', () => forge({ claims: { jti: undefined } })],
    ['that never expires', () => forge({ claims: { exp: undefined } })],
    ['that expires in words', () => forge({ claims: { exp: '4000000000' } })],
    ['signed by nobody', async () => unsigned({ alg: 'none' })],
    ['signed by nobody, in capitals', async () => unsigned({ alg: 'None' })],
    ['that is said to be signed', async () => unsigned({ alg: 'HS256' })],
    ['without an algorithm', async () => unsigned({}, (await forge()).split('.')[2])],
    ['that was signed with HS384 and the right secret', async () => signWith('HS384', 'sha384')],
    ['that was signed with HS512 and the right secret', async () => signWith('HS512', 'sha512')],
    ['that is said to be signed with RS256', async () => unsigned({ alg: 'RS256' }, (await forge()).split('.')[2])],
    ['signed with a guessed secret', () => forge({ secret: new Uint8Array(32) })],
    ['with a part too many', async () => `${await forge()}.`],
    ['with a critical header', async () => unsigned({ alg: 'HS256', crit: ['b64'], b64: false })],
  ])('%s', async (_what, token) => {
    await expect(verify(await token())).rejects.toEqual(refusedAs('token_invalid'));
  });

  it.each([
    ['header', 0],
    ['claims', 1],
    ['signature', 2],
  ])('with any other character in its %s', async (_part, index) => {
    const parts = (await forge()).slice('ek_'.length).split('.');
    const part = parts[index] ?? '';
    for (let at = 0; at < part.length - 1; at += 1) {
      const other = part[at] === 'A' ? 'B' : 'A';
      const changed = parts.with(index, part.slice(0, at) + other + part.slice(at + 1));
      await expect(verify(`ek_${changed.join('.')}`)).rejects.toEqual(refusedAs('token_invalid'));
    }
  });
});

describe('the tokens of a session', () => {
  it('are succeeded by the one that a client with another of them is given', async () => {
    const tokens = createTokens();
    const [old, used, next] = [
      await tokens.issue(SESSION, 'resume'),
      await tokens.issue(SESSION, 'resume'),
      await tokens.issue(SESSION, 'resume'),
    ];
    const claimsOf = (token: string): Promise<TokenClaims> => tokens.verify(token, SESSION, ['resume']);
    tokens.succeed(await claimsOf(used), next);
    const later = await tokens.issue(SESSION, 'resume');
    const outcomes = await Promise.all(
      [old, used, next, later].map(async (token) => {
        const claims = await claimsOf(token);
        return isUnused(tokens, claims);
      }),
    );
    expect(outcomes).toEqual([false, true, true, true]);
  });
});

function isUnused(tokens: Tokens, claims: TokenClaims): boolean {
  try {
    tokens.assertUnused(claims);
    return true;
  } catch {
    return false;
  }
}
