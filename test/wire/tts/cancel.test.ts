import { describe, expect, it } from 'vitest';
import { createHarness, type Harness } from './toyWire.ts';

/** A voice that is kept warm, with an utterance under way. */
function speaking(options: Parameters<typeof createHarness>[0] = {}): {
  test: Harness;
  speech: ReturnType<Harness['speak']>;
} {
  const test = createHarness(options);
  test.warm();
  const speech = test.speak();
  speech.write('One.');
  return { test, speech };
}

describe('an utterance that is cut', () => {
  it('is cancelled at once, and nothing of it is heard any more', () => {
    const { test, speech } = speaking();
    test.hear('audio 0 20');
    speech.subscription.unsubscribe();
    expect(test.sent().at(-1)).toBe('0 cancel 0');
    test.hear('audio 0 20|words 0 One 0 40|flushed 0|done 0');
    expect(test.log).toEqual(['0 audio 20']);
  });

  it('is not heard even in the rest of the frame that it is cut in', () => {
    const test = createHarness();
    const speech = test.speak('', 1);
    speech.write('One.');
    test.hear('audio 0 20|audio 0 20|words 0 One 0 20');
    expect(test.log).toEqual(['0 audio 20']);
    expect(test.sent().slice(2)).toEqual(['0 cancel 0', '0 bye']);
  });

  it('in the frame that it is done in is not cancelled any more', () => {
    const test = createHarness();
    test.warm();
    test.speak('', 1).write('One.');
    test.hear('audio 0 20|done 0');
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.']);
    expect(test.log).toEqual(['0 audio 20']);
  });

  it('before it has begun is never sent', () => {
    const test = createHarness({}, { opensAfterMs: 50 });
    test.warm();
    const speech = test.speak();
    speech.write('One.');
    speech.subscription.unsubscribe();
    test.clock.flush(60_000);
    expect(test.sent()).toEqual([]);
  });

  it('when it is done sends nothing', () => {
    const { test, speech } = speaking();
    speech.end();
    test.hear('audio 0 20|done 0');
    speech.subscription.unsubscribe();
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.', '0 end 0']);
  });

  it('twice is cancelled once', () => {
    const { test, speech } = speaking();
    speech.subscription.unsubscribe();
    speech.subscription.unsubscribe();
    expect(test.sent().filter((line) => line.includes('cancel'))).toEqual(['0 cancel 0']);
  });

  it('while it waits to be tried again is not', () => {
    const { test, speech } = speaking();
    test.hear('fault retry');
    speech.subscription.unsubscribe();
    test.clock.flush(60_000);
    expect(test.connections).toHaveLength(1);
    expect(test.log).toEqual([]);
  });
});

