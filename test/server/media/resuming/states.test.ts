import { describe, expect, it } from 'vitest';
import { createFunction } from '../../../support/testSession.ts';
import { resumableCall, type ResumableCall, type ResumableCallOptions } from '../support/resumableCall.ts';

const LONG = 'It is seven, or a little later, if the clock in the hall is right.';
const ASKS = { atMs: 320, forMs: 640 };
const INTERRUPTS = { atMs: 3200, forMs: 700 };

interface Situation {
  readonly options: ResumableCallOptions;
  /** When it is so. */
  readonly atMs: number;
  readonly agent: string;
  readonly user: string;
  /** What is said while the client is away for 3 s, and in the end. */
  readonly meanwhile: readonly string[];
  readonly history: readonly string[];
}

const asked: ResumableCallOptions = { says: ['hello', 'again'], voice: [ASKS] };

const SITUATIONS: Readonly<Record<string, Situation>> = {
  listens: {
    options: { says: ['hello'], llm: ['Hi.'], voice: [{ atMs: 4000, forMs: 640 }] },
    atMs: 3000,
    agent: 'idle',
    user: 'silent',
    meanwhile: [],
    history: ['user: hello', 'assistant: Hi.'],
  },
  'hears the user, who is answered when nothing came for 1 s': {
    options: { ...asked, llm: ['Hi.', 'Yes.'] },
    atMs: 800,
    agent: 'idle',
    user: 'speaking',
    meanwhile: ['user: hello'],
    history: ['user: hello', 'assistant: Hi.'],
  },
  thinks: {
    options: { ...asked, llm: [{ text: 'Hi.', firstTokenMs: 3000 }] },
    atMs: 3000,
    agent: 'thinking',
    user: 'silent',
    meanwhile: ['user: hello'],
    history: ['user: hello', 'assistant: Hi.'],
  },
  speaks: {
    options: { ...asked, llm: [LONG] },
    atMs: 3000,
    agent: 'speaking',
    user: 'silent',
    meanwhile: ['user: hello'],
    history: ['user: hello', `assistant: ${LONG}`],
  },
  'executes a function': {
    options: { ...asked, llm: [{ calls: [{ name: 'look_up' }] }, 'At nine.'] },
    atMs: 2500,
    agent: 'executing_functions',
    user: 'silent',
    meanwhile: ['user: hello', 'assistant: ', 'tool: nine'],
    history: ['user: hello', 'assistant: ', 'tool: nine', 'assistant: At nine.'],
  },
  'has been interrupted, so far without words': {
    options: { says: ['hello', ''], llm: [LONG], voice: [ASKS, INTERRUPTS] },
    atMs: 3800,
    agent: 'interrupted',
    user: 'speaking',
    meanwhile: ['user: hello', 'assistant: It is seven, or a little later, if'],
    history: [
      'user: hello',
      'assistant: It is seven, or a little later, if',
      'assistant: the clock in the hall is right.',
    ],
  },
};

function statesOf({ session }: ResumableCall): readonly (string | undefined)[] {
  let [agent, user]: (string | undefined)[] = [];
  session.agentState$.subscribe((state) => (agent = state)).unsubscribe();
  session.userState$.subscribe((state) => (user = state)).unsubscribe();
  return [agent, user];
}

/** Checks that each utterance that was sent completely and not cut was heard, once. */
function expectHeardOnce({ client }: ResumableCall): void {
  const cut = new Set(client.messages.map((message) => (message.type === 'clear' ? message.utterance_id : '')));
  for (const message of client.messages) {
    if (message.type !== 'audio.end' || cut.has(message.utterance_id)) continue;
    expect(client.heard().get(message.utterance_id)?.length).toBe(message.samples);
  }
}

describe.each(Object.entries(SITUATIONS))('an agent that %s', (_, situation) => {
  it.each([false, true])(
    'goes on when its client returns (the server does not notice the loss: %s)',
    async (silently) => {
      let answer = (_value: string): void => {};
      const look_up = createFunction(() => new Promise<string>((resolve) => (answer = resolve)));
      const made = resumableCall({ ...situation.options, agent: { functions: { look_up } } });
      made.join();
      await made.clock.run(situation.atMs);
      expect(statesOf(made)).toEqual([situation.agent, situation.user]);
      made.cut({ silently });
      await made.clock.run(situation.atMs + 1000);
      answer('nine');
      await made.clock.run(situation.atMs + (silently ? 1100 : 3000));
      // What is said into a connection that the server believes alive is as it is.
      expect(silently ? situation.meanwhile : made.history()).toEqual(situation.meanwhile);
      made.back();
      await made.clock.run(25_000);
      expect(made.client.faults).toEqual([]);
      expect(made.history().slice(0, situation.history.length)).toEqual(situation.history);
      expectHeardOnce(made);
    },
  );
});

describe('a clear that waits for its answer', () => {
  const interrupted: ResumableCallOptions = {
    says: ['hello', 'stop it please'],
    llm: [LONG, 'Fine.'],
    voice: [ASKS, INTERRUPTS],
  };

  /** A call whose user has just interrupted the agent, and the time. */
  async function interruptAgent(): Promise<{ made: ResumableCall; atMs: number }> {
    const made = resumableCall(interrupted);
    made.join();
    let atMs = 3200;
    while (!made.sockets[0]?.types.includes('clear')) await made.clock.run((atMs += 1));
    return { made, atMs };
  }

  it.each([
    ['before the client gets it', 5],
    ['before the server gets the answer', 15],
    ['after the answer', 25],
  ])('is settled when the connection is lost %s', async (_name, afterMs) => {
    const undisturbed = await interruptAgent();
    await undisturbed.made.clock.run(25_000);
    const { made, atMs } = await interruptAgent();
    await made.clock.run(atMs + afterMs);
    made.cut();
    await made.clock.run(atMs + afterMs + 1);
    expect(made.history()).toEqual(undisturbed.made.history().slice(0, 2));
    await made.clock.run(atMs + 2000);
    made.back();
    await made.clock.run(25_000);
    expect(made.client.faults).toEqual([]);
    expect(made.history().slice(0, 3)).toEqual(undisturbed.made.history().slice(0, 3));
    expect(made.history()).toContain('assistant: Fine.');
    const again = made.sockets[1]?.messages.filter(
      (message) => message.type === 'audio.start' && 'first_sample' in message,
    );
    expect(again).toEqual([]);
  });
});
