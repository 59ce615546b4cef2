import { concat, defer, EMPTY, finalize, from, mergeMap, NEVER, of, throwError, timer, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { HttpEvent, OpenRequest } from '../../../src/wire/http.ts';
import { createHttpStt, type HttpSttWire } from '../../../src/wire/stt/createHttpStt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const WIRE: HttpSttWire = {
  name: 'acme',
  sampleRate: 1000,
  minMs: 2,
  answerMs: 4000,
  request: (samples) => ({ url: `http://acme/${[...samples].join()}`, method: 'POST', headers: {} }),
  parseText: (body) => (body === 'unreadable' ? null : body),
};

function start(segment: number): SttInput {
  return { kind: 'start', segment };
}

function audio(segment: number, ...samples: readonly number[]): SttInput {
  return { kind: 'audio', segment, frame: { samples: Int16Array.from(samples), sampleRate: 1000 } };
}

function end(segment: number): SttInput {
  return { kind: 'end', segment };
}

function flush(segment: number): SttInput {
  return { kind: 'flush', segment };
}

function whole(segment: number): readonly SttInput[] {
  return [start(segment), audio(segment, segment, segment), end(segment)];
}

function answer(text: string, status = 200): Observable<HttpEvent> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from(bytes, (byte): HttpEvent => ({ kind: 'bytes', bytes: Uint8Array.of(byte) }));
  return of<HttpEvent[]>({ kind: 'head', status, headers: {} }, ...pieces);
}

function after(ms: number, then: Observable<HttpEvent>, clock: VirtualClock): Observable<HttpEvent> {
  return timer(ms, clock).pipe(mergeMap(() => then));
}

/** The events of a recogniser for `speech`, each with its time, and its requests. */
async function session(
  speech: Observable<SttInput> | ((clock: VirtualClock) => Observable<SttInput>),
  answers: (requested: string, clock: VirtualClock) => Observable<HttpEvent>,
  untilMs = 60_000,
  wire: Partial<HttpSttWire> = {},
): Promise<{ events: readonly (readonly [ms: number, SttEvent])[]; requested: readonly string[]; completed: boolean }> {
  const clock = new VirtualClock();
  const requested: string[] = [];
  const events: (readonly [number, SttEvent])[] = [];
  let completed = false;
  const openRequest: OpenRequest = ({ url }) =>
    defer(() => {
      const what = url.slice('http://acme/'.length);
      requested.push(what);
      return answers(what, clock);
    });
  const stt = createHttpStt({ ...WIRE, ...wire }, { scheduler: clock, openRequest, random: () => 0 });
  const life = stt.transcribe(typeof speech === 'function' ? speech(clock) : speech).subscribe({
    next: (event) => events.push([clock.now(), event]),
    complete: () => (completed = true),
  });
  await clock.run(untilMs);
  life.unsubscribe();
  return { events, requested, completed };
}

test('it presents itself, and does nothing before it is subscribed to', () =>
  expect(createHttpStt(WIRE, { openRequest: () => throwError(() => new Error('asked')) })).toMatchObject({
    name: 'acme',
    sampleRate: 1000,
    interims: false,
    finalTimeoutMs: 6500,
  }));

test('each utterance is requested as a whole, when it is flushed or ends', async () => {
  const speech = from([start(7), audio(7, 1), audio(7, 2, 3), flush(7), audio(7, 4, 5), end(7)]);
  const { events, requested, completed } = await session(speech, (what) => answer(` I heard ${what}. `));
  expect(requested).toEqual(['1,2,3', '4,5']);
  expect(events.map(([, event]) => event)).toEqual([
    { kind: 'final', segment: 7, text: 'I heard 1,2,3.' },
    { kind: 'final', segment: 7, text: 'I heard 4,5.' },
  ]);
  expect(completed).toBe(true);
});

test('characters may be cut in two by the network', async () => {
  const { events } = await session(from(whole(1)), () => answer('schön 🎉'));
  expect(events[0]?.[1]).toMatchObject({ text: 'schön 🎉' });
});

test('an utterance that is too short is empty, and not requested', async () => {
  const { events, requested } = await session(from([start(1), audio(1, 1), end(1)]), () => answer('x'));
  expect([requested, events]).toEqual([[], [[0, { kind: 'empty', segment: 1 }]]]);
});

test('an answer without words is empty', async () => {
  const { events } = await session(from(whole(1)), () => answer(' \n'));
  expect(events).toEqual([[0, { kind: 'empty', segment: 1 }]]);
});

test('audio of a segment that did not end is not sent with the next', async () => {
  const { requested } = await session(from([start(1), audio(1, 1, 1), ...whole(2)]), () => answer('x'));
  expect(requested).toEqual(['2,2']);
});

test('requests overlap, answers come in the order of the utterances', async () => {
  const speech = from([...whole(1), ...whole(2), ...whole(3)]);
  const delays: Readonly<Record<string, number>> = { '1,1': 300, '2,2': 100, '3,3': 400 };
  const { events } = await session(speech, (what, clock) => after(delays[what] ?? 0, answer(what), clock));
  expect(events.map(([ms, { segment }]) => [ms, segment])).toEqual([
    [300, 1],
    [300, 2],
    [400, 3],
  ]);
});

