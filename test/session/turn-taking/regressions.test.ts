import { filter } from 'rxjs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { UserTurn } from '../../../src/core/speech.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import { playSession } from '../../support/playSession.ts';
import type { TestSession, TestSessionOptions } from '../../support/testSession.ts';
import { at } from '../../support/timedEvent.ts';
import { does } from '../../support/userActions.ts';

/** Decided at 384 ms; the segment ends at 1536. */
const question = { atMs: 320, forMs: 640 };
const LONG = 'We opened in nineteen eighty. My grandmother cooked here for forty years.';

/** Plays a session in which `acts` happen at their times. */
function play(
  options: TestSessionOptions,
  acts: readonly (readonly [number, (made: TestSession) => void])[],
): Promise<TestSession> {
  return playSession({ ...options, user: acts.map(([atMs, act]) => does(atMs, act)) });
}

const types =
  (text: string) =>
  ({ io }: TestSession): void =>
    io.user.text.next(text);
const says =
  (text: string) =>
  ({ session }: TestSession): void =>
    session.say(text);
/** From a tap: in the middle of what is being told. */
const whenever =
  (event: string, act: (made: TestSession) => void) =>
  (made: TestSession): void =>
    void made.session.events$.pipe(filter(({ name }) => name === event)).subscribe(() => act(made));

