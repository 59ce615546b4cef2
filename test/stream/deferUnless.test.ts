import { asapScheduler, identity, of, Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { deferUnless } from '../../src/stream/deferUnless.ts';

const isUpperCase = (letter: string): boolean => letter === letter.toUpperCase();

it('emits an urgent value at once, behind those that wait', async () => {
  const [source, seen]: [Subject<string>, string[]] = [new Subject(), []];
  source.pipe(deferUnless(isUpperCase, identity)).subscribe((letter) => seen.push(letter));
  for (const letter of 'abUc') source.next(letter);
  expect(seen.join('')).toBe('abU');
  await Promise.resolve();
  expect(seen.join('')).toBe('abUc');
});

it('completes behind the last value', async () => {
  const seen: string[] = [];
  of('a', 'b')
    .pipe(deferUnless(isUpperCase, identity))
    .subscribe({ next: (letter) => seen.push(letter), complete: () => seen.push('|') });
  expect(seen).toEqual([]);
  await Promise.resolve();
  expect(seen.join('')).toBe('ab|');
});

it('emits nothing when it was unsubscribed', async () => {
  const seen: string[] = [];
  of('a')
    .pipe(deferUnless(isUpperCase, identity))
    .subscribe((letter) => seen.push(letter))
    .unsubscribe();
  await Promise.resolve();
  expect(seen).toEqual([]);
});

it('emits what waits although an action of another has thrown', async () => {
  const [source, seen, thrown]: [Subject<string>, string[], unknown[]] = [new Subject(), [], []];
  source.pipe(deferUnless(isUpperCase, identity)).subscribe((letter) => seen.push(letter));
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.once('unhandledRejection', (error) => thrown.push(error));
  asapScheduler.schedule(() => {
    throw new Error('of another');
  });
  source.next('a');
  await new Promise<void>((done) => void setImmediate(done));
  listeners.forEach((listener) => process.on('unhandledRejection', listener));
  source.next('b');
  await Promise.resolve();
  expect([seen.join(''), thrown.length]).toEqual(['ab', 1]);
});
