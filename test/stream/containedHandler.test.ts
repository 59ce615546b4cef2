import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { fromHandler } from '../../src/stream/fromHandler.ts';

describe('the code of a handler', () => {
  it('runs contained, also when it is cancelled, and what it causes does not', () => {
    const log: string[] = [];
    let isContained = false;
    const noted = (what: string): void => void log.push(`${what} ${isContained ? 'inside' : 'outside'}`);
    const within =
      (contained: boolean) =>
      <V>(work: (value: V) => void, value: V): void => {
        const before = isContained;
        isContained = contained;
        work(value);
        isContained = before;
      };
    const stream = new Observable<string>((subscriber) => {
      noted('subscribed');
      subscriber.next('a');
      return () => noted('left');
    });
    const call = (): Observable<string> => {
      noted('called');
      return stream;
    };
    const options = { contain: (work: () => void) => within(true)(work, undefined), uncontain: within(false) };
    const running = fromHandler(call, options).subscribe(() => noted('emitted'));
    running.unsubscribe();
    expect(log).toEqual(['called inside', 'subscribed inside', 'emitted outside', 'left inside']);
  });
});
