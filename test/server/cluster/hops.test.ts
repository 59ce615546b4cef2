import { describe, expect, it } from 'vitest';
import { createHops, type Hops } from '../../../src/server/cluster/hops.ts';
import { createSecretSource } from '../../../src/server/tokens/secrets.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const REQUEST = { method: 'POST', path: '/v1/sessions', body: '{}' };
const CALLER = { name: 'shop', scopes: ['sessions:start'] };
const OLD = 'the secret that was used until now';
const NEW = 'the secret that is used from now on';

function hopsOf(nodeId: string, secrets: readonly string[] = [OLD], skewS = 0): Hops {
  const now = () => new Date(1_700_000_000_000 + skewS * 1000);
  return createHops({
    nodeId,
    secrets: createSecretSource(secrets, () => undefined),
    scheduler: new VirtualClock(),
    now,
  });
}

const refusal = expect.objectContaining({ code: 'unauthorized' });

describe('the signature of a request that a node passes on', () => {
  it('names the caller to the node that it is for', async () => {
    const signature = await hopsOf('a').sign('b', REQUEST, CALLER);
    const hop = await hopsOf('b').verify(signature, REQUEST);
    expect(hop.caller).toEqual(CALLER);
    hop.checkBody(REQUEST.body);
  });

  it('is accepted once', async () => {
    const signature = await hopsOf('a').sign('b', REQUEST, CALLER);
    const b = hopsOf('b');
    await b.verify(signature, REQUEST);
    await expect(b.verify(signature, REQUEST)).rejects.toEqual(refusal);
  });

  it('is for one node, method, path and body', async () => {
    const sign = () => hopsOf('a').sign('b', REQUEST, CALLER);
    await expect(hopsOf('c').verify(await sign(), REQUEST)).rejects.toEqual(refusal);
    await expect(hopsOf('b').verify(await sign(), { ...REQUEST, method: 'DELETE' })).rejects.toEqual(refusal);
    await expect(hopsOf('b').verify(await sign(), { ...REQUEST, path: '/v1/sessions/x' })).rejects.toEqual(refusal);
    const hop = await hopsOf('b').verify(await sign(), REQUEST);
    expect(() => hop.checkBody('{"max_duration":1}')).toThrow(refusal);
  });

  it('has an answer that is signed for it, with the secret of all nodes', async () => {
    const [a, b] = [hopsOf('a'), hopsOf('b')];
    const signature = await a.sign('b', REQUEST, CALLER);
    const answer = { status: 201, body: '{"session_id":"s"}' };
    const signed = (await b.verify(signature, REQUEST)).signAnswer(answer);
    expect(a.isAnswered(signature, answer, signed)).toBe(true);
    expect(hopsOf('a', [NEW, OLD]).isAnswered(signature, answer, signed)).toBe(true);
    expect(hopsOf('a', [NEW]).isAnswered(signature, answer, signed)).toBe(false);
    expect(a.isAnswered(signature, { ...answer, status: 200 }, signed)).toBe(false);
    expect(a.isAnswered(signature, { ...answer, body: '{}' }, signed)).toBe(false);
    expect(a.isAnswered(await a.sign('b', REQUEST, CALLER), answer, signed)).toBe(false);
    expect(a.isAnswered(signature, answer, undefined)).toBe(false);
  });

  it('needs the secret of all nodes', async () => {
    const signature = await hopsOf('a', ['the secret of another service, or a guess']).sign('b', REQUEST, CALLER);
    await expect(hopsOf('b').verify(signature, REQUEST)).rejects.toEqual(refusal);
    await expect(hopsOf('b').verify('none', REQUEST)).rejects.toEqual(refusal);
  });

  it('may be made with the previous secret while nodes get a new one', async () => {
    const signature = await hopsOf('a', [OLD]).sign('b', REQUEST, CALLER);
    expect((await hopsOf('b', [NEW, OLD]).verify(signature, REQUEST)).caller).toEqual(CALLER);
  });

  it.each([
    [-5, 'accepted'],
    [5, 'accepted'],
    [44, 'accepted'],
    [46, 'refused'],
    [-60, 'refused'],
  ])('is, by a node whose clock is %i s ahead, %s', async (skewS, outcome) => {
    const signature = await hopsOf('a').sign('b', REQUEST, CALLER);
    const verified = hopsOf('b', [OLD], skewS).verify(signature, REQUEST);
    expect(
      await verified.then(
        () => 'accepted',
        () => 'refused',
      ),
    ).toBe(outcome);
  });
});
