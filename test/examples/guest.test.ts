import { VirtualClock } from 'antiphon/testing';
import { Subject, timer, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { guest, type GuestOptions, type Line } from '../../examples/talk/guest.ts';

const audio = { samples: new Int16Array(24_000), sampleRate: 24_000 };

/** What happens, with its time: lines of one second that the guest begins, and the end. */
async function visit(
  lines: readonly Omit<Line, 'audio'>[],
  agent: Readonly<Record<number, Happening>>,
): Promise<string[]> {
  const clock = new VirtualClock();
  const events: Subject<Event> = new Subject();
  const log: string[] = [];
  const note = (text: string): void => void log.push(`${clock.now()} ${text}`);
  for (const [atMs, happening] of Object.entries(agent)) {
    clock.schedule(
      () => (happening === 'end' ? events.complete() : events.next({ name: `on_${happening}` })),
      Number(atMs),
    );
  }
  const all = lines.map((line) => ({ ...line, audio }));
  guest(all, { events, speak: () => timer(1000, clock), scheduler: clock }).subscribe({
    next: ({ name }) => note(name),
    complete: () => note('done'),
  });
  await clock.run();
  return [...log, `${clock.pending} timers left`];
}

type Event = GuestOptions['events'] extends Observable<infer E> ? E : never;
type Happening =
  | 'agent_started_speaking'
  | 'agent_stopped_speaking'
  | 'agent_interrupted'
  | 'user_started_speaking'
  | 'user_stopped_speaking'
  | 'end';

const greeting = { 0: 'agent_started_speaking', 2000: 'agent_stopped_speaking' } as const;

test('the guest lets the agent finish, and takes a breath', async () => {
  expect(await visit([{ name: 'hello' }], { ...greeting, 4000: 'end' })).toEqual([
    '3500 hello',
    '4000 done',
    '0 timers left',
  ]);
});

test('the next line waits for the answer to the one before', async () => {
  const answer = {
    3600: 'user_started_speaking',
    5000: 'user_stopped_speaking',
    6000: 'agent_started_speaking',
    9000: 'agent_stopped_speaking',
  } as const;
  const visited = await visit([{ name: 'hello' }, { name: 'goodbye' }], { ...greeting, ...answer, 11_000: 'end' });
  expect(visited).toEqual(['3500 hello', '10500 goodbye', '11000 done', '0 timers left']);
});

test('a line over the answer comes so far into it, though the guest is heard meanwhile', async () => {
  const answer = {
    3600: 'user_started_speaking',
    5000: 'user_stopped_speaking',
    6000: 'agent_started_speaking',
  } as const;
  const noise = { 6500: 'user_started_speaking', 7000: 'user_stopped_speaking' } as const;
  const visited = await visit([{ name: 'tell me' }, { name: 'stop', over: 4 }], {
    ...greeting,
    ...answer,
    ...noise,
    11_500: 'end',
  });
  expect(visited).toEqual(['3500 tell me', '10000 stop', '11500 done', '0 timers left']);
});

test('an interrupted agent is given time to answer', async () => {
  const answer = {
    3600: 'user_started_speaking',
    3900: 'agent_stopped_speaking',
    5000: 'user_stopped_speaking',
    6000: 'agent_started_speaking',
    7000: 'agent_stopped_speaking',
  } as const;
  const visited = await visit([{ name: 'stop', over: 1 }, { name: 'goodbye' }], {
    0: 'agent_started_speaking',
    ...answer,
    9000: 'end',
  });
  expect(visited).toEqual(['1000 stop', '8500 goodbye', '9000 done', '0 timers left']);
});

test('an agent that is interrupted late, when the line is over, is given time to answer', async () => {
  const answer = {
    2100: 'user_started_speaking',
    2600: 'user_stopped_speaking',
    3900: 'agent_interrupted',
    3901: 'agent_stopped_speaking',
    6000: 'agent_started_speaking',
    7000: 'agent_stopped_speaking',
  } as const;
  const visited = await visit([{ name: 'stop', over: 1 }, { name: 'goodbye' }], {
    0: 'agent_started_speaking',
    ...answer,
    9000: 'end',
  });
  expect(visited).toEqual(['1000 stop', '8500 goodbye', '9000 done', '0 timers left']);
});

test('waiting for an agent that never answers ends after 12 s', async () => {
  expect(await visit([{ name: 'hello' }, { name: 'stop', over: 1 }], greeting)).toEqual([
    '3500 hello',
    '16500 stop',
    '19000 done',
    '0 timers left',
  ]);
});

test('when the session ends the guest falls silent', async () => {
  expect(await visit([{ name: 'hello' }], { 1000: 'end' })).toEqual(['1000 done', '0 timers left']);
});
