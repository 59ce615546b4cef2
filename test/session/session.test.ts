import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createTestSession } from '../support/testSession.ts';
import { waited } from '../support/waited.ts';
import { at, timesOf } from '../support/timedEvent.ts';

const question = { atMs: 320, forMs: 640 };

describe('a session', () => {
  it('answers a spoken question, and the client hears it whole', async () => {
    const { clock, events, io, errors, history } = createTestSession({
      voice: [question],
      says: ['what time is it'],
      llm: ['It is seven.'],
    });
    await clock.run(4000);
    expect(events).toEqual([
      at(384, 'user_started_speaking'),
      at(1536, 'user_stopped_speaking'),
      at(1586, 'user_message_added', 'what time is it'),
      at(1586, 'agent_started_speaking'),
      at(2306, 'agent_stopped_speaking'),
      at(2306, 'agent_message_added', 'It is seven.'),
    ]);
    expect(history()).toEqual(['user: what time is it', 'assistant: It is seven.']);
    expect(io.played().map(({ samples }) => samples.length)).toEqual([12 * 60 * 16]);
    expect(errors).toEqual([]);
  });

  it('runs nothing before it is started, and only once', async () => {
    const { clock, session, llm, io } = createTestSession({ llm: ['Hi.'] });
    session.start();
    clock.schedule(() => io.user.text.next('hello'), 100);
    await clock.run(2000);
    expect(llm.inputs).toHaveLength(1);
  });

  it('measures what an answer was made of', async () => {
    const metrics: unknown[] = [];
    const { clock, session } = createTestSession({
      voice: [question],
      says: ['what time is it'],
      llm: [{ text: 'Seven.', firstTokenMs: 300 }],
      tts: { firstAudioMs: 200 },
    });
    session.edges.metrics.subscribe((metric) => metrics.push(metric));
    await clock.run(4000);
    const parts = waited({ silence: 576, stt: 50, handler: 300, tts: 200 });
    expect(metrics).toEqual([{ turn: 0, heard: true, totalMs: 1126, parts, usage: null }]);
  });
});

describe('splices', () => {
  const heard = { voice: [question], says: ['um what time is it'], llm: ['It is seven.'] };

  it('change what is heard, said and recorded', async () => {
    const { clock, history } = createTestSession({
      ...heard,
      options: {
        splice: {
          transcript: map((said) => ({ ...said, text: said.text.replace(/^um ?/u, '') })),
          userTurn: map((turn) => ({ ...turn, text: `${turn.text}?` })),
          reply: map((event) => (event.kind === 'text' ? { ...event, delta: event.delta.toUpperCase() } : event)),
        },
      },
    });
    await clock.run(4000);
    expect(history()).toEqual(['user: what time is it?', 'assistant: IT IS SEVEN.']);
  });

  it('that fail are reported, and stay in: the values on which they fail pass', async () => {
    const voice = [question, { atMs: 4800, forMs: 640 }];
    const { clock, errors, history } = createTestSession({
      voice,
      says: ['hello', 'hello again'],
      llm: ['Hi.', 'Hi again.'],
      options: {
        splice: {
          transcript: map((said) => {
            if (said.kind === 'interim') throw new Error('no');
            return said;
          }),
        },
      },
    });
    await clock.run(8000);
    expect(new Set(errors.map(({ message }) => message))).toEqual(
      new Set(['the splice at "transcript" failed on a value of kind "interim": no']),
    );
    expect(history().at(-1)).toBe('assistant: Hi again.');
  });
});

describe('stages', () => {
  it('are wrapped: a question is answered without waiting for the delay', async () => {
    const { clock, events } = createTestSession({
      voice: [question],
      says: ['what time is it?'],
      llm: ['Seven.'],
      config: { min_endpointing_delay: 2 },
      options: {
        stages: {
          endpointing:
            ({ edges }) =>
            () =>
              edges.transcript.pipe(map(({ text }) => ({ turn: 0, text }))),
        },
      },
    });
    await clock.run(4000);
    expect(events[1]).toEqual(at(640, 'user_stopped_speaking'));
    expect(timesOf(events, 'user_message_added')[0]).toBe(640);
  });
});

describe('a part at a place that there is not', () => {
  it.each([
    [
      { splice: { transcipt: map((transcript) => transcript) } },
      'splice.transcipt',
      'there is no edge "transcipt"; expected one of audioIn, ',
    ],
    [
      { stages: { Vad: () => map((event) => event) } },
      'stages.Vad',
      'there is no stage "Vad"; expected one of vad, digits, ',
    ],
  ])('is refused with its name and those that there are: %j', (options, path, message) => {
    const make = (): unknown => createTestSession({ options: options as object });
    expect(make).toThrow(
      expect.objectContaining({ code: 'usage_invalid', details: expect.objectContaining({ path }) }),
    );
    expect(make).toThrow(message);
  });
});
