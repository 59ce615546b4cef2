import { describe, expect, it } from 'vitest';
import { AntiphonError, asAntiphonError } from '../../src/core/errors.ts';
import { messageOf } from '../../src/core/messageOf.ts';
import { writeError } from '../../src/record/errors.ts';

const throwing = (): never => {
  throw new Error('not even this');
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe('a thrown value', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('gone'), 'gone'],
    ['a string', 'gone', 'gone'],
    ['a symbol', Symbol('gone'), 'Symbol(gone)'],
    ['undefined', undefined, 'undefined'],
    ['a null-prototype object', Object.create(null), 'a thrown object that cannot be printed'],
    ['an object with a throwing toString', { toString: throwing }, 'a thrown object that cannot be printed'],
    [
      'an error with a throwing message',
      Object.defineProperty(new Error('gone'), 'message', { get: throwing }),
      'a thrown object that cannot be printed',
    ],
    [
      'an error with a message that cannot be printed',
      Object.assign(new Error('gone'), { message: Object.create(null) as string }),
      'a thrown object that cannot be printed',
    ],
    ['a revoked proxy', revoked(), 'a thrown object that cannot be printed'],
    [
      'a function with a throwing toString',
      Object.assign(() => {}, { toString: throwing }),
      'a thrown function that cannot be printed',
    ],
  ])('that is %s has a message, as an error and in a recording', (_, thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
    expect(asAntiphonError(thrown, 'handler_failed')).toMatchObject({ code: 'handler_failed', message });
    expect(asAntiphonError(thrown, 'handler_failed').cause).toBe(thrown);
    expect(writeError(thrown)).toEqual({ message });
  });

  it('that is an AntiphonError stays as it is', () => {
    const error = new AntiphonError('noise', 'a dog');
    expect(asAntiphonError(error, 'handler_failed')).toBe(error);
  });
});
