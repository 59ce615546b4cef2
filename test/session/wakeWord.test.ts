import { map, pipe } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { wakeWord } from '../../operators/wakeWord.ts';
import type { Stage } from '../../src/session/stages.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

const asleep: Stage<'transcribe'> = ({ floor, scheduler }, standard) =>
  pipe(
    standard(),
    wakeWord({ words: ['concierge'], busy: floor.quiet.pipe(map((quiet) => quiet !== 'quiet')), scheduler }),
  );

async function play(options: TestSessionOptions, act?: (session: TestSession) => void): Promise<TestSession> {
  const created = createTestSession({ ...options, options: { stages: { transcribe: asleep } } });
  if (act !== undefined) created.clock.schedule(() => act(created), 1000);
  await created.clock.run(60_000);
  return created;
}

describe('a session with a wake word', () => {
  it('answers from the wake word on, and not before', async () => {
    const { history, errors } = await play({
      voice: [
        { atMs: 1000, forMs: 900 },
        { atMs: 4000, forMs: 1500 },
        { atMs: 9000, forMs: 600 },
      ],
      says: ['pass the salt', 'now concierge a table please', 'for two'],
      llm: ['For how many?', 'Done.'],
    });
    expect(history()).toEqual([
      'user: concierge a table please',
      'assistant: For how many?',
      'user: for two',
      'assistant: Done.',
    ]);
    expect(errors.map(({ code }) => code)).toEqual(['noise', 'noise']);
  });

  it('is asleep again, after ten seconds in which nothing was said', async () => {
    const { history } = await play({
      voice: [
        { atMs: 1000, forMs: 900 },
        { atMs: 20_000, forMs: 900 },
      ],
      says: ['concierge hello', 'pass the salt'],
      llm: ['Hello.'],
    });
    expect(history()).toEqual(['user: concierge hello', 'assistant: Hello.']);
  });

  it('goes on with a notice while others talk, and begins one while they do', async () => {
    const { spoken, when, errors } = await play(
      {
        voice: [{ atMs: 500, forMs: 20_000 }],
        says: ['one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'],
        config: { interrupt_word_threshold: 1 },
      },
      ({ session }) => session.say('Your table is ready, and so is your taxi.'),
    );
    expect(spoken()).toEqual(['Your table is ready, and so is your taxi.']);
    expect(when('agent_interrupted')).toEqual([]);
    expect(when('agent_started_speaking')[0]).toBeLessThan(1600);
    expect(errors.map(({ code }) => code)).toEqual(['noise']);
  });

  it('is interrupted by the wake word', async () => {
    const { history } = await play(
      {
        voice: [{ atMs: 1500, forMs: 900 }],
        says: ['concierge stop that'],
        config: { interrupt_word_threshold: 1 },
        llm: ['Sorry.'],
      },
      ({ session }) => session.say('Your table is ready, and so is your taxi, and so is your coat.'),
    );
    expect(history().at(-1)).toBe('assistant: Sorry.');
    expect(history()[0]).not.toContain('coat');
  });

  it.each([
    ['an interim before it lacks the word', {}],
    ['the recogniser has no interims', { interims: false }],
  ])('is woken if %s', async (_, stt) => {
    const { history } = await play({
      voice: [{ atMs: 1000, forMs: 900 }],
      says: [{ text: 'hey concierge', interims: ['hey'] }],
      stt,
      llm: ['Yes?'],
    });
    expect(history()).toEqual(['user: concierge', 'assistant: Yes?']);
  });

  it('hears a turn that began while it was awake, also of a recogniser without interims', async () => {
    const { history } = await play({
      voice: [
        { atMs: 1000, forMs: 900 },
        { atMs: 9000, forMs: 9000 },
      ],
      says: ['concierge hello', 'a long question'],
      stt: { interims: false },
      llm: ['Hello.', 'I see.'],
    });
    expect(history().slice(2)).toEqual(['user: a long question', 'assistant: I see.']);
  });
});
