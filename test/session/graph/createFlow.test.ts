import { config, Subject } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { SessionIo } from '../../../src/core/ports.ts';
import { createFlow } from '../../../src/session/graph/createFlow.ts';
import { createSubjects, type GraphSubjects } from '../../../src/session/graph/subjects.ts';

const createEmptyGraph = (): GraphSubjects => createSubjects([], {} as SessionIo);

afterEach(() => {
  config.onUnhandledError = null;
});

test('an exception behind a flow is reported as unhandled, and the flow goes on', async () => {
  const reported = new Promise((resolve) => (config.onUnhandledError = resolve));
  const values = new Subject<number>();
  const arrived: number[] = [];
  const flow = createFlow(values, (value) => {
    arrived.push(value);
    if (value === 1) throw new Error('behind the flow');
  });
  flow(createEmptyGraph());
  values.next(1);
  values.next(2);
  expect(arrived).toEqual([1, 2]);
  expect(await reported).toEqual(new Error('behind the flow'));
});

test('an error of the source ends the session with the code and the reason of the flow', () => {
  const subjects = createEmptyGraph();
  const values = new Subject<number>();
  const errors: AntiphonError[] = [];
  const events: unknown[] = [];
  subjects.errors.subscribe((error) => errors.push(error));
  subjects.inbox.events.subscribe((event) => events.push(event));
  const running = createFlow(values, () => {}, 'vad_failed', 'provider_failed')(subjects);
  values.error(new Error('gone'));
  expect(errors.map(({ code }) => code)).toEqual(['vad_failed']);
  expect(events).toEqual([{ kind: 'end', after: 'now', reason: 'provider_failed' }]);
  expect(running.closed).toBe(true);
});
