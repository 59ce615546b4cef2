import { Subject, type Observable, type Observer } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { FastSubject } from '../../src/stream/fastSubject.ts';

type Both = Observable<string> & Observer<string>;

const SCRIPTS: Readonly<Record<string, (subject: Both, log: (name: string) => Observer<string>) => void>> = {
  'values in the order of the subscriptions': (subject, log) => {
    subject.subscribe(log('a'));
    subject.subscribe(log('b'));
    subject.next('1');
    subject.next('2');
  },
  'no value from before a subscription': (subject, log) => {
    subject.next('1');
    subject.subscribe(log('a'));
    subject.next('2');
  },
  'no value after an unsubscription': (subject, log) => {
    const subscription = subject.subscribe(log('a'));
    subject.next('1');
    subscription.unsubscribe();
    subject.next('2');
  },
  'a value to those who were there when it came': (subject, log) => {
    const late = log('late');
    const first = subject.subscribe({ next: () => subject.subscribe(late) });
    subject.next('1');
    first.unsubscribe();
    subject.next('2');
  },
  'no value to one who is unsubscribed by another': (subject, log) => {
    subject.subscribe({ next: () => second.unsubscribe() });
    const second = subject.subscribe(log('second'));
    subject.subscribe(log('third'));
    subject.next('1');
  },
  'a value within a value at once': (subject, log) => {
    subject.subscribe({ next: (value) => value === '1' && subject.next('2') });
    subject.subscribe(log('a'));
    subject.next('1');
  },
  'its completion to all, also to late ones, and nothing after it': (subject, log) => {
    subject.subscribe(log('a'));
    subject.complete();
    subject.next('1');
    subject.error(new Error('late'));
    subject.subscribe(log('late'));
  },
  'its error to all, also to late ones, and nothing after it': (subject, log) => {
    subject.subscribe(log('a'));
    subject.error(new Error('wrong'));
    subject.next('1');
    subject.complete();
    subject.subscribe(log('late'));
  },
  'nothing more to one who takes one value': (subject, log) => {
    const { next, error, complete } = log('a');
    const subscription = subject.subscribe({
      next: (value) => (next(value), subscription.unsubscribe()),
      error,
      complete,
    });
    subject.next('1');
    subject.next('2');
    subject.complete();
  },
};

describe('a fast Subject emits, as a Subject does,', () => {
  test.each(Object.entries(SCRIPTS))('%s', (_, script) => {
    const fast = run(script, new FastSubject<string>());
    expect(fast).toEqual(run(script, new Subject<string>()));
    expect(fast).not.toEqual([]);
  });
});

function run(script: (typeof SCRIPTS)[string], subject: Both): readonly string[] {
  const events: string[] = [];
  script(subject, (name) => ({
    next: (value) => events.push(`${name} ${value}`),
    error: (error: Error) => events.push(`${name} failed: ${error.message}`),
    complete: () => events.push(`${name} completed`),
  }));
  return events;
}
