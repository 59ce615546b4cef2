import { AntiphonError, type PartSession } from 'antiphon';
import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createHelp, HELP } from '../../examples/concierge/help.ts';

function createCall() {
  const errors = new Subject<AntiphonError>();
  const said: string[] = [];
  const session = {
    errors$: errors.asObservable(),
    say: (text: string) => void said.push(text),
  } as unknown as PartSession;
  const report = (code: 'speech_not_understood' | 'empty_turn'): void =>
    errors.next(new AntiphonError(code, code, { failure: false }));
  return { session, said, report };
}

describe('the help of the concierge', () => {
  test('comes when two sentences in a row were not understood, and again after two more', () => {
    const help = createHelp();
    const { session, said, report } = createCall();
    for (let n = 1; n <= 4; n += 1) {
      help.watch(session);
      report('speech_not_understood');
      expect(said).toHaveLength(Math.floor(n / 2));
    }
    expect(said[0]).toBe(HELP);
  });

  test('does not come for a cough, nor when a sentence between them was understood', () => {
    const help = createHelp();
    const { session, said, report } = createCall();
    help.understood(session);
    help.watch(session);
    report('speech_not_understood');
    report('empty_turn');
    help.understood(session);
    report('speech_not_understood');
    expect(said).toEqual([]);
  });

  test('counts the sentences of each call', () => {
    const help = createHelp();
    const [one, other] = [createCall(), createCall()];
    for (const { session, report } of [one, other]) {
      help.watch(session);
      report('speech_not_understood');
    }
    expect([one.said, other.said]).toEqual([[], []]);
  });
});
