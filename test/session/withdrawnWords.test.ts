import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SpeechToText } from '../../src/core/ports.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { LONG, says, TELL_ME } from '../support/userActions.ts';

/** A recogniser that withdraws its interims at the end of each segment that has no final. */
function withdrawing(stt: SpeechToText): SpeechToText {
  const transcribe: SpeechToText['transcribe'] = (speech) =>
    stt
      .transcribe(speech)
      .pipe(
        map((event) =>
          event.kind === 'empty' ? { kind: 'final' as const, segment: event.segment, text: '', last: true } : event,
        ),
      );
  return { ...stt, transcribe };
}

function play(options: TestSessionOptions): TestSession {
  return createTestSession({
    ...options,
    replaceParts: ({ io, ports }) => ({ io, ports: { ...ports, stt: withdrawing(ports.stt) } }),
  });
}

const GUESS = { text: 'what time is it', msPerWord: 100, answer: 'empty' as const };

describe('words that the recogniser withdraws at the end', () => {
  it('make no turn, and get no answer', async () => {
    const { clock, history } = play({ user: [says(320, GUESS)], llm: ['Noon.'] });
    await clock.run(10_000);
    expect(history()).toEqual([]);
  });

  it('are not added to the next turn', async () => {
    const { clock, history } = play({ user: [says(320, GUESS), says(3000, 'tell me')], llm: ['Noon.'] });
    await clock.run(10_000);
    expect(history()).toEqual(['user: tell me', 'assistant: Noon.']);
  });

  it('discard what was prepared for them', async () => {
    const { clock, history } = play({
      user: [says(320, GUESS), says(3000, 'tell me')],
      config: { preemptive_generation: true, min_endpointing_delay: 1 },
      llm: ['It is noon.', 'Here.'],
    });
    await clock.run(10_000);
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: tell me']);
  });

  it('have interrupted the agent if they were enough; nobody is answered', async () => {
    const { clock, history } = play({ user: [TELL_ME, says(4000, GUESS)], llm: [LONG] });
    await clock.run(12_000);
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: tell me']);
  });
});
