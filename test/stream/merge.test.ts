import { EMPTY, merge as mergeOfRxjs, NEVER, Observable, of, Subject, take } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { merge } from '../../src/stream/merge.ts';

const inVirtualTime = (run: (helpers: Parameters<Parameters<TestScheduler['run']>[0]>[0]) => void): void =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(run);

test('emits what each source emits, and completes with the last of them', () => {
  inVirtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const left = cold(' a---b|');
    const right = cold('-c-d---|');
    expectObservable(merge(left, right)).toBe('ac-db--|');
    expectSubscriptions(left.subscriptions).toBe('^----!');
    expectSubscriptions(right.subscriptions).toBe('^------!');
  });
});

test('ends the other sources at the error of one', () => {
  inVirtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const left = cold('-a-#');
    const right = cold('--b---c');
    expectObservable(merge(left, right)).toBe('-ab#');
    expectSubscriptions(right.subscriptions).toBe('^--!');
  });
});

test('ends all sources when it is unsubscribed', () => {
  inVirtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const sources = [cold('a'), cold('-b')] as const;
    expectObservable(merge(...sources), '^--!').toBe('ab');
    for (const { subscriptions } of sources) expectSubscriptions(subscriptions).toBe('^--!');
  });
});

test('does not subscribe to a source behind the one that ends it', () => {
  let subscribed = false;
  const last = new Observable<number>(() => void (subscribed = true));
  const seen: number[] = [];
  merge(of(1, 2), last)
    .pipe(take(2))
    .subscribe((value) => seen.push(value));
  expect([seen, subscribed]).toEqual([[1, 2], false]);
});

test('a source that emits while others are subscribed to is heard in the order of RxJS', () => {
  const orderOf = (mergeAny: (...sources: Observable<string>[]) => Observable<string>): string[] => {
    const [first, seen] = [new Subject<string>(), new Array<string>()];
    const second = new Observable<string>((subscriber) => {
      first.next('first');
      subscriber.next('second');
      subscriber.complete();
    });
    mergeAny(first, second, EMPTY).subscribe({ next: (value) => seen.push(value), complete: () => seen.push('end') });
    first.complete();
    return seen;
  };
  expect(orderOf(merge)).toEqual(orderOf(mergeOfRxjs));
});

test('holds no subscription to a source that has ended', () => {
  const source = new Subject<number>();
  const merged = merge(source, NEVER).subscribe();
  source.complete();
  expect([source.observed, merged.closed]).toEqual([false, false]);
  merged.unsubscribe();
});
