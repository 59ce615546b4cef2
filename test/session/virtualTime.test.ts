import { VirtualTimeScheduler, type SchedulerLike } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { createSession } from '../../src/session/opening/createSession.ts';
import { microphone } from '../../src/testing/audio.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { shortest } from './config/table.ts';

const END_MS = 16_000;
const ANSWER = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.';
type FlushableScheduler = SchedulerLike & { flush(): void };

const SCHEDULERS: Readonly<Record<string, () => FlushableScheduler>> = {
  VirtualTimeScheduler: () => {
    const scheduler = new VirtualTimeScheduler();
    scheduler.maxFrames = END_MS;
    return scheduler;
  },
  TestScheduler: () => {
    const scheduler = new TestScheduler(() => {});
    scheduler.maxFrames = END_MS;
    return scheduler;
  },
  VirtualClock: () => {
    const clock = new VirtualClock();
    return { now: () => clock.now(), schedule: clock.schedule.bind(clock), flush: () => clock.flush(END_MS) };
  },
};

/** Plays a turn with a filler, and an interruption without words, in one synchronous call. Returns the events with their times. */
function play(scheduler: FlushableScheduler): readonly string[] {
  const voice = [300, 4000, 9000].map((atMs) => ({ atMs, forMs: 700 }));
  const io = createTransportDouble({
    scheduler,
    audioIn: microphone(voice, { scheduler, frameMs: 32, forMs: END_MS }),
  });
  const llm = createLlmDouble([ANSWER, 'Goodbye.'], { scheduler, firstTokenMs: 1500 });
  const ports = {
    vad: createVadDouble({ scheduler }),
    stt: createSttDouble({ scheduler, says: (segment) => ['first words', undefined, 'third words'][segment] }),
    tts: createTtsDouble({ scheduler, firstAudioMs: 150 }),
  };
  const agent = { llm_response_handler: llm, configure_session: () => shortest };
  const session = createSession(agent, { ...shortest, filler: 'One moment.', filler_delay: 1 }, io, {
    scheduler,
    ports,
    id: 'ses_test',
  });
  const log: string[] = [];
  session.events$.subscribe(({ name }) => log.push(`${scheduler.now()} ${name}`));
  session.start();
  scheduler.flush();
  session.end({ after: 'now' });
  return log;
}

test.each(Object.keys(SCHEDULERS))('a session decides in the instants of its timers under a synchronous %s', (name) => {
  const log = play(SCHEDULERS[name]?.() as FlushableScheduler);
  expect(log.filter((line) => /started_speaking|interrupted/.test(line))).toEqual([
    '352 on_user_started_speaking',
    // The filler: a second after the end of the turn, and 150 ms for its first audio.
    '2768 on_agent_started_speaking',
    '4064 on_user_started_speaking',
    '4512 on_agent_interrupted',
    // There were no words: the agent goes on.
    '5480 on_agent_started_speaking',
    '9056 on_user_started_speaking',
    '9504 on_agent_interrupted',
    '11472 on_agent_started_speaking',
  ]);
});
