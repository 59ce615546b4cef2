import { NEVER, of, Subject, take, throwError } from 'rxjs';
import { expect, test } from 'vitest';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

test('a subscription is open until it is unsubscribed, and counted by its name', () => {
  const ledger = new SubscriptionLedger();
  const first = NEVER.pipe(ledger.track('socket')).subscribe();
  const second = NEVER.pipe(ledger.track('socket')).subscribe();
  const other = NEVER.pipe(ledger.track('timer')).subscribe();
  expect(ledger.open()).toEqual({ socket: 2, timer: 1 });
  first.unsubscribe();
  other.unsubscribe();
  expect(ledger.open()).toEqual({ socket: 1 });
  second.unsubscribe();
  expect(ledger.open()).toEqual({});
});

test('a source that completes or fails is closed', () => {
  const ledger = new SubscriptionLedger();
  of(1).pipe(ledger.track('completes')).subscribe();
  throwError(() => new Error('no'))
    .pipe(ledger.track('fails'))
    .subscribe({ error: () => {} });
  expect(ledger.open()).toEqual({});
});

test('a source left early is closed, and so is what it had opened', () => {
  const ledger = new SubscriptionLedger();
  const source = new Subject<number>();
  source.pipe(ledger.track('source'), take(1)).subscribe();
  expect(source.observed).toBe(true);
  source.next(1);
  expect(ledger.open()).toEqual({});
  expect(source.observed).toBe(false);
});

test('values, errors and completion pass unchanged', () => {
  const ledger = new SubscriptionLedger();
  const seen: unknown[] = [];
  of(1, 2)
    .pipe(ledger.track('source'))
    .subscribe({ next: (value) => seen.push(value), complete: () => seen.push('|') });
  expect(seen).toEqual([1, 2, '|']);
});
