import { describe, expect, it } from 'vitest';
import { createHarness, talker, type Harness } from './toyWire.ts';

function openedAt(test: Harness): readonly number[] {
  return test.connections.map(({ atMs }) => atMs);
}

function open(test: Harness): readonly number[] {
  return test.connections.flatMap(({ closed }, n) => (closed === null ? [n] : []));
}

describe('a TTS that is kept warm', () => {
  it('has a connection before there is text', () => {
    const test = createHarness();
    test.warm();
    test.clock.flush(10);
    expect(openedAt(test)).toEqual([0]);
    const speech = test.speak();
    speech.write('One.');
    expect(test.sent()).toEqual(['10 begin 0', '10 text 0 One.']);
  });

  it('gives an utterance the connection that is being opened', () => {
    const test = createHarness({}, { opensAfterMs: 50 });
    test.warm();
    test.clock.flush(20);
    test.speak().write('One.');
    test.clock.flush(50);
    expect(openedAt(test)).toEqual([0]);
    expect(test.sent()).toEqual(['50 begin 0', '50 text 0 One.']);
  });

  it('keeps its connection between utterances', () => {
    const test = createHarness({}, { onFrame: talker });
    test.warm();
    for (const text of ['One.', 'Two.']) {
      const speech = test.speak();
      speech.write(text);
      speech.end();
      test.clock.flush(test.clock.now() + 5000);
    }
    expect(openedAt(test)).toEqual([0]);
    expect(open(test)).toEqual([0]);
  });

  it('takes a connection with room rather than one that is being released', () => {
    const test = createHarness();
    test.warm();
    const [first, second] = [test.speak(), test.speak()];
    first.write('One.');
    second.write('Two.');
    second.end();
    test.hear('audio 1 20|done 1', 1);
    first.subscription.unsubscribe();
    test.speak().write('Three.');
    expect(test.sent(1).at(-1)).toBe('0 text 2 Three.');
  });

  it('opens what ended while idle when it is needed, not before', () => {
    const test = createHarness({}, { script: [{ atMs: 500, end: { code: 1000 } }] });
    test.warm();
    test.clock.flush(60_000);
    expect(openedAt(test)).toEqual([0]);
    test.speak().write('One.');
    expect(openedAt(test)).toEqual([0, 60_000]);
    expect(test.log).toEqual([]);
  });

  it('reports what the provider warns of', () => {
    const test = createHarness();
    test.warm();
    test.clock.flush(0);
    test.hear('warning slow');
    expect(test.log).toEqual(['0 provider_warning Toy: slow']);
  });

  it('repeats no key in it', () => {
    const test = createHarness();
    test.warm();
    test.clock.flush(0);
    test.hear('warning secret');
    expect(test.log).toEqual(['0 provider_warning Toy: ***']);
  });

  it('reports nothing where it is not', () => {
    const test = createHarness();
    test.speak().write('One.');
    test.hear('warning slow|audio 0 20');
    expect(test.log).toEqual(['0 audio 20']);
  });
});

