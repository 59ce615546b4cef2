import { describe, expect, it, vi } from 'vitest';
import { createEvents } from '../../src/client/events.ts';

interface Events {
  readonly word: string;
  readonly count: number;
}

describe('createEvents', () => {
  it('calls the listeners of a name in the order in which they came', () => {
    const { on, emit } = createEvents<Events>();
    const calls: string[] = [];
    on('word', (word) => calls.push(`first ${word}`));
    on('count', () => calls.push('count'));
    on('word', (word) => calls.push(`second ${word}`));
    emit('word', 'hello');
    expect(calls).toEqual(['first hello', 'second hello']);
  });

  it('stops calling a listener that was removed, and no other', () => {
    const { on, emit } = createEvents<Events>();
    const listener = vi.fn<(word: string) => void>();
    const stop = on('word', listener);
    on('word', listener);
    stop();
    stop();
    emit('word', 'hello');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('reports a listener that throws as uncaught, and calls the others all the same', () => {
    const uncaught: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (task: () => void) => uncaught.push(task));
    const { on, emit } = createEvents<Events>();
    const after = vi.fn<(word: string) => void>();
    on('word', () => {
      throw new Error('mine');
    });
    on('word', after);
    emit('word', 'hello');
    vi.unstubAllGlobals();
    expect(after).toHaveBeenCalledWith('hello');
    expect(uncaught).toHaveLength(1);
    expect(uncaught[0]).toThrow('mine');
  });

  it('calls who begins to listen meanwhile only from the next event on', () => {
    const { on, emit } = createEvents<Events>();
    const late = vi.fn<(word: string) => void>();
    on('word', () => on('word', late));
    emit('word', 'one');
    expect(late).not.toHaveBeenCalled();
    emit('word', 'two');
    expect(late).toHaveBeenCalledExactlyOnceWith('two');
  });
});
