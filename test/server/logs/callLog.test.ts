import { concat, EMPTY, of, VirtualTimeScheduler, type Observable } from 'rxjs';
import { expect, it } from 'vitest';
import { createCallLog } from '../../../src/server/logs/callLog.ts';

it.each<[string, Observable<boolean>, readonly string[]]>([
  ['that joins and leaves', of(true), ['client joined', 'client left']],
  ['that never joins', EMPTY, []],
  [
    'that loses its connection and resumes',
    concat(of(true, false), of(true)),
    ['client joined', 'client connection lost', 'client resumed the session', 'client left'],
  ],
  ['that loses its connection for good', of(true, false), ['client joined', 'client connection lost', 'client left']],
])('a client %s has a line for each', (_what, presence, expected) => {
  const lines: unknown[] = [];
  const log = { info: (fields: unknown, text: unknown) => void lines.push([fields, text]) };
  createCallLog({ log: log as never, scheduler: new VirtualTimeScheduler() }).followClient('ses_1', presence);
  expect(lines).toEqual(expected.map((text) => [{ session_id: 'ses_1' }, text]));
});
