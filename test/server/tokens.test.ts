import { describe, expect, it } from 'vitest';
import { SignJWT } from 'jose';
import { createTokens } from '../../src/server/tokens.ts';

const SESSION = 'ses_1';
const refusedAs = (code: string): unknown => expect.objectContaining({ code });

describe('a token', () => {
  it('lets one client join, once', async () => {
    const tokens = createTokens();
    const ticket = await tokens.verify(await tokens.issue(SESSION), SESSION);
    tokens.spend(ticket);
    expect(() => tokens.spend(ticket)).toThrow(refusedAs('token_used'));
  });

  it('does not use up another of the same session', async () => {
    const tokens = createTokens();
    const [one, two] = [await tokens.issue(SESSION), await tokens.issue(SESSION)];
    tokens.spend(await tokens.verify(one, SESSION));
    tokens.spend(await tokens.verify(two, SESSION));
    expect(one).not.toBe(two);
  });

  it.each([
    [0, 59_999],
    [999, 60_000],
  ])('that is issued %i ms after a second is good for another 60 s', async (issuedMs, lastMs) => {
    let nowMs = issuedMs;
    const tokens = createTokens(() => new Date(nowMs));
    const token = await tokens.issue(SESSION);
    nowMs = lastMs;
    expect(await tokens.verify(token, SESSION)).toMatchObject({ exp: Math.ceil(issuedMs / 1000) + 60 });
    nowMs = (Math.ceil(issuedMs / 1000) + 60) * 1000;
    await expect(tokens.verify(token, SESSION)).rejects.toEqual(refusedAs('token_expired'));
  });

  it('that was used is remembered until it would have expired', async () => {
    let nowMs = 0;
    const tokens = createTokens(() => new Date(nowMs));
    const ticket = await tokens.verify(await tokens.issue(SESSION), SESSION);
    tokens.spend(ticket);
    nowMs = 59_999;
    expect(() => tokens.spend(ticket)).toThrow(refusedAs('token_used'));
    nowMs = 60_000;
    expect(() => tokens.spend(ticket)).not.toThrow();
  });

  it.each<[string, (token: string) => Promise<string | undefined>]>([
    ['that is missing', async () => undefined],
    ['that is empty', async () => ''],
    ['of another process', () => createTokens().issue(SESSION)],
    ['of another session', async (token) => token],
    ['signed by nobody', async () => `ek_${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    [
      'signed with a guessed secret',
      async () =>
        `ek_${await new SignJWT().setSubject(SESSION).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))}`,
    ],
  ])('%s is none', async (what, forge) => {
    const tokens = createTokens();
    const token = await forge(await tokens.issue(SESSION));
    const session = what === 'of another session' ? 'ses_2' : SESSION;
    await expect(tokens.verify(token, session)).rejects.toEqual(refusedAs('token_invalid'));
  });

  it('can travel as a subprotocol', async () => {
    expect(await createTokens().issue(SESSION)).toMatch(/^[\w.-]+$/u);
  });
});
