import { describe, expect, it } from 'vitest';
import { levelsWithin } from '../../src/draw/envelope.ts';
import { addLevels } from '../../src/draw/addToTimeline.ts';
import { emptyTimeline } from '../../src/draw/model.ts';
import { following } from './support/following.ts';
import * as note from './support/notes.ts';

describe('the user on the timeline', () => {
  it('speaks from where speech was found to where it ended', () => {
    const { speech } = following([100, note.speechStarted], [900, note.speechStopped], [1500, note.speechStarted]);
    expect(speech).toEqual([
      { fromMs: 100, toMs: 900 },
      { fromMs: 1500, toMs: null },
    ]);
  });

  it('is understood ever better: what is not final gives way, and stays where the speech began', () => {
    const { words } = following(
      [100, note.speechStarted],
      [400, note.partial('s0', 'what')],
      [700, note.partial('s0', 'what time')],
      [900, note.final('s0', 'what time is it')],
    );
    expect(words).toEqual([
      { utterance: 's0', text: 'what time is it', final: true, fromMs: 100, toMs: 900, interims: [400, 700] },
    ]);
  });

  it.each([
    ['of an utterance that is final', note.final('s0', 'hello'), note.partial('s0', 'you')],
    ['of another utterance', note.partial('s0', 'hello'), note.partial('s1', 'you')],
  ])('keeps the words %s, and the next stand beside them', (_which, first, second) => {
    const { words } = following([100, note.speechStarted], [400, first], [600, second]);
    expect(words.map(({ text, fromMs }) => [text, fromMs])).toEqual([
      ['hello', 100],
      ['you', 600],
    ]);
  });

  it('goes on after what is final, which stays', () => {
    const { words } = following(
      [400, note.final('s0', 'hello')],
      [600, note.partial('s1', 'what')],
      [800, note.partial('s1', 'what time')],
    );
    expect(words.map(({ text }) => text)).toEqual(['hello', 'what time']);
  });

  it('types where the words came: there was no speech', () => {
    const { words } = following([500, note.final('t0', 'hello')]);
    expect(words).toMatchObject([{ fromMs: 500, toMs: 500 }]);
  });

  it('has no text where the words are empty', () => {
    expect(following([500, note.partial('s0', '')]).words).toEqual([]);
  });
});

describe('the model on the timeline', () => {
  it('thinks until its reply is there, and writes from its first words on', () => {
    const { replies } = following(
      [100, note.thinking(1)],
      [300, note.agentText('u1', 'It')],
      [350, note.agentText('u1', ' is')],
      [400, note.thought(1, 'complete')],
    );
    expect(replies).toEqual([{ turn: 1, fromMs: 100, toMs: 400, textAtMs: 300, chunks: [], reason: 'complete' }]);
  });

  it('replaces one reply by the next', () => {
    const { replies } = following(
      [100, note.thinking(1)],
      [200, note.thinking(2)],
      [200, note.thought(1, 'superseded')],
      [300, note.agentText('u2', 'Yes.')],
    );
    expect(replies).toEqual([
      { turn: 1, fromMs: 100, toMs: 200, textAtMs: null, chunks: [], reason: 'superseded' },
      { turn: 2, fromMs: 200, toMs: null, textAtMs: 300, chunks: [], reason: null },
    ]);
  });

  it('has nothing to do with a greeting', () => {
    expect(following([100, note.agentText('u0', 'Hello.')]).replies).toEqual([]);
  });

  it('waits for each function until its own result is there', () => {
    const { calls } = following([100, note.collected('c1', 'c2')], [600, note.executed('c2', 'noon')]);
    expect(calls).toEqual([
      { id: 'c1', name: 'time', fromMs: 100, toMs: null },
      { id: 'c2', name: 'time', fromMs: 100, toMs: 600 },
    ]);
  });
});

describe('the agent on the timeline', () => {
  it.each([
    ['complete', false],
    ['cut', true],
  ] as const)('is audible until it stops: %s', (reason, cut) => {
    const { utterances } = following([100, note.audible('u1')], [900, note.silent('u1', reason)]);
    expect(utterances).toMatchObject([{ utterance: 'u1', fromMs: 100, toMs: 900, cut }]);
  });

  it('goes on being audible when another utterance stops', () => {
    const { utterances } = following([100, note.audible('u1')], [900, note.silent('u0', 'complete')]);
    expect(utterances).toMatchObject([{ toMs: null }]);
  });

  it('is audible again, beside its earlier speech', () => {
    const { utterances } = following(
      [100, note.audible('u1')],
      [900, note.silent('u1', 'complete')],
      [1000, note.audible('u2')],
    );
    expect(utterances.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [100, 900],
      [1000, null],
    ]);
  });

  it('is waited for from the message of the user to its first sound, once', () => {
    const { waits } = following(
      [100, note.audible('u0')],
      [1000, note.added('user', 'what time is it')],
      [1100, note.added('assistant', 'Hello.')],
      [1450, note.audible('u1')],
      [2000, note.audible('u2')],
    );
    expect(waits).toEqual([{ fromMs: 1000, toMs: 1450 }]);
  });

  it.each([
    ['', 'after 0 words'],
    [' Well', 'after 1 word'],
    ['Well,  then I', 'after 3 words'],
  ])('is interrupted where its sound was cut, though the event comes later: "%s"', (heard, text) => {
    const { interruptions } = following(
      [100, note.audible('u1')],
      [500, note.cleared('u1')],
      [580, note.interrupted('u1', heard)],
    );
    expect(interruptions).toEqual([{ atMs: 500, text }]);
  });

  it.each([
    ['nothing was', []],
    ['it was another utterance that was', [[100, note.cleared('u0')] as const]],
  ])('is interrupted where the event comes if %s cleared', (_which, before) => {
    expect(following(...before, [580, note.interrupted('u1', 'Well')]).interruptions).toMatchObject([{ atMs: 580 }]);
  });

  it('is interrupted where its sound was cut, also when the message that did it comes first', () => {
    const { interruptions } = following(
      [500, note.cleared('u1')],
      [520, note.added('user', 'stop')],
      [580, note.interrupted('u1', 'Well')],
    );
    expect(interruptions).toMatchObject([{ atMs: 500 }]);
  });

  it('is cut anew each time: an old cut is not taken for a new one', () => {
    const { interruptions } = following(
      [500, note.cleared('u1')],
      [580, note.interrupted('u1', 'Well')],
      [900, note.interrupted('u1', 'Well')],
    );
    expect(interruptions.map(({ atMs }) => atMs)).toEqual([500, 900]);
  });
});

