import { describe, expect, it } from 'vitest';
import { createRtvi, LEAD_MS } from '../../../../src/server/adapters/rtvi/rtvi.ts';
import { createRtviSettings } from '../../../../src/server/adapters/rtvi/rtviOptions.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { createPlayer, type Player } from '../../../dialects/player.ts';
import { call, type Call, type CallOptions } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';
import { audioToWire, fromWire, messageToWire } from './wire.ts';

interface RtviCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  readonly player: Player;
}

interface RtviCallOptions extends Omit<CallOptions, 'scheduler'> {
  /** Time after which the client is ready. */
  readonly readyAtMs?: number;
}

/** A session of a client that plays all that it gets, in virtual time. `voice`: when the user speaks. */
function connect(voice: readonly SoundInterval[], options: RtviCallOptions = {}): RtviCall {
  const clock = new VirtualClock();
  const adapter = createRtvi(createRtviSettings({}));
  const made = call({ ...options, scheduler: clock, adapter, outputRate: 24_000, inputRate: 16_000 });
  const socket = new FakeSocket();
  const player = createPlayer(() => clock.now());
  socket.onFrame = (frame) => {
    const { audio } = fromWire(frame);
    if (audio !== undefined) player.play(audio.audio.length / 48);
  };
  made.start();
  made.connection.join(socket);
  clock.schedule(() => socket.hears(messageToWire('client-ready', { version: '2.1.0' })), options.readyAtMs);
  const talking = microphone(voice, { scheduler: clock, frameMs: 32, sampleRate: 16_000 }).subscribe(({ samples }) =>
    socket.hears(audioToWire(samples)),
  );
  void made.session.ended.then(() => talking.unsubscribe());
  return { ...made, clock, socket, player };
}

const GREETING = 'Good evening, this is the table desk of the hotel. What can I do for you today?';
/** Of the double of TTS. */
const MS_PER_CHARACTER = 60;

describe('a session of an RTVI client', () => {
  it('is greeted when the client is ready', async () => {
    const { clock, player, history } = connect([], { readyAtMs: 3000, config: { first_message: GREETING } });
    await clock.run(2999);
    expect([player.playedMs(), history()]).toEqual([0, []]);
    await clock.run(12_000);
    expect(player.playedMs()).toBe(GREETING.length * MS_PER_CHARACTER);
    expect(history()).toEqual([`assistant: ${GREETING}`]);
  });

  it('that is interrupted plays no more than the lead and a frame, and has the words that the user heard', async () => {
    const { clock, session, player, events } = connect([{ atMs: 1500, forMs: 1200 }], {
      says: ['stop please'],
      llm: ['Yes.'],
      config: { first_message: GREETING },
    });
    let [playedMs, unplayedMs] = [0, 0];
    session.events$.subscribe(({ name }) => {
      if (name === 'on_agent_interrupted') [playedMs, unplayedMs] = [player.playedMs(), player.unplayedMs()];
    });
    await clock.run(3000);
    expect(unplayedMs).toBeGreaterThan(0);
    expect(unplayedMs).toBeLessThanOrEqual(LEAD_MS + 20);
    const [text = ''] = events.filter((event) => event.startsWith('agent_interrupted'));
    const words = text.slice('agent_interrupted: '.length).split(' ').length;
    const truth = GREETING.slice(0, Math.floor(playedMs / MS_PER_CHARACTER)).split(' ').length;
    expect(Math.abs(words - truth)).toBeLessThanOrEqual(1);
    expect(words).toBeGreaterThan(2);
  });

  it('ends with disconnect-bot, and holds nothing', async () => {
    const { clock, session, socket, ledger } = connect([]);
    await clock.run(100);
    socket.hears(messageToWire('disconnect-bot', {}));
    await clock.run(2000);
    expect((await session.ended).reason).toBe('ended_by_client');
    expect([socket.closed?.code, ledger.open()]).toEqual([1000, {}]);
  });

  it('that is lost is waited for where its client can come back, and ends if it does not', async () => {
    const { clock, session, socket } = connect([], { resumeMs: 20_000 });
    await clock.run(100);
    socket.emit('close', 1006);
    let reason = '';
    void session.ended.then((end) => (reason = end.reason));
    await clock.run(20_000);
    expect(reason).toBe('');
    await clock.run(20_200);
    expect(reason).toBe('disconnected');
  });

  it('ends when its client presses more keys than anybody can', async () => {
    const { clock, socket, session } = connect([]);
    await clock.run(100);
    const buttons = Array.from({ length: 32 }, () => '#');
    for (let at = 0; at < 7; at += 1) socket.hears(messageToWire('dtmf', { buttons }));
    await clock.run(200);
    expect(socket.closed?.code).toBe(4429);
    expect((await session.ended).reason).toBe('disconnected');
  });
});
