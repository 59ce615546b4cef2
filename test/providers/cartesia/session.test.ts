import { asyncScheduler, firstValueFrom, Subject, toArray, type SchedulerLike } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { cartesiaTts } from '../../../providers/cartesia/tts.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import { parseObject } from '../../../src/wire/json.ts';
import type { OpenSocket, SocketFrame } from '../../../src/wire/socket.ts';
import { openWebSocket } from '../../../src/wire/openWebSocket.ts';
import { createCartesiaFake } from '../../fakes/cartesia.ts';
import { startFake, type FakeServer } from '../../fakes/kit/fake.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';

let server: FakeServer;

afterEach(async () => {
  await server.idle();
  await server.close();
  if (server.violations.length > 0) throw new Error(server.violations.join('; '));
});

/** Fifty times as fast: a stall is soon noticed. */
const hurried: SchedulerLike = {
  now: () => performance.now() * 50,
  schedule: (...[work, delay = 0, state]: Parameters<SchedulerLike['schedule']>) =>
    asyncScheduler.schedule(work, delay / 50, state),
};

/** The events of an utterance that gets its next sentence whenever a frame of that type has come. */
async function conversation(
  [first = '', ...rest]: readonly string[],
  type: string,
  scheduler?: SchedulerLike,
): Promise<readonly TtsEvent[]> {
  const text = new Subject<string>();
  const goOn = (): void => {
    text.next(rest.shift() ?? '');
    if (rest.length === 0) text.complete();
  };
  const openSocket: OpenSocket = (request, listener) => {
    const received = (frame: SocketFrame): void => {
      listener.received(frame);
      if (parseObject(frame)?.['type'] === type && rest.length > 0) goOn();
    };
    return openWebSocket(request, { ...listener, received });
  };
  const voice = cartesiaTts({ api_key: 'fake-key', base_url: server.origin }, { scheduler, openSocket });
  const events = firstValueFrom(voice.synthesize(text).pipe(toArray()));
  text.next(first);
  return events;
}

function read(events: readonly TtsEvent[]): string {
  const reader = createTextReader(24_000);
  return events.reduce((text, event) => (event.kind === 'audio' ? reader.push(event.frame.samples) : text), '');
}

function contextsOf({ log }: FakeServer): number {
  const ids = log.map(({ frame }) => /"context_id":"(\w+)"/u.exec(String(frame))?.[1]);
  return new Set(ids).size;
}

test('what comes after a stall goes into another context, and its words are timed behind the first', async () => {
  server = await startFake(createCartesiaFake());
  const events = await conversation(['Yes', ' It is.'], 'flush_done', hurried);
  expect(read(events)).toBe('Yes It is.');
  expect(contextsOf(server)).toBe(2);
  const words = events.flatMap((event) => (event.kind === 'words' ? event.words : []));
  expect(words.map(({ startMs }) => Math.round(startMs))).toEqual([0, 160, 280]);
});

test('a context that has expired is followed by another: each word is spoken once', async () => {
  server = await startFake(createCartesiaFake({ expiresAtOnce: true }));
  expect(read(await conversation(['Yes. ', 'Is it? ', 'It is.'], 'chunk'))).toBe('Yes.Is it?It is.');
  expect(contextsOf(server)).toBeGreaterThan(1);
});

test.each(['Yes <break time="1s"/>', 'Yes [laughter]', '<emotion value="happy"/> Yes. [laughter]'])(
  'one context speaks what has no times, once: %s',
  async (text) => {
    server = await startFake(createCartesiaFake());
    await conversation([text, ''], 'chunk');
    expect(contextsOf(server)).toBe(1);
  },
);
