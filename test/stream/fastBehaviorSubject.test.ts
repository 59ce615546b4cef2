import { BehaviorSubject, take, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { FastBehaviorSubject } from '../../src/stream/fastBehaviorSubject.ts';

interface Both extends Observable<string> {
  readonly value: string;
  next(value: string): void;
}

const SCRIPTS: Readonly<Record<string, (subject: Both, log: (entry: string) => void) => void>> = {
  'its value first, then each change': (subject, log) => {
    subject.subscribe(log);
    subject.next('1');
    subject.next('2');
  },
  'the latest value to one who comes late': (subject, log) => {
    subject.next('1');
    subject.subscribe(log);
  },
  'a change that its first value causes': (subject, log) => {
    subject.subscribe((value) => {
      log(value);
      if (value === '0') subject.next('1');
    });
  },
  'no change to one who takes its value': (subject, log) => {
    subject.pipe(take(1)).subscribe(log);
    subject.next('1');
  },
  'no change after an unsubscription': (subject, log) => {
    subject.subscribe(log).unsubscribe();
    subject.next('1');
  },
  'the new value to one who reads it within the change': (subject, log) => {
    subject.subscribe((value) => log(`${value} ${subject.value}`));
    subject.next('1');
  },
};

describe('FastBehaviorSubject gives, as one of RxJS does,', () => {
  test.each(Object.entries(SCRIPTS))('%s', (_name, script) => {
    const play = (subject: Both): readonly string[] => {
      const log: string[] = [];
      script(subject, (entry) => log.push(entry));
      return log;
    };
    const expected = play(new BehaviorSubject('0'));
    expect(expected).not.toEqual([]);
    expect(play(new FastBehaviorSubject('0'))).toEqual(expected);
  });
});
