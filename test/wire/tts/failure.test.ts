import { describe, expect, it } from 'vitest';
import { createHarness, type Harness } from './toyWire.ts';

function openedAt(test: Harness): readonly number[] {
  return test.connections.map(({ atMs }) => atMs);
}

describe('a connection that is lost before there was a sound', () => {
  it('is replaced after a pause, and all text so far is sent again', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One. ');
    speech.write('Two. ');
    test.connections[0]?.server.end({ code: 1011 });
    test.clock.flush(50);
    speech.write('Three.');
    speech.end();
    test.clock.flush(100);
    expect(test.sent(1)).toEqual(['100 begin 1', '100 text 1 One. Two. Three.', '100 end 1']);
    test.hear('audio 1 20|done 1', 1);
    expect(test.log).toEqual(['100 audio 20', '100 mark 16', '100 complete']);
  });

  it('is replaced twice, after pauses that grow; then that is the error', () => {
    const test = createHarness({}, { script: [{ atMs: 10, end: { code: 1011, reason: 'no luck' } }] });
    test.speak().write('One.');
    test.clock.flush();
    expect(openedAt(test)).toEqual([0, 110, 320]);
    expect(test.log).toEqual(['330 provider_failed Toy: the connection ended with 1011: no luck']);
    expect(test.clock.pending).toBe(0);
  });

  it.each([
    ['refused with 503', { refused: { status: 503, headers: {}, body: '' } }],
    ['ended without a goodbye', { code: 1006 }],
    ['ended as if all were well', { code: 1000 }],
  ])('is replaced, %s', (_, end) => {
    const test = createHarness({}, (n) => (n === 0 ? { opensAfterMs: Infinity, script: [{ atMs: 5, end }] } : {}));
    test.speak().write('One.');
    test.clock.flush(60_000);
    expect(openedAt(test)).toEqual([0, 105]);
  });

  it.each([
    [2999, [0]],
    [3000, [0]],
    [3100, [0, 3100]],
  ])('counts as lost when it is not ready 3 s after it was requested: after %i ms', (ms, expected) => {
    const test = createHarness({ greeting: true });
    test.speak().write('One.');
    test.clock.flush(ms);
    expect(openedAt(test)).toEqual(expected);
    expect(test.connections[0]?.closed?.by).toBe(ms >= 3000 ? 'terminate' : undefined);
  });

  it('whose time was up is replaced at once, and that is no attempt', () => {
    const test = createHarness({}, (n) => ({ script: n < 3 ? [{ atMs: 10, frame: 'fault expired' }] : [] }));
    test.speak().write('One.');
    test.clock.flush(30);
    expect(openedAt(test)).toEqual([0, 10, 20, 30]);
    test.hear('audio 3 20', 3);
    expect(test.log).toEqual(['30 audio 20']);
  });

  it('that always expires fails in the end', () => {
    const test = createHarness({}, { script: [{ atMs: 10, frame: 'fault expired' }] });
    test.speak().write('One.');
    test.clock.flush();
    expect(openedAt(test)).toEqual([0, 10, 20, 30, 140, 350]);
    expect(test.log).toEqual(['360 provider_failed Toy: it broke']);
  });

  it('whose frames could not be dealt with is replaced', () => {
    const test = createHarness({
      dialect: {
        receive: () => {
          throw new Error('what is this');
        },
      },
    });
    test.speak().write('One.');
    for (const n of [0, 1, 2]) {
      test.hear('x', n);
      test.clock.flush(1000 * (n + 1));
    }
    expect(test.log).toEqual(['2000 provider_failed Toy: it sent an unexpected message: what is this']);
  });

  it.each(['begin', 'text'] as const)('because it could not send the %s is replaced', (what) => {
    const sentTypes: string[] = [];
    const fails = (): never => {
      sentTypes.push(what);
      throw new Error('no');
    };
    const test = createHarness({ dialect: { [what]: fails } });
    test.speak().write('One.');
    test.clock.flush(300);
    expect(sentTypes).toHaveLength(3);
    expect(test.log).toEqual(['300 provider_failed Toy: it sent an unexpected message: no']);
    expect(test.clock.pending).toBe(0);
  });

  it('takes all with it that speak over it: each is tried again', () => {
    const test = createHarness({ maxConcurrent: 2 });
    test.speak('a ').write('One.');
    test.speak('b ').write('Two.');
    test.hear('fault retry');
    test.clock.flush(100);
    expect(test.sent(1)).toEqual(['100 begin 2', '100 text 2 One.', '100 begin 3', '100 text 3 Two.']);
  });
});

