import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { turnEnd } from '../../../operators/turnEnd.ts';
import type { TurnModel, TurnPause } from '../../../src/core/turnModel.ts';
import type { Stages } from '../../../src/session/stages.ts';
import { playSession } from '../../support/playSession.ts';
import { does, says, types } from '../../support/userActions.ts';
import { crash, resume, watch } from '../checkpoints/crashed.ts';
import { BILLING_CONFIG, create } from '../handoff/handedOff.ts';

const ASKED = says(320, '');
const speechModel = { sampleRate: 16_000, replies: ['At eight.', 'At nine.'], words: ['when', 'and later'] };

describe('with a speech model', () => {
  it('push to talk commits what was said until the release', async () => {
    const press = does(300, ({ io }) => io.user.muted.next(false));
    const release = does(8300, ({ io }) => {
      io.user.turns.next('commit');
      io.user.muted.next(true);
    });
    const { history, speechModel: model } = await playSession({
      user: [says(320, '', 6000), press, release],
      config: { push_to_talk: true },
      prepare: (io) => io.user.muted.next(true),
      speechModel,
    });
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['commit', 'respond']);
  });

  it('telephone keys reach it as text', async () => {
    const keys = does(300, ({ io }) => (['4', '2', '#'] as const).forEach((key) => io.user.digits.next(key)));
    const { history, speechModel: model } = await playSession({ user: [keys], speechModel });
    expect(history()).toEqual(['user: 42', 'assistant: At eight.']);
    expect(model.inputs[0]).toEqual({ kind: 'add', messages: [{ role: 'user', content: '42' }] });
  });

  it('new instructions reach it before the next answer', async () => {
    const update = does(5000, ({ session }) => session.update({ instructions: 'Answer in French.' }));
    const { speechModel: model } = await playSession({ user: [ASKED, update, says(6000, '')], speechModel });
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['commit', 'respond', 'commit', 'update', 'respond']);
  });

  it('a session that only transcribes has its words, and requests no answer', async () => {
    const config = { transcription_only: true } as const;
    const { history, speechModel: model } = await playSession({ user: [ASKED], config, speechModel });
    expect(history()).toEqual(['user: when']);
    expect(model.inputs.map(({ kind }) => kind)).toEqual(['commit']);
  });
});

/** The stage of a turn model that hears the audio: the user has finished after so many pauses. */
function finishedAfter(pauses: number, look: (pause: TurnPause) => void): Stages {
  return {
    endpointing:
      ({ edges, settled, endSegment, scheduler }) =>
      (activity) => {
        let count = 0;
        const score = (pause: TurnPause) => {
          look(pause);
          return of({ over: ++count >= pauses ? 1 : 0 });
        };
        const model: TurnModel = { kind: 'pause', name: 'double', score };
        const { transcript, audioIn: audio } = edges;
        return activity.pipe(turnEnd({ model, transcript, audio, settled, endSegment, scheduler }));
      },
  };
}

describe('a turn model before a speech model', () => {
  it('hears the audio of the turn without its words, and decides when the turn ends', async () => {
    const pauses: TurnPause[] = [];
    const user = [says(320, '', 640), says(2560, '', 640)];
    const stages = finishedAfter(2, (pause) => pauses.push(pause));
    const { history, when } = await playSession({ user, speechModel, options: { stages } });
    expect(pauses.map(({ text }) => text)).toEqual(['', '']);
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(when('agent_started_speaking')[0]).toBeGreaterThan(3200);
  });
});

describe('a session with a speech model that goes on elsewhere', () => {
  it('is resumed from its checkpoint: the model begins with what was heard', async () => {
    const died = watch({ user: [ASKED], speechModel });
    const resumed = resume(await crash(died, 8000), { user: [says(320, '')], speechModel });
    await resumed.clock.run(8000);
    expect(resumed.history()).toEqual(['user: when', 'assistant: At eight.', 'user: when', 'assistant: At eight.']);
    expect(resumed.speechModel.memory().map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: when',
      'assistant: At eight.',
      'user: audio of turn 1006',
      'assistant: At eight.',
    ]);
    expect(resumed.codes).toEqual([]);
  });

  const model = { provider: 'openai', api_key: 'none' } as const;
  const handed = {
    user: [types(100, 'my invoice is wrong')],
    speechModel: {
      sampleRate: 16_000,
      replies: [{ text: 'One moment.', calls: [{ name: 'transfer' }] }, 'This is billing.'],
    },
    config: { initial_messages: [{ role: 'system', content: 'You are reception.' }] },
  } as const;

  it('is handed over: the model gets the instructions and functions of the other agent', async () => {
    const { stt: _stt, tts: _tts, ...config } = BILLING_CONFIG;
    const made = create({ ...handed, billing: { configure_session: () => ({ ...config, model }) } });
    await made.clock.run(9000);
    expect(made.errors).toEqual([]);
    expect(made.spoken().join(' ')).toBe('One moment. This is billing.');
    expect(made.speechModel.inputs.filter(({ kind }) => kind === 'update').length).toBeGreaterThan(0);
    expect(made.history()[0]).toBe('system: You are billing.');
  });

  it('is not handed over to an agent with a recogniser or a voice that it began without', async () => {
    const made = create(handed);
    await made.clock.run(9000);
    expect(made.errors[0]?.message).toContain('stt: expected none: the session began without `stt`');
    expect(made.history()[0]).toBe('system: You are reception.');
  });
});