test('more than four at a time wait', async () => {
  const speech = from([1, 2, 3, 4, 5].flatMap(whole));
  const { requested } = await session(speech, () => NEVER, 1000);
  expect(requested).toHaveLength(4);
});

test('transient failures are retried', async () => {
  let busy = true;
  const { events, requested } = await session(from(whole(1)), () => {
    const status = busy ? 503 : 200;
    busy = false;
    return answer('fine', status);
  });
  expect(requested).toHaveLength(2);
  expect(events[0]?.[1]).toMatchObject({ kind: 'final', text: 'fine' });
});

test('an answer that breaks off is requested again', async () => {
  let broken = true;
  const { events } = await session(from(whole(1)), () => {
    const rest = broken ? throwError(() => new Error('hung up')) : EMPTY;
    broken = false;
    return concat(answer('fine'), rest);
  });
  expect(events.map(([, event]) => event)).toEqual([{ kind: 'final', segment: 1, text: 'fine' }]);
});

test('an utterance that fails does not keep the next from being heard', async () => {
  const { events } = await session(from([...whole(1), ...whole(2)]), (what) =>
    answer('fine', what === '1,1' ? 400 : 200),
  );
  expect(events.map(([, event]) => event)).toMatchObject([
    { kind: 'failed', segment: 1, error: { code: 'provider_refused', details: { status: 400 } } },
    { kind: 'final', segment: 2, text: 'fine' },
  ]);
});

test('after a refused key nothing more is requested', async () => {
  const speech = (clock: VirtualClock): Observable<SttInput> =>
    concat(whole(1), timer(10, clock).pipe(mergeMap(() => whole(2))));
  const { events, requested } = await session(speech, () => answer('no', 401));
  expect(requested).toHaveLength(1);
  expect(events.map(([, event]) => event)).toMatchObject([
    { kind: 'failed', segment: 1, error: { code: 'provider_refused' } },
    { kind: 'failed', segment: 2, error: { code: 'provider_refused' } },
  ]);
});

test('an answer without a text is a failure', async () => {
  const { events } = await session(from(whole(1)), () => answer('unreadable'));
  expect(events[0]?.[1]).toMatchObject({ kind: 'failed', error: { code: 'provider_failed', details: { segment: 1 } } });
});

const CHECK = { keyCheck: { url: 'http://acme/check', method: 'GET', headers: {} } } as const;

test('a refused key is reported at once, and nothing is requested with it', async () => {
  const refused = (what: string): Observable<HttpEvent> => (what === 'check' ? answer('bad key', 401) : answer('x'));
  const { events, requested } = await session(from(whole(1)), refused, 60_000, CHECK);
  const error = { code: 'provider_refused', details: { provider: 'acme', status: 401 } };
  expect(requested).toEqual(['check']);
  expect(events).toMatchObject([
    [0, { kind: 'report', error }],
    [0, { kind: 'failed', segment: 1, error }],
  ]);
});

test.each([
  ['a key without the right to see models', () => answer('{"message":"Missing scopes: api.model.read"}', 401), 0],
  ['a forbidden one', () => answer('no', 403), 0],
  ['a server that does not know the question', () => answer('', 404), 0],
  ['a server that is busy', () => answer('', 429), 0],
  ['a server that does not answer it', () => NEVER, 2000],
])('a check that meets %s does not judge the key', async (_, check, atMs) => {
  const { events } = await session(
    from(whole(1)),
    (what) => (what === 'check' ? check() : answer('one')),
    60_000,
    CHECK,
  );
  expect(events).toEqual([[atMs, { kind: 'final', segment: 1, text: 'one' }]]);
});

test('leaving ends the check', async () => {
  let ended = 0;
  await session(NEVER, () => NEVER.pipe(finalize(() => (ended += 1))), 100, CHECK);
  expect(ended).toBe(1);
});

test('no answer is a failure after one deadline, before the operator gives it up', async () => {
  const { events, requested } = await session(from(whole(1)), () => NEVER);
  expect(events).toMatchObject([[4000, { kind: 'failed', segment: 1, error: { code: 'stt_timeout' } }]]);
  expect(requested).toHaveLength(2);
});

test('a request that is not answered is sent once more within the deadline, and costs no word', async () => {
  let sent = 0;
  const { events } = await session(from(whole(1)), () => (++sent === 1 ? NEVER : answer('hello')));
  expect(events).toMatchObject([[2000, { kind: 'final', segment: 1, text: 'hello' }]]);
});

test('unsubscribing aborts what is under way', async () => {
  let aborted = 0;
  const { events } = await session(
    concat(from([...whole(1), ...whole(2)]), NEVER),
    () => NEVER.pipe(finalize(() => aborted++)),
    100,
  );
  expect([aborted, events]).toEqual([2, []]);
});
