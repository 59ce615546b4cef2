import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/draw/model.ts';
import { describeActivity } from '../../src/page/activity.ts';
import { initialState, type State } from '../../src/page/state.ts';
import { failureNotice } from '../../src/page/notices.ts';
import { call, reply, utterance, voice } from '../draw/support/things.ts';

const open = { fromMs: 100, toMs: null };
const speech = { speech: [open] };
const utterances = { utterances: [utterance(open)] };
const calls = { calls: [call(open)] };
const running = { calls: [call({ ...open, background: { sinceMs: 200, policy: 'when_idle' } })] };
const replies = { replies: [reply(open)] };

function live(timeline: Partial<Timeline>, muted = false): State {
  return { ...initialState, phase: 'live', muted, timeline: { ...initialState.timeline, ...timeline } };
}

describe('what goes on', () => {
  it.each<[State, string, string]>([
    [{ ...initialState, phase: 'idle' }, 'nobody', 'Press Talk and say hello.'],
    [{ ...initialState, phase: 'starting' }, 'nobody', 'One moment: microphone, then server.'],
    [live({}), 'nobody', 'Listening.'],
    [live({}, true), 'nobody', 'Muted: the agent cannot hear you.'],
    [live({ speech: [{ fromMs: 100, toMs: 200 }] }), 'nobody', 'Listening.'],
    [live({ ...speech, ...utterances, ...calls, ...replies }), 'user', 'You are speaking.'],
    [live({ ...utterances, ...calls, ...replies }), 'agent', 'The agent is speaking. You can interrupt.'],
    [live({ ...calls, ...replies }), 'model', 'The agent is looking something up.'],
    [live({ ...running, ...replies }), 'model', 'The agent is thinking.'],
    [live(running), 'nobody', 'Listening. A function runs in the background.'],
    [live(running, true), 'nobody', 'Muted: the agent cannot hear you.'],
    [live(replies), 'model', 'The agent is thinking.'],
    [live({ syntheses: [voice({ toMs: null })] }), 'model', 'The agent is about to speak.'],
    [live({ syntheses: [voice()] }), 'nobody', 'Listening.'],
    [
      live({ syntheses: [voice({ toMs: null })], utterances: [utterance({ fromMs: 1, toMs: 9 })] }),
      'nobody',
      'Listening.',
    ],
    [{ ...live(speech), phase: 'reconnecting' }, 'nobody', 'The connection was lost. Reconnecting …'],
    [{ ...live(speech), phase: 'ended' }, 'nobody', 'The conversation is over.'],
    [
      { ...initialState, phase: 'ended', notice: failureNotice('microphone_busy', '') },
      'nobody',
      'Press Talk to try again.',
    ],
  ])('%#: is described in words, and who is audible comes before who is at work', (state, who, words) => {
    expect(describeActivity(state)).toEqual({ who, words });
  });
});