describe('what the agent says on the timeline', () => {
  it('is synthesised from its first text to the last of its audio', () => {
    const { syntheses } = following(
      [100, note.agentText('u1', 'Well')],
      [300, note.audioStart('u1')],
      [400, note.agentText('u1', ' then.')],
      [900, note.audioEnd('u1')],
    );
    expect(syntheses).toEqual([
      { utterance: 'u1', fromMs: 100, audioAtMs: 300, toMs: 900, text: 'Well then.', repeatedChars: 0 },
    ]);
  });

  it('is made no further once it is cut', () => {
    const { syntheses } = following([100, note.agentText('u1', 'Well')], [700, note.cleared('u1')]);
    expect(syntheses).toMatchObject([{ toMs: 700 }]);
  });

  it('is all the text that was sent to the TTS, before it is heard and after', () => {
    const { utterances } = following(
      [100, note.agentText('u1', 'Well')],
      [200, note.audible('u1')],
      [300, note.agentText('u1', ' then.')],
      [400, note.agentText('u2', 'Else.')],
    );
    expect(utterances).toMatchObject([{ text: 'Well then.', heard: null }]);
  });

  it('was heard as far as the interruption reports', () => {
    const { utterances } = following(
      [100, note.agentText('u1', 'Well then.')],
      [200, note.audible('u1')],
      [580, note.interrupted('u1', 'Well')],
    );
    expect(utterances).toMatchObject([{ text: 'Well then.', heard: 'Well' }]);
  });

  it.each([
    [true, 250],
    [false, 1000],
  ])('was waited for from the end of the voice, once that is measured: heard %s, so from %i ms', (heard, fromMs) => {
    const { waits } = following(
      [1000, note.added('user', 'what time is it')],
      [1450, note.audible('u1')],
      [2000, note.measured(1200, heard)],
    );
    expect(waits).toEqual([{ fromMs, toMs: 1450 }]);
  });

  it('was waited for just as long where the metrics come right before its first sound', () => {
    const { waits } = following(
      [1000, note.added('user', 'hello')],
      [1440, note.measured(1200, true)],
      [1450, note.audible('u0')],
    );
    expect(waits).toEqual([{ fromMs: 250, toMs: 1450 }]);
  });
});

describe('the nine events on the timeline', () => {
  it('come from the messages of the server, with their texts', () => {
    const { events } = following(
      [100, note.speechStarted],
      [900, note.speechStopped],
      [950, note.thinking(1)],
      [1000, note.added('user', 'what time is it')],
      [1100, note.functionCalls('')],
      [1100, note.collected('c1')],
      [1200, note.executed('c1', 'noon')],
      [1300, note.audible('u1')],
      [1500, note.interrupted('u1', 'It is')],
      [1500, note.silent('u1', 'cut')],
      [1500, note.added('assistant', 'It is')],
    );
    expect(events.map(({ atMs, name, detail }) => [atMs, name.slice(3), detail])).toEqual([
      [100, 'user_started_speaking', ''],
      [900, 'user_stopped_speaking', ''],
      [1000, 'user_message_added', 'what time is it'],
      [1100, 'function_calls_collected', 'time({})'],
      [1200, 'function_calls_executed', 'time: noon'],
      [1300, 'agent_started_speaking', ''],
      [1500, 'agent_interrupted', 'It is'],
      [1500, 'agent_stopped_speaking', ''],
      [1500, 'agent_message_added', 'It is'],
    ]);
  });
});

describe('time on the timeline', () => {
  it('passes with every message, and never goes back', () => {
    expect(following([800, { type: 'pong', t: 1 }], [300, { type: 'pong', t: 2 }]).nowMs).toBe(800);
  });

  it('stops for everything when the session ends', () => {
    const timeline = following(
      [100, note.speechStarted],
      [100, note.thinking(1)],
      [100, note.collected('c1')],
      [100, note.audible('u1')],
      [700, note.ended],
    );
    const { speech, replies, calls, utterances } = timeline;
    expect([speech, replies, calls, utterances].map(([only]) => only?.toMs)).toEqual([700, 700, 700, 700]);
    expect(timeline.isEnded).toBe(true);
  });
});

describe('listen', () => {
  it('shows how loud each side was, and that time has passed', () => {
    const timeline = addLevels(emptyTimeline, { atMs: 250, input: 0.1, output: 0.4 });
    expect(timeline.nowMs).toBe(250);
    expect(levelsWithin(timeline.microphone, 0, 1000)).toEqual([{ atMs: 250, level: 0.1 }]);
    expect(levelsWithin(timeline.loudspeaker, 0, 1000)).toEqual([{ atMs: 250, level: 0.4 }]);
  });

  it('ignores what comes after the end', () => {
    const over = following([700, note.ended]);
    expect(addLevels(over, { atMs: 900, input: 1, output: 1 })).toBe(over);
  });
});
