import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PlayoutEvent } from '../../../src/core/playout.ts';
import type { EndReason, SpeechEvent, TurnEvent } from '../../../src/core/turn.ts';
import type { AgentState } from '../../../src/session/states/agentState.ts';
import type { Session } from '../../../src/session/session.ts';
import { replyEnds } from '../../../src/server/media/replyEnds.ts';

const utterance = 'u0.0';
const frame = { samples: new Int16Array(1), sampleRate: 24_000 };

function follow() {
  const reply = new Subject<TurnEvent>();
  const speech = new Subject<SpeechEvent>();
  const playout = new Subject<PlayoutEvent>();
  const agentState$ = new BehaviorSubject<AgentState>('idle');
  const ends: unknown[] = [];
  const session = { edges: { reply, speech, playout }, agentState$ } as unknown as Session;
  replyEnds(session).subscribe((end) => ends.push(end));
  const generate = (reason: EndReason): void => {
    agentState$.next('thinking');
    reply.next({ kind: 'started', turn: 0 });
    reply.next({ kind: 'ended', turn: 0, reason });
  };
  const synthesise = (reason: EndReason): void => {
    speech.next({ kind: 'audio', utterance, frame });
    speech.next({ kind: 'ended', utterance, reason });
  };
  const play = (whole: boolean): void => {
    playout.next({ kind: 'started', utterance });
    const heard = { samples: 1, heard: 'One.', by: 'timings', heardBy: 'reported' } as const;
    playout.next({ kind: 'stopped', utterance, whole, ...heard });
  };
  return { ends, reply, speech, agentState$, generate, synthesise, play };
}

const over = (reason: EndReason, turn = 0) => ({ type: 'agent.done', turn, reason });

describe('the end of a reply', () => {
  it('comes when the agent is idle', () => {
    const { ends, agentState$, generate, synthesise, play } = follow();
    generate('complete');
    synthesise('complete');
    play(true);
    expect(ends).toEqual([]);
    agentState$.next('idle');
    expect(ends).toEqual([over('complete')]);
  });

  it('comes before the next reply', () => {
    const { ends, reply, agentState$, generate } = follow();
    generate('superseded');
    reply.next({ kind: 'started', turn: 1 });
    expect(ends).toEqual([over('superseded')]);
    agentState$.next('idle');
    expect(ends).toEqual([over('superseded'), over('superseded', 1)]);
  });

  it('says that nothing was heard of what was ready', () => {
    const { ends, agentState$, generate, synthesise } = follow();
    generate('complete');
    synthesise('complete');
    agentState$.next('idle');
    expect(ends).toEqual([over('superseded')]);
  });

  it('is complete without a sound, where there was nothing to say', () => {
    const { ends, agentState$, generate } = follow();
    generate('complete');
    agentState$.next('idle');
    expect(ends).toEqual([over('complete')]);
  });

  it('says that the voice has failed', () => {
    const { ends, agentState$, generate, speech } = follow();
    generate('complete');
    speech.next({ kind: 'ended', utterance, reason: 'failed' });
    agentState$.next('idle');
    expect(ends).toEqual([over('failed')]);
  });

  it('is complete if a reply that was cut went on to its end', () => {
    const { ends, agentState$, generate, synthesise, play } = follow();
    generate('complete');
    synthesise('interrupted');
    play(false);
    synthesise('complete');
    play(true);
    agentState$.next('idle');
    expect(ends).toEqual([over('complete')]);
  });

  it.each<EndReason>(['interrupted', 'complete'])(
    'is interrupted if a part of it was heard: synthesis %s',
    (synthesis) => {
      const { ends, agentState$, generate, synthesise, play } = follow();
      generate('complete');
      synthesise(synthesis);
      play(false);
      agentState$.next('idle');
      expect(ends).toEqual([over('interrupted')]);
    },
  );
});