describe('found by playing random conversations', () => {
  it('the answer to the user goes in front of what the owner wants said', async () => {
    const cough = { voice: [question], says: [''] };
    const { history } = await play({ ...cough, llm: ['Sure.'] }, [
      [500, says('By the way.')],
      [600, types('hello')],
    ]);
    expect(history()).toEqual(['user: hello', 'assistant: Sure.', 'assistant: By the way.']);
  });

  it('one text that the owner wants said goes in front of the answer to what was said over the agent', async () => {
    const options = { llm: [LONG, 'Sure.'], config: { allow_interruptions: false } };
    const { history } = await play(options, [
      [500, types('hello')],
      [1000, says('By the way.')],
      [1200, types('and you')],
    ]);
    expect(history()).toEqual([
      'user: hello',
      `assistant: ${LONG}`,
      'assistant: By the way.',
      'user: and you',
      'assistant: Sure.',
    ]);
  });

  it('the owner is not kept waiting by a turn that a splice drops', async () => {
    const splice = { userTurn: filter(({ text }: UserTurn) => text !== 'and you') };
    const options = { llm: [LONG], config: { allow_interruptions: false }, options: { splice } };
    const { history } = await play(options, [
      [500, types('hello')],
      [1000, says('By the way.')],
      [1200, types('and you')],
    ]);
    expect(history()).toEqual(['user: hello', `assistant: ${LONG}`, 'assistant: By the way.']);
  });

  it('what is wanted said at the very commit is a reply of its own where the answer has been generated', async () => {
    const { history } = await play({ llm: ['Hi.'] }, [
      [0, whenever('on_user_message_added', ({ session }) => session.say('By the way.'))],
      [500, types('hello')],
    ]);
    expect(history()).toEqual(['user: hello', 'assistant: Hi.', 'assistant: By the way.']);
  });

  it('a reply that is interrupted at the very instant of its beginning is not heard', async () => {
    const { io, events } = await play({ config: { first_message: 'Good evening.' } }, [
      [0, whenever('on_agent_stopped_speaking', ({ session }) => session.interrupt())],
      [100, says('By the way.')],
    ]);
    expect(events).toEqual([
      at(0, 'agent_started_speaking'),
      at(780, 'agent_stopped_speaking'),
      at(780, 'agent_message_added', 'Good evening.'),
    ]);
    expect(io.played().map(({ samples }) => samples.length > 0)).toEqual([true, false]);
  });

  it('what is wanted said while the voice is given its text is not lost', async () => {
    const { history } = await play({ llm: [{ text: 'One two three.', calls: [{ name: 'none' }], tokenMs: 250 }, ''] }, [
      [0, whenever('on_agent_started_speaking', ({ session }) => session.say('By the way.'))],
      [500, types('hello')],
    ]);
    expect(history()).toContain('assistant: One two three. By the way.');
  });

  it('what is wanted said within a round stands by itself in what the model is told of it', async () => {
    const look = defineFunction({ description: 'looks', parameters: z.object({}), execute: () => 'done' });
    const round = { text: 'One two.', calls: [{ name: 'look' }], tokenMs: 250 };
    const { llm } = await play({ llm: [round, 'Three.'], agent: { functions: { look } } }, [
      [500, types('hello')],
      [800, says('By the way.')],
    ]);
    expect(llm.inputs[1]).toMatchObject({ messages: [{}, { content: 'One two. By the way.' }, {}] });
  });

  it('two turns that are committed at the same instant are answered together', async () => {
    const late = (text: string, afterMs: number) => ({ text, afterMs });
    const empty = { text: '', answer: 'empty' as const, delayMs: 0 };
    // The second segment is decided at 1696 and ends at 2880, where its final comes late at once.
    const { history, llm } = await play(
      {
        voice: [question, { atMs: 1632, forMs: 640 }],
        says: [
          { ...empty, late: late('first', 300) },
          { ...empty, late: late('second', 0) },
        ],
        llm: ['Yes.'],
      },
      [],
    );
    expect(history()).toEqual(['user: first', 'user: second', 'assistant: Yes.']);
    expect(llm.inputs).toHaveLength(1);
  });

  it('calls that were held back are not made when the session ends', async () => {
    let made = 0;
    const book = defineFunction({ description: 'books', parameters: z.object({}), execute: () => void (made += 1) });
    const { events } = await play(
      {
        voice: [{ atMs: 320, forMs: 3000 }],
        says: ['one two three'],
        llm: [{ calls: [{ name: 'book' }] }],
        agent: { functions: { book } },
      },
      [
        [700, types('book it')],
        [900, ({ session }) => session.end({ after: 'now' })],
      ],
    );
    expect(made).toBe(0);
    expect(events.slice(1)).toEqual([
      at(700, 'user_message_added', 'book it'),
      at(900, 'user_stopped_speaking'),
      at(900, 'user_message_added', 'one'),
    ]);
  });

  it('words that come late hold no farewell back for ever', async () => {
    const late = { text: '', answer: 'empty' as const, late: { text: 'for two', afterMs: 100 } };
    const { events, session, clock } = await play(
      {
        voice: [question],
        says: [late],
        config: { first_message: 'Good evening.' },
        tts: { utterances: [{ stallAfterChars: 0 }] },
      },
      [
        [100, says('Goodbye.')],
        [200, ({ session: own }) => own.end()],
      ],
    );
    await expect(session.ended).resolves.toMatchObject({ reason: 'agent_ended' });
    expect(clock.now()).toBe(30_000);
    expect(events.slice(2)).toEqual([
      at(5000, 'agent_started_speaking'),
      at(5480, 'agent_stopped_speaking'),
      at(5480, 'agent_message_added', 'Goodbye.'),
      at(5480, 'user_message_added', 'for two'),
    ]);
  });

  it('no frame leaves at the very instant of an interruption', async () => {
    // A frame is due every 20 ms from 1586 on; the interruption is decided at the end of a window, at 1586 + 2 * 20.
    const { io } = await play({ llm: [LONG, 'Yes?'] }, [
      [500, types('hello')],
      [1500, types('wait')],
    ]);
    const at = io.commands.findIndex(({ command }) => command.kind === 'clear');
    const { command, atMs } = io.commands[at - 1] ?? { command: null, atMs: 0 };
    expect(command?.kind).toBe('audio');
    expect(atMs).toBeLessThan(1500);
  });

  it('nothing begins for a client that leaves while it is asked what it played', async () => {
    const options = { llm: [LONG, 'Yes?'], transport: { clearDelayMs: 100 } };
    const { io, events } = await play(options, [
      [500, types('hello')],
      [1010, types('wait')],
      [1050, ({ io: own }) => own.user.connected.next(false)],
      [3000, ({ io: own }) => own.user.connected.next(true)],
    ]);
    expect(io.commands.filter(({ atMs, command }) => command.kind === 'audio' && atMs >= 1050 && atMs < 3000)).toEqual(
      [],
    );
    expect(events).toContainEqual(at(3000, 'agent_started_speaking'));
  });
});

describe('found by breaking random conversations', () => {
  it('what the owner says twice, while the model is silent, is not one word', async () => {
    const { history } = await play({ llm: [{ text: 'Seven.', firstTokenMs: 2000 }] }, [
      [500, types('what time')],
      [600, says('Let me see.')],
      [700, says('One moment.')],
    ]);
    expect(history()).toEqual(['user: what time', 'assistant: Let me see. One moment. Seven.']);
  });
});

describe('found in the doubles', () => {
  it('a client plays what comes in answer to its `finished`', async () => {
    const { io } = await play({ config: { first_message: 'Good evening.' } }, [[100, says('Goodbye.')]]);
    expect(io.played().map(({ outcome }) => outcome)).toEqual(['finished', 'finished']);
  });
});