describe('a provider that requests a pause', () => {
  function refusing(seconds: string): Harness {
    const refused = { status: 429, headers: { 'retry-after': seconds }, body: '' };
    const test = createHarness({}, (n) =>
      n === 0 ? { opensAfterMs: Infinity, script: [{ atMs: 0, end: { refused } }] } : {},
    );
    test.speak().write('One.');
    test.clock.flush(60_000);
    return test;
  }

  it('is, up to five seconds', () => expect(openedAt(refusing('5'))).toEqual([0, 5000]));

  it('for longer is not waited for', () => {
    const test = refusing('5.001');
    expect(openedAt(test)).toEqual([0]);
    expect(test.log).toEqual(['0 provider_failed Toy: HTTP 429']);
  });
});

describe('a provider that refuses', () => {
  it.each([400, 401, 402, 403, 404])('with %i is requested once', (status) => {
    const refused = { status, headers: {}, body: '{"message":"no"}' };
    const test = createHarness({}, { opensAfterMs: Infinity, script: [{ atMs: 10, end: { refused } }] });
    test.speak().write('One.');
    test.clock.flush();
    expect(openedAt(test)).toEqual([0]);
    expect(test.log).toEqual([`10 provider_refused Toy: HTTP ${status}: no`]);
  });

  it('in a frame of its own is requested once', () => {
    const test = createHarness({}, { script: [{ atMs: 10, frame: 'fault final' }] });
    test.speak().write('One.');
    test.clock.flush();
    expect(test.log).toEqual(['10 provider_refused Toy: it broke']);
    expect(test.connections.map(({ closed }) => closed?.by)).toEqual(['terminate']);
  });

  it('by a rule of its own is taken by that rule', () => {
    const faultOf = () => ({ kind: 'final', message: 'out of credit' }) as const;
    const test = createHarness({ faultOf }, { script: [{ atMs: 10, end: {} }] });
    test.speak().write('One.');
    test.clock.flush();
    expect(test.log).toEqual(['10 provider_refused Toy: out of credit']);
  });

  it('is not even reached, where the request cannot be made', () => {
    const request = (): never => {
      throw new Error('Invalid URL');
    };
    const test = createHarness({ request });
    test.speak().write('One.');
    expect(test.log).toEqual(['0 provider_refused Toy: Invalid URL']);
  });
});

describe('a failure after the first sound', () => {
  it.each(['fault retry', 'fault expired', 'failed 0 retry', 'failed 0 expired'])('ends the utterance: %s', (line) => {
    const test = createHarness();
    test.speak().write('One.');
    test.hear('audio 0 20');
    test.hear(line);
    test.clock.flush();
    expect(test.log[1]).toMatch(/^0 provider_failed Toy: it /u);
    expect(test.connections).toHaveLength(1);
    expect(test.connections[0]?.closed).not.toBeNull();
  });
});

describe('an utterance that failed by itself', () => {
  it('is tried again, over the connection that goes on', () => {
    const test = createHarness();
    test.warm();
    test.speak().write('One.');
    test.hear('failed 0 retry');
    test.clock.flush(100);
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.', '100 begin 1', '100 text 1 One.']);
  });

  it('for good is not', () => {
    const test = createHarness();
    test.speak().write('One.');
    test.hear('failed 0 final');
    test.clock.flush();
    expect(test.log).toEqual(['0 provider_refused Toy: it failed']);
  });

  it('leaves the others alone', () => {
    const test = createHarness({ maxConcurrent: 2 });
    test.speak('a ').write('One.');
    test.speak('b ').write('Two.');
    test.hear('failed 0 final|audio 1 20');
    expect(test.log).toEqual(['0 a provider_refused Toy: it failed', '0 b audio 20']);
  });
});
