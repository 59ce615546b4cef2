import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../src/core/protocol.ts';
import { levelsWithin } from '../../src/draw/envelope.ts';
import type { Input } from '../../src/page/inputs.ts';
import { nextState, initialState, type State } from '../../src/page/state.ts';
import * as note from '../draw/support/notes.ts';

/** What the browser's clock shows when the session begins, in ms. */
const BEGIN_MS = 5000;

const starting: Input = { kind: 'phase', phase: 'starting' };
const live: Input = { kind: 'phase', phase: 'live' };
const over: Input = { kind: 'phase', phase: 'ended' };
const lost: Input = { kind: 'failed', code: 'connection_lost', words: '' };
const level = (atMs: number): Input => ({ kind: 'level', input: 0.2, output: 0.4, atMs: BEGIN_MS + atMs });

function after(...inputs: readonly Input[]): State {
  return inputs.reduce(nextState, initialState);
}

function messages(...notes: readonly (readonly [tMs: number, note: ServerMessageBody])[]): readonly Input[] {
  return note.timed(...notes).map((message) => ({ kind: 'message', message, atMs: BEGIN_MS + message.t_ms }));
}

describe('the page', () => {
  it('shows a message of the server everywhere at once', () => {
    const state = after(live, ...messages([100, note.added('user', 'hello')]));
    expect(state.conversation.lines).toMatchObject([{ kind: 'user', text: 'hello' }]);
    expect(state.journal).toMatchObject([{ name: 'on_user_message_added' }]);
    expect(state.timeline.pending.committedMs).toBe(100);
    expect(state.latency.unanswered).toEqual(['hello']);
  });

  it('knows the latest session, whose recording it links to', () => {
    const started = messages([0, note.started('ses_1')]);
    expect([initialState.session, after(live, ...started).session]).toEqual([null, 'ses_1']);
  });

  it('offers to turn the sound on while the browser has paused it', () => {
    const paused: Input = { kind: 'failed', code: 'audio_paused', words: '' };
    expect(after(live, paused).notice).toMatchObject({ way: 'sound' });
    expect(after(live, paused, { kind: 'audio', state: 'running' }).notice).toBeNull();
    expect(after(live, lost, { kind: 'audio', state: 'running' }).notice).not.toBeNull();
  });

  it('offers to go on after a reload, until the conversation has ended', () => {
    const offered = nextState(initialState, { kind: 'interrupted' });
    expect(offered.notice).toMatchObject({ way: 'resume' });
    const ended = nextState(offered, { kind: 'ended', reason: 'page_left' });
    expect(ended.notice).toMatchObject({ title: 'The conversation has ended.', way: 'again' });
    expect(nextState(offered, { kind: 'phase', phase: 'starting' }).notice).toBeNull();
  });

  it('notes in its journal only what is an event', () => {
    const state = after(
      live,
      ...messages([1, note.speechStarted], [2, note.partial('s0', 'a')], [3, note.speechStopped]),
    );
    expect(state.journal.map(({ seq }) => seq)).toEqual([0, 2]);
  });

  it('follows what is played', () => {
    const playback = { utteranceId: 'u1', playedSamples: 12_000, sampleRate: 24_000, playing: true };
    const state = after(live, ...messages([100, note.agentText('u1', 'Well.')]), { kind: 'playback', playback });
    expect(state.conversation.lines).toMatchObject([{ playedMs: 500 }]);
  });

  it('draws how loud both sides are at the time of the session', () => {
    const { level: meter, timeline } = after(live, ...messages([0, note.thinking(1)]), level(250));
    expect(meter).toBe(0.2);
    expect(levelsWithin(timeline.microphone, 0, 1000)).toEqual([{ atMs: 250, level: 0.2 }]);
    expect(levelsWithin(timeline.loudspeaker, 0, 1000)).toEqual([{ atMs: 250, level: 0.4 }]);
  });

  it('moves the meter before it knows the time of the session', () => {
    expect(after(live, level(250))).toMatchObject({ level: 0.2, timeline: initialState.timeline });
  });

  it('shows a muted microphone as silent, and the agent as it is', () => {
    const mute: Input = { kind: 'muted', muted: true };
    const { level: meter, timeline } = after(live, ...messages([0, note.thinking(1)]), mute, level(250));
    expect(meter).toBe(0);
    expect(levelsWithin(timeline.microphone, 0, 1000)).toEqual([]);
    expect(levelsWithin(timeline.loudspeaker, 0, 1000)).toHaveLength(1);
  });

  it('keeps the text when the conversation is over, and rests its meter', () => {
    const state = after(live, ...messages([100, note.added('user', 'hello')]), level(250), over, {
      kind: 'ended',
      reason: 'agent_ended',
    });
    expect(state).toMatchObject({ phase: 'ended', level: 0 });
    expect(state.conversation.lines).toHaveLength(1);
  });

  const hello = messages([100, note.added('user', 'hello')]);

  it('is clean when the next conversation starts', () => {
    const state = after(live, ...hello, level(250), over, { kind: 'ended', reason: 'agent_ended' }, starting);
    expect(state).toEqual({ ...initialState, phase: 'starting' });
  });

  it('keeps the text when a lost conversation is tried again, however often', () => {
    const { conversation, ...rest } = after(live, ...hello, lost, over, starting, lost, over, starting);
    expect({ ...rest, conversation: initialState.conversation }).toEqual({ ...initialState, phase: 'starting' });
    expect(conversation).toMatchObject({ earlier: [{ text: 'hello' }], lines: [], pending: [] });
  });

  it('shows later text below it, and changes nothing above', () => {
    const spoken = messages([100, note.agentText('u1', 'Well.')], [200, note.audible('u1')]);
    const { conversation } = after(live, ...spoken, lost, over, starting, ...spoken);
    expect(conversation.earlier).toMatchObject([{ text: 'Well.', state: 'over' }]);
    expect(conversation.lines).toMatchObject([{ text: 'Well.', state: 'audible' }]);
    expect(new Set([...conversation.earlier, ...conversation.lines].map(({ key }) => key)).size).toBe(2);
  });

  it('shows why a conversation could not start', () => {
    const refused: Input = { kind: 'failed', code: 'session_refused', words: 'At capacity.' };
    expect(after(starting, over, refused)).toMatchObject({
      phase: 'ended',
      notice: { advice: 'The server says: At capacity.' },
    });
  });

  it('goes on when only the microphone is lost', () => {
    const unplugged: Input = { kind: 'failed', code: 'microphone_missing', words: '' };
    expect(after(live, unplugged)).toMatchObject({ phase: 'live', notice: { way: 'type' } });
  });

  it('shows why a conversation has ended unexpectedly', () => {
    expect(after(live, over, { kind: 'ended', reason: 'max_duration' }).notice?.title).toMatch(/maximum duration/);
  });

  it('shows nothing for an end that was wanted', () => {
    expect(after(live, over, { kind: 'ended', reason: 'ended_by_client' }).notice).toBeNull();
  });

  it('keeps to the cause that it has named', () => {
    const state = after(live, lost, over, { kind: 'ended', reason: 'internal' });
    expect(state.notice?.title).toMatch(/connection .* was lost/);
  });
});
