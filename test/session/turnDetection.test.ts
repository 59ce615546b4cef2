import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { turnEnd } from '../../operators/turnEnd.ts';
import { TurnDetection } from '../../providers/names.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { AgentText, TurnModel } from '../../src/core/turnModel.ts';
import { createAgentText } from '../../src/session/standardStages/agentText.ts';
import type { Stages } from '../../src/session/stages.ts';
import { parseConfig } from '../../src/session/config/config.ts';
import { says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

async function play(options: TestSessionOptions, forMs = 8000): Promise<TestSession> {
  const made = createTestSession({ llm: ['Fine.', 'Good.'], ...options });
  await made.clock.run(forMs);
  return made;
}

/** The last voiced sample is at 960 ms. */
const ONE_WORD = says(320, 'please', 640);

describe('turn_detection', () => {
  it('answers before the VAD ends the segment, if the words are whole', async () => {
    const { when } = await play({ user: [ONE_WORD], config: { turn_detection: TurnDetection.Text() } });
    expect(when('user_stopped_speaking')).toEqual([1360]);
    expect(when('user_message_added')).toEqual([1410]);
  });

  it.each([
    ['min_delay', { min_delay: 0.1 }, [1060], [1110]],
    ['the end of the segment, with a longer min_delay', { min_delay: 1 }, [1536], [1960]],
  ])('ends a turn by %s', async (_, settings, stopped, added) => {
    const { when } = await play({ user: [ONE_WORD], config: { turn_detection: TurnDetection.Text(settings) } });
    expect([when('user_stopped_speaking'), when('user_message_added')]).toEqual([stopped, added]);
  });

  it('waits for max_delay behind an unfinished sentence', async () => {
    const user = [says(320, 'because', 640)];
    const { when } = await play({ user, config: { turn_detection: TurnDetection.Text({ max_delay: 2 }) } });
    expect(when('user_message_added')).toEqual([2960]);
  });

  it('judges a recogniser without interims when its segment ends', async () => {
    const config = { turn_detection: TurnDetection.Text() };
    const { when } = await play({ user: [ONE_WORD], config, stt: { interims: false } });
    expect(when('user_message_added')).toEqual([1586]);
  });

  it('is off by default', () => {
    expect(parseConfig(CONFIG).turnDetection).toBeUndefined();
  });

  it('takes the language of the recogniser, unless it has one of its own', () => {
    const languageOf = (settings: object): unknown =>
      parseConfig({ ...CONFIG, turn_detection: { provider: 'text', ...settings } }).turnDetection?.language;
    expect([languageOf({}), languageOf({ language: 'fr' })]).toEqual(['de', 'fr']);
  });

  it('names what is wrong with it', () => {
    const turn_detection = { provider: 'text', threshold: 2, min_delay: 400, until: 1 };
    expect(() => parseConfig({ ...CONFIG, turn_detection })).toThrow(
      /turn_detection\.threshold: expected at most 1, got 2[^]*turn_detection\.min_delay: .*milliseconds[^]*turn_detection\.until: expected no such field/u,
    );
  });
});

const CONFIG = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none', language: 'de' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};

describe('a model of your own', () => {
  it('knows what the agent said last, and how much of it the user has heard', async () => {
    const seen: AgentText[] = [];
    const { history } = await play({
      user: [says(320, 'tell me', 640), says(3008, 'wait a moment', 960)],
      llm: ['We opened in nineteen eighty. My grandmother cooked here.', 'Yes.'],
      options: { stages: withModel((agent) => void seen.push(agent)) },
    });
    const [, asked, said] = history();
    expect(asked).toMatch(/^assistant: We opened/u);
    expect(said).toBe('user: wait a moment');
    const heard = asked?.slice('assistant: '.length) ?? '';
    expect(seen[0]).toEqual({ heard: '', unsaid: '' });
    expect(seen.at(-1)?.heard).toBe(heard);
    expect(`${heard}${seen.at(-1)?.unsaid}`).toBe('We opened in nineteen eighty. My grandmother cooked here.');
  });

  it('that fails is reported, and the turn ends by silence', async () => {
    const { codes, when } = await play({
      user: [ONE_WORD],
      options: {
        stages: withModel(() => {
          throw new Error('no memory');
        }),
      },
    });
    expect(new Set(codes)).toEqual(new Set(['turn_model_failed']));
    expect(when('user_message_added')).toEqual([1586]);
  });
});

/** The stage with a model that lets every turn end, and shows what it is asked with. */
function withModel(look: (agent: AgentText) => void): Stages {
  return {
    endpointing: (context) => (activity) => {
      const { read } = createAgentText(context);
      const { edges, settled, endSegment, scheduler } = context;
      const report = (error: AntiphonError): void => context.report(error);
      const model: TurnModel = {
        kind: 'pause',
        name: 'double',
        score: ({ agent }) => {
          look(agent);
          return of({ over: 1 });
        },
      };
      const options = { model, transcript: edges.transcript, settled, endSegment, report, agent: read, scheduler };
      return activity.pipe(turnEnd(options));
    },
  };
}