describe('what was cut', () => {
  it.each(['released 0', 'done 0', 'failed 0 retry'])('holds its place until it is over: %s', (over) => {
    const { test, speech } = speaking();
    speech.subscription.unsubscribe();
    test.speak('b ').write('Two.');
    test.clock.flush(999);
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.', '0 cancel 0']);
    test.hear(over);
    expect(test.sent().slice(3)).toEqual(['999 begin 1', '999 text 1 Two.']);
    expect(test.connections).toHaveLength(1);
  });

  it('and is not over in a second has its connection ended and replaced', () => {
    const { test, speech } = speaking();
    speech.subscription.unsubscribe();
    const next = test.speak('b ');
    next.write('Two.');
    test.clock.flush(1000);
    expect(test.connections[0]?.closed).toEqual({ by: 'terminate', atMs: 1000 });
    expect(test.sent(1)).toEqual(['1000 begin 1', '1000 text 1 Two.']);
    test.hear('audio 1 20', 1);
    expect(test.log).toEqual(['1000 b audio 20']);
    expect(test.connections).toHaveLength(2);
  });

  it('and is not over in a second has its connection replaced before that is needed', () => {
    const { test, speech } = speaking();
    speech.subscription.unsubscribe();
    test.clock.flush(1000);
    expect(test.connections.map(({ atMs }) => atMs)).toEqual([0, 1000]);
  });

  it.each([
    [49, null],
    [50, 'terminate'],
  ])('is waited for as long as the wire sets: %i ms of 50', (ms, by) => {
    const { test, speech } = speaking({ releaseMs: 50 });
    speech.subscription.unsubscribe();
    test.clock.flush(ms);
    expect(test.connections[0]?.closed?.by ?? null).toBe(by);
  });

  it('on a wire that confirms it at once holds no slot', () => {
    const { test, speech } = speaking({
      dialect: {
        cancel: (utterance) => [
          { kind: 'send', frame: 'cut' },
          { kind: 'released', utterance },
        ],
      },
    });
    speech.subscription.unsubscribe();
    test.speak().write('Two.');
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.', '0 cut', '0 begin 1', '0 text 1 Two.']);
    test.clock.flush(60_000);
    expect(test.connections).toHaveLength(1);
  });

  it('on a wire that cannot cancel ends the connection, which is replaced before it is needed', () => {
    const { test, speech } = speaking({ cancels: false });
    speech.subscription.unsubscribe();
    expect(test.connections.map(({ closed }) => closed)).toEqual([{ by: 'terminate', atMs: 0 }, null]);
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.']);
    test.speak().write('Two.');
    expect(test.sent(1)).toEqual(['0 begin 1', '0 text 1 Two.']);
  });

  it.each([
    ['after 2999 ms', 2999, null],
    ['after 3000 ms', 3000, 'terminate'],
  ])('takes a connection with it that brought nothing in three seconds: %s', (_, ms, by) => {
    const { test, speech } = speaking();
    test.clock.flush(ms);
    speech.subscription.unsubscribe();
    expect(test.connections[0]?.closed?.by ?? null).toBe(by);
    expect(test.connections).toHaveLength(by === null ? 1 : 2);
  });

  it('leaves a connection that did bring something', () => {
    const { test, speech } = speaking();
    test.clock.flush(10);
    test.hear('audio 0 20');
    test.clock.flush(9000);
    speech.subscription.unsubscribe();
    expect(test.sent().at(-1)).toBe('9000 cancel 0');
    expect(test.connections[0]?.closed).toBeNull();
  });

  it('takes its connection with it, where nothing keeps that', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    speech.subscription.unsubscribe();
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.', '0 cancel 0', '0 bye']);
    expect(test.connections[0]?.closed).toEqual({ by: 'close', atMs: 0 });
    expect(test.clock.pending).toBe(0);
  });

  it('leaves those alone that speak over the same connection', () => {
    const { test, speech } = speaking({ maxConcurrent: 2 });
    const other = test.speak('b ');
    other.write('Two.');
    speech.subscription.unsubscribe();
    test.hear('audio 0 20|audio 1 30');
    expect(test.log).toEqual(['0 b audio 30']);
  });

  it('leaves slots for utterances that fit beside it; one that does not fit has a connection of its own', () => {
    const { test, speech } = speaking({ maxConcurrent: 2 });
    speech.subscription.unsubscribe();
    test.speak().write('Two.');
    test.speak().write('Three.');
    expect(test.sent().slice(3)).toEqual(['0 begin 1', '0 text 1 Two.']);
    test.hear('released 0');
    expect([test.sent().slice(5), test.connections.length]).toEqual([[], 2]);
  });

  it('and is never released does not take along who speaks beside it', () => {
    const { test, speech } = speaking({ maxConcurrent: 2 });
    const other = test.speak('b ');
    other.write('Two.');
    speech.subscription.unsubscribe();
    test.clock.flush(1500);
    test.hear('audio 1 30');
    expect([test.log, test.connections[0]?.closed]).toEqual([['1500 b audio 30'], null]);
    other.end();
    test.hear('done 1');
    expect(test.connections[0]?.closed?.by).toBe('close');
  });
});
