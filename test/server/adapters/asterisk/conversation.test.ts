import { describe, expect, it } from 'vitest';
import { asterisk } from '../../../../src/server/adapters/asterisk/asterisk.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call, type Call, type CallOptions } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';
import { createFakeAsterisk, type FakeAsterisk } from './fakeAsterisk.ts';

interface PhoneCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  readonly phone: FakeAsterisk;
}

/** A call over Asterisk in virtual time. `voice`: when the caller speaks. */
function dial(voice: readonly SoundInterval[], options: Omit<CallOptions, 'scheduler'> = {}): PhoneCall {
  const clock = new VirtualClock();
  const made = call({ ...options, scheduler: clock, adapter: asterisk });
  const socket = new FakeSocket();
  const send = (message: string | Uint8Array): void =>
    void socket.emit('message', Buffer.from(message), typeof message !== 'string');
  const phone = createFakeAsterisk({ scheduler: clock, send: (message) => clock.schedule(() => send(message)) });
  socket.onFrame = (frame) => phone.take(frame);
  made.start();
  made.connection.join(socket);
  clock.schedule(() => phone.begin());
  const speaking = microphone(voice, { scheduler: clock, frameMs: 20 }).subscribe(({ samples }) =>
    phone.speak(samples),
  );
  void made.session.ended.then(() => {
    speaking.unsubscribe();
    phone.stop();
  });
  return { ...made, clock, socket, phone };
}

const GREETING = 'Good evening, this is the table desk of the hotel. What can I do for you today?';
/** Of the double of TTS. */
const MS_PER_CHARACTER = 60;

describe('a call over Asterisk', () => {
  it('is greeted, and answered', async () => {
    const { clock, phone, history } = dial([{ atMs: 7000, forMs: 640 }], {
      says: ['what time is it'],
      llm: ['It is seven.'],
      config: { first_message: GREETING },
    });
    await clock.run(14_000);
    expect(history()).toEqual([`assistant: ${GREETING}`, 'user: what time is it', 'assistant: It is seven.']);
    expect(phone.playedMs()).toBe((GREETING.length + 'It is seven.'.length) * MS_PER_CHARACTER);
  });

  it('that is interrupted has the words that the caller heard, by the marks', async () => {
    const { clock, session, phone, events, socket } = dial([{ atMs: 1500, forMs: 1200 }], {
      says: ['stop please'],
      llm: ['Yes.'],
      config: { first_message: GREETING },
    });
    const heard: unknown[] = [];
    let playedMs = 0;
    session.events$.subscribe(({ name, input }) => {
      if (name !== 'on_agent_interrupted') return;
      heard.push((input as { readonly heard: string }).heard);
      playedMs = phone.playedMs();
    });
    await clock.run(4000);
    expect(heard).toEqual(['marked']);
    const [text = ''] = events.filter((event) => event.startsWith('agent_interrupted'));
    const words = text.slice('agent_interrupted: '.length).split(' ').length;
    const truth = GREETING.slice(0, Math.floor(playedMs / MS_PER_CHARACTER)).split(' ').length;
    expect(Math.abs(words - truth)).toBeLessThanOrEqual(1);
    expect(words).toBeGreaterThan(2);
    expect(phone.commands).toEqual(['START_MEDIA_BUFFERING', 'FLUSH_MEDIA', 'START_MEDIA_BUFFERING']);
    expect(socket.closed).toBeNull();
  });

  it('that is interrupted by a cough begins the clause again: what Asterisk held is not wanted any more', async () => {
    const { clock, session, phone } = dial([{ atMs: 2700, forMs: 800 }], {
      says: [''],
      config: { first_message: GREETING },
    });
    const speech = new Map<string, string>();
    session.edges.speech.subscribe((event) => {
      if (event.kind === 'text') speech.set(event.utterance, (speech.get(event.utterance) ?? '') + event.text);
    });
    let cutMs = 0;
    session.events$.subscribe(({ name }) => name === 'on_agent_interrupted' && (cutMs = phone.playedMs()));
    await clock.run(14_000);
    const again = [...speech.values()].at(-1) ?? '';
    expect(again.trim()).toBe('What can I do for you today?');
    expect(cutMs).toBeGreaterThan(GREETING.indexOf('hat can') * MS_PER_CHARACTER);
    expect(phone.playedMs() - cutMs).toBeGreaterThanOrEqual(again.trim().length * MS_PER_CHARACTER);
    expect(phone.commands).toEqual(['START_MEDIA_BUFFERING', 'FLUSH_MEDIA', 'START_MEDIA_BUFFERING']);
  });

  it('takes the keys that the caller presses', async () => {
    const { clock, phone, history } = dial([], { llm: ['Thank you.'] });
    await clock.run(100);
    for (const key of ['4', '2', '#']) phone.press(key);
    await clock.run(3000);
    expect(history()).toEqual(['user: 42', 'assistant: Thank you.']);
  });

  it('ends with the call', async () => {
    const { clock, session, socket, ledger } = dial([]);
    await clock.run(100);
    socket.emit('close', 1000);
    await clock.run(2000);
    expect((await session.ended).reason).toBe('ended_by_client');
    expect(ledger.open()).toEqual({});
  });

  it('is hung up by the agent, once, over its socket', async () => {
    const { clock, session, phone } = dial([]);
    await clock.run(100);
    const hungUp = session.hangUp({ after: 'now' });
    await clock.run(2000);
    await hungUp;
    expect([phone.commands, (await session.ended).reason]).toEqual([['HANGUP'], 'agent_ended']);
  });

  it('is not transferred: the line cannot do that', async () => {
    const { clock, session, phone } = dial([]);
    await clock.run(100);
    await expect(session.transfer('+15550003', { after: 'now' })).rejects.toMatchObject({
      code: 'line_action_unsupported',
    });
    expect(phone.commands).toEqual([]);
  });

  it('is hung up when the session ends', async () => {
    const { clock, session, phone, socket } = dial([]);
    await clock.run(100);
    session.close('agent_ended');
    await clock.run(2000);
    expect(phone.commands).toEqual(['HANGUP']);
    expect(socket.closed?.code).toBe(1000);
  });
});
