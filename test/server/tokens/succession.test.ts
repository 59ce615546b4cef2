import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/server/problems/problem.ts';
import { createTokenSuccession, type TokenSuccession } from '../../../src/server/tokens/succession.ts';
import type { TokenClaims } from '../../../src/server/tokens/tokens.ts';

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((id) => ({
  id,
  sessionId: 'ses_1',
  kind: 'resume',
})) as [TokenClaims, TokenClaims, TokenClaims];
const SESSION = {};

/** A succession, and the tokens that it has spent, in their order. */
function succession(fault?: Error): TokenSuccession & { readonly spent: readonly string[] } {
  const spent: string[] = [];
  const spend = ({ id }: TokenClaims): void => {
    if (fault !== undefined) throw fault;
    spent.push(id);
  };
  return { ...createTokenSuccession({ spend, succeed: () => undefined }), spent };
}

describe('a token that was used', () => {
  it('is not spent before the first message of its client', () => {
    const tokens = succession();
    tokens.take(SESSION, FIRST, 'ek_next');
    expect([tokens.spent, tokens.isUsed(SESSION, FIRST)]).toEqual([[], false]);
  });

  it('is not spent while its client may lack the next one, and counts as used', () => {
    const tokens = succession();
    tokens.take(SESSION, FIRST, 'ek_next').accepted();
    expect([tokens.spent, tokens.isUsed(SESSION, FIRST), tokens.isUsed(SESSION, SECOND)]).toEqual([[], true, false]);
  });

  it('is spent when its client has the next one', () => {
    const tokens = succession();
    const { accepted, confirmed } = tokens.take(SESSION, FIRST, 'ek_next');
    accepted();
    confirmed();
    expect([tokens.spent, tokens.isUsed(SESSION, FIRST)]).toEqual([['first'], false]);
  });

  it('is not spent by another use of itself', () => {
    const tokens = succession();
    for (let n = 0; n < 3; n += 1) tokens.take(SESSION, FIRST, 'ek_next').accepted();
    expect(tokens.spent).toEqual([]);
  });

  it('is spent when its client is accepted with the next one', () => {
    const tokens = succession();
    for (const claims of [FIRST, SECOND, THIRD]) tokens.take(SESSION, claims, 'ek_next').accepted();
    expect(tokens.spent).toEqual(['first', 'second']);
  });

  it('of another session stays as it is', () => {
    const tokens = succession();
    tokens.take(SESSION, FIRST, 'ek_next').accepted();
    const other = tokens.take({}, { ...SECOND, sessionId: 'ses_2' }, 'ek_next');
    other.accepted();
    other.confirmed();
    expect([tokens.spent, tokens.isUsed(SESSION, FIRST)]).toEqual([['second'], true]);
  });

  it('stays valid if the session has used as many as are remembered', () => {
    const { confirmed } = succession(new Problem('token_used')).take(SESSION, FIRST, 'ek_next');
    expect(confirmed).not.toThrow();
  });

  it('passes on every other failure', () => {
    const { confirmed } = succession(new Error('broken')).take(SESSION, FIRST, 'ek_next');
    expect(confirmed).toThrow('broken');
  });
});
