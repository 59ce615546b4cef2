import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../src/draw/model.ts';
import { activityOf } from '../../src/page/activity.ts';
import type { State } from '../../src/page/state.ts';
import { start } from '../../src/page/state.ts';
import { failureWords } from '../../src/page/wording.ts';
import { call, reply, utterance, voice } from '../draw/support/things.ts';

const open = { fromMs: 100, toMs: null };
const speech = { speech: [open] };
const utterances = { utterances: [utterance(open)] };
const calls = { calls: [call(open)] };
const replies = { replies: [reply(open)] };

function live(timeline: Partial<Timeline>, muted = false): State {
  return { ...start, phase: 'live', muted, timeline: { ...start.timeline, ...timeline } };
}

describe('what goes on', () => {
  it.each<[State, string, string]>([
    [{ ...start, phase: 'idle' }, 'nobody', 'Press Talk and say hello.'],
    [{ ...start, phase: 'starting' }, 'nobody', 'One moment: microphone, then server.'],
    [live({}), 'nobody', 'Listening.'],
    [live({}, true), 'nobody', 'Muted: the agent cannot hear you.'],
    [live({ speech: [{ fromMs: 100, toMs: 200 }] }), 'nobody', 'Listening.'],
    [live({ ...speech, ...utterances, ...calls, ...replies }), 'user', 'You are speaking.'],
    [live({ ...utterances, ...calls, ...replies }), 'agent', 'The agent is speaking. You can interrupt.'],
    [live({ ...calls, ...replies }), 'model', 'The agent is looking something up.'],
    [live(replies), 'model', 'The agent is thinking.'],
    [live({ voices: [voice({ toMs: null })] }), 'model', 'The agent is about to speak.'],
    [live({ voices: [voice()] }), 'nobody', 'Listening.'],
    [
      live({ voices: [voice({ toMs: null })], utterances: [utterance({ fromMs: 1, toMs: 9 })] }),
      'nobody',
      'Listening.',
    ],
    [{ ...live(speech), phase: 'ended' }, 'nobody', 'The conversation is over.'],
    [{ ...start, phase: 'ended', trouble: failureWords('microphone_busy', '') }, 'nobody', 'Press Talk to try again.'],
  ])('%#: is told in words, and who can be heard comes before who is at work', (state, who, words) => {
    expect(activityOf(state)).toEqual({ who, words });
  });
});