describe('a connection that is opened ahead of need', () => {
  it('and fails is opened again after pauses that grow, five times in all, quietly', () => {
    const test = createHarness({}, { opensAfterMs: Infinity, script: [{ atMs: 0, end: {} }] });
    test.warm();
    test.clock.flush();
    expect(openedAt(test)).toEqual([0, 500, 1500, 3500, 7500]);
    expect(test.log).toEqual([]);
  });

  it('and is refused for good is reported at once, and the next utterance fails without another attempt', () => {
    const refused = { status: 401, headers: {}, body: '' };
    const test = createHarness({}, { opensAfterMs: Infinity, script: [{ atMs: 0, end: { refused } }] });
    test.warm();
    test.clock.flush(1000);
    expect(test.log).toEqual(['0 provider_refused Toy: HTTP 401']);
    for (const text of ['One.', 'Two.']) test.speak().write(text);
    expect(test.log.slice(1)).toEqual(['1000 provider_refused Toy: HTTP 401', '1000 provider_refused Toy: HTTP 401']);
    expect(openedAt(test)).toEqual([0]);
  });

  it('is closed again when another idle connection exists', () => {
    const test = createHarness({}, { onFrame: talker });
    test.warm();
    const speeches = [test.speak(), test.speak(), test.speak()];
    for (const speech of speeches) speech.write('One.');
    expect(open(test)).toEqual([0, 1, 2]);
    for (const speech of speeches) speech.end();
    test.clock.flush(1000);
    expect(open(test)).toHaveLength(1);
  });

  it('is not waited for by who needs one in the pause', () => {
    const test = createHarness({}, (n) => (n === 0 ? { opensAfterMs: Infinity, script: [{ atMs: 0, end: {} }] } : {}));
    test.warm();
    test.clock.flush(200);
    test.speak().write('One.');
    test.clock.flush(60_000);
    expect(openedAt(test)).toEqual([0, 200]);
  });

  it('is left to its pause, also where one that is needed is used up meanwhile', () => {
    const refused = { status: 429, headers: { 'retry-after': '2' }, body: '' };
    const script = [{ atMs: 0, end: { refused } }];
    const test = createHarness({ maxUtterances: 1 }, (n) => ({
      opensAfterMs: Infinity,
      script: n === 0 ? script : [],
    }));
    test.warm();
    test.clock.flush(200);
    test.speak().write('One.');
    test.clock.flush(1999);
    expect(openedAt(test)).toEqual([0, 200]);
    test.clock.flush(2000);
    expect(openedAt(test)).toEqual([0, 200, 2000]);
  });

  it('replaces one that is used up as soon as its last utterance has begun', () => {
    const test = createHarness({ maxUtterances: 1 }, { onFrame: talker });
    test.warm();
    const speech = test.speak();
    speech.write('One.');
    expect(open(test)).toEqual([0, 1]);
    speech.end();
    expect(open(test)).toEqual([1]);
    expect(test.sent(0).at(-1)).toBe('0 bye');
    test.speak().write('Two.');
    expect(test.sent(1)).toEqual(['0 begin 1', '0 text 1 Two.']);
  });

  it.each([
    [999, [0]],
    [1000, [0, 1000]],
  ])('replaces an idle one that has its age: at %i ms of 1000', (ms, expected) => {
    const test = createHarness({ maxAgeMs: 1000 });
    test.warm();
    test.clock.flush(ms);
    expect(openedAt(test)).toEqual(expected);
    expect(open(test)).toEqual([expected.length - 1]);
  });

  it('replaces one that came of age when its utterance has ended, and stands ready before', () => {
    const test = createHarness({ maxAgeMs: 1000 });
    test.warm();
    const speech = test.speak();
    speech.write('One.');
    test.hear('audio 0 20');
    test.clock.flush(1500);
    expect(openedAt(test)).toEqual([0, 1000]);
    expect(open(test)).toEqual([0, 1]);
    speech.end();
    test.hear('done 0');
    expect(open(test)).toEqual([1]);
  });
});

describe('a connection that is kept', () => {
  it('is kept alive whenever nothing was sent for so long', () => {
    const test = createHarness({ keepAliveMs: 100, pings: true });
    test.warm();
    test.clock.flush(199);
    expect(test.sent()).toEqual(['100 ping']);
    test.speak().write('One.');
    test.clock.flush(299);
    expect(test.sent().slice(1)).toEqual(['199 begin 0', '199 text 0 One.', '299 ping']);
  });

  it('is not before it is ready', () => {
    const test = createHarness({ keepAliveMs: 100, pings: true, greeting: true });
    test.warm();
    test.clock.flush(500);
    expect(test.sent()).toEqual(['0 hello']);
  });
});

describe('a TTS that is kept warm no longer', () => {
  it('closes what is idle at once, with a goodbye', () => {
    const test = createHarness({ keepAliveMs: 100, maxAgeMs: 60_000, pings: true });
    const warm = test.warm();
    test.clock.flush(10);
    warm.unsubscribe();
    expect(test.sent()).toEqual(['10 bye']);
    expect(test.connections[0]?.closed).toEqual({ by: 'close', atMs: 10 });
    expect(test.clock.pending).toBe(0);
  });

  it('closes what is being opened', () => {
    const test = createHarness({}, { opensAfterMs: 50 });
    test.warm().unsubscribe();
    expect(test.connections[0]?.closed).toEqual({ by: 'close', atMs: 0 });
    expect(test.clock.pending).toBe(0);
  });

  it('opens nothing more', () => {
    const test = createHarness({}, { opensAfterMs: Infinity, script: [{ atMs: 0, end: {} }] });
    const warm = test.warm();
    test.clock.flush(100);
    warm.unsubscribe();
    expect(test.clock.pending).toBe(0);
  });

  it('lets who speaks finish, and closes then', () => {
    const test = createHarness();
    const warm = test.warm();
    const speech = test.speak();
    speech.write('One.');
    warm.unsubscribe();
    expect(open(test)).toEqual([0]);
    speech.end();
    test.hear('audio 0 20|done 0');
    expect(open(test)).toEqual([]);
    expect(test.log).toEqual(['0 audio 20', '0 mark 4', '0 complete']);
  });

  it('does not wait for what was cut', () => {
    const test = createHarness();
    const warm = test.warm();
    const speech = test.speak();
    speech.write('One.');
    speech.subscription.unsubscribe();
    warm.unsubscribe();
    expect(open(test)).toEqual([]);
    expect(test.clock.pending).toBe(0);
  });

  it('is as long as anyone wants it to be', () => {
    const test = createHarness();
    const [first, second] = [test.warm(), test.warm()];
    first.unsubscribe();
    expect([openedAt(test), open(test)]).toEqual([[0], [0]]);
    second.unsubscribe();
    expect(open(test)).toEqual([]);
  });
});
