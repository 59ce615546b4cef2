import { describe, expect, it } from 'vitest';
import { cutOff, LONG, RETURN } from '../support/cutOff.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { resumableCall } from '../support/resumableCall.ts';

describe('a client that returns', () => {
  it('gets what was said meanwhile, hears every sample once, and all of it counts as heard', async () => {
    const made = await cutOff();
    await made.clock.run(4000);
    expect(made.history()).toEqual([]);
    made.back();
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.client.resumes).toBe(1);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
    const end = made.client.messages.findLast(({ type }) => type === 'audio.end');
    expect([...made.client.heard().values()].map(({ length }) => length)).toEqual([
      end?.type === 'audio.end' && end.samples,
    ]);
    expect(made.client.messages.map(({ seq }) => seq)).toEqual(made.client.messages.map((_, n) => n));
  });

  it('gets the messages that it has missed with their own times', async () => {
    const made = resumableCall({ llm: [{ text: 'Hi.', firstTokenMs: 2000 }] });
    made.join();
    made.client.type('hello');
    await made.clock.run(1000);
    made.cut();
    await made.clock.run(5000);
    made.back();
    await made.clock.run(6000);
    const thought = made.client.messages.find(({ type }) => type === 'agent.thought');
    expect(thought?.t_ms).toBe(2020);
  });

  it('gets a further token, and the one before can be spent when it has it', async () => {
    const made = await cutOff();
    expect(made.confirmed()).toBe(1);
    const socket = new FakeSocket();
    socket.answersPings = false;
    let spent = 0;
    made.connection.resume(socket, { ...RETURN, confirmed: () => (spent += 1) });
    socket.says({ type: 'session.resume', last_seq: -1 });
    expect(socket.messages[0]).toMatchObject({ type: 'session.resumed', resume_token: 'ek_next', seq: -1 });
    expect(spent).toBe(0);
    socket.emit('pong');
    socket.emit('pong');
    expect(spent).toBe(1);
  });

  it('is told how much of its audio and of its texts has arrived, and sends the rest', async () => {
    const voice = [{ atMs: 2000, forMs: 640 }];
    const made = resumableCall({ says: ['what time is it'], llm: ['Seven.', 'Hi.'], voice });
    made.join();
    await made.clock.run(1500);
    made.cut();
    made.client.type('hello');
    await made.clock.run(4500);
    expect(made.history()).toEqual([]);
    made.back();
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history().filter((line) => line.startsWith('user'))).toEqual(['user: hello', 'user: what time is it']);
  });

  it('does not hear the agent begin while it is away', async () => {
    const made = resumableCall({ llm: ['Hi.'] });
    made.join();
    await made.clock.run(100);
    made.client.type('hello');
    await made.clock.run(105);
    made.cut();
    made.back();
    await made.clock.run(130);
    made.cut();
    await made.clock.run(5000);
    expect(made.events.filter((event) => event.startsWith('agent'))).toEqual([]);
  });

  it('gets a snapshot if a message that it has missed is no longer kept', async () => {
    const made = resumableCall({ llm: ['Hi.', 'Yes.'] });
    made.join();
    made.client.type('hello');
    await made.clock.run(3000);
    made.cut();
    for (let n = 0; n < 5000; n += 1) made.connection.warn(n);
    await made.clock.run(4000);
    const socket = made.back();
    await made.clock.run(5000);
    expect(socket.types.slice(0, 2)).toEqual(['session.resumed', 'session.snapshot']);
    expect(socket.messages[1]).toMatchObject({
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'Hi.' },
      ],
      state: { user: 'silent', agent: 'idle' },
      seq: socket.messages[0]?.type === 'session.resumed' && socket.messages[0].latest_seq,
    });
    expect(made.client.faults).toEqual([]);
    made.client.type('again');
    await made.clock.run(8000);
    expect(made.client.faults).toEqual([]);
    expect(made.history().at(-1)).toBe('assistant: Yes.');
  });

  it('takes the place of a socket that the server still holds open', async () => {
    const made = resumableCall({ config: { first_message: LONG } });
    made.join();
    await made.clock.run(1000);
    made.cut({ silently: true });
    await made.clock.run(1500);
    made.back();
    await made.clock.run(1600);
    expect(made.sockets[0]?.closed?.code).toBe(4409);
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('may lose its connection again and again before it gets an answer', async () => {
    const made = await cutOff();
    for (let ms = 1100; ms < 3000; ms += 100) {
      made.back();
      await made.clock.run(ms + (ms % 30));
      made.cut();
      await made.clock.run(ms + 90);
    }
    made.back();
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('hears the agent at the pace of time: the ledger waits until it has caught up', async () => {
    const made = resumableCall({ config: { first_message: LONG }, delayMs: 150 });
    made.join();
    await made.clock.run(1000);
    made.cut();
    await made.clock.run(2000);
    made.back();
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });

  it('need not report what it plays', async () => {
    const made = await cutOff({ reports: false });
    await made.clock.run(3000);
    made.back();
    await made.clock.run(12_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual([`assistant: ${LONG}`]);
  });
});
