import { EMPTY, merge, NEVER, of, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { AntiphonError, asAntiphonError, ERROR_CODES } from '../../../src/core/errors.ts';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import { maskKeys } from '../../../src/core/maskKeys.ts';
import { NO_USAGE } from '../../../src/core/usage.ts';
import type { Transcript } from '../../../src/core/speech.ts';
import { serverMessages, type ServerMessagesOptions } from '../../../src/server/media/serverMessages.ts';
import { toClientUsage } from '../../../src/server/usage/usageResource.ts';
import type { SessionEvent } from '../../../src/session/events.ts';
import { activity, replies, speech } from '../../../src/testing/fixtures.ts';
import { waited } from '../../support/waited.ts';
import { marbles } from './support/marbles.ts';

type Session = ServerMessagesOptions['session'];

/** A session of which nothing is known but what is given. */
function session(
  own: Partial<Session['edges']> & Partial<Pick<Session, 'events$' | 'errors$' | 'agentState$'>>,
): Session {
  const { events$ = NEVER, errors$ = NEVER, agentState$ = NEVER, ...edges } = own;
  const silent = ['activity', 'playout', 'transcript', 'reply', 'functionResults', 'speech', 'metrics'].map((edge) => [
    edge,
    NEVER,
  ]);
  return {
    events$,
    errors$,
    agentState$,
    usage: NO_USAGE,
    edges: { ...Object.fromEntries(silent), ...edges } as Session['edges'],
  };
}

/** Returns the messages for events of one instant, in their order. */
function messagesOf(
  own: Parameters<typeof session>[0],
  cleared: ServerMessagesOptions['cleared'] = NEVER,
): ServerMessageBody[] {
  const notes: ServerMessageBody[] = [];
  serverMessages({ session: session(own), cleared, mask: maskKeys }).subscribe((note) => notes.push(note));
  return notes;
}

function event(name: SessionEvent['name'], input: object = {}): SessionEvent {
  return { name, input, seq: 0, at: 0 } as unknown as SessionEvent;
}

const message = { role: 'assistant', content: 'It is', name: null, tool_call_id: null } as const;

describe('serverMessages', () => {
  it('sends the audio positions of the start of speech and of the last voiced sample', () => {
    marbles(({ hot, expectObservable }) => {
      const events = { s: event('on_user_started_speaking'), e: event('on_user_stopped_speaking') };
      const own = session({ activity: hot('s-w-q-e-', activity), events$: hot('-s-----e', events) });
      expectObservable(serverMessages({ session: own, cleared: NEVER, mask: maskKeys })).toBe('-s-----e', {
        s: { type: 'user.speech_started', audio_ms: 64 },
        e: { type: 'user.speech_stopped', audio_ms: 96 },
      });
    });
  });

  it('sends the utterance that the agent speaks, and how it stopped', () => {
    marbles(({ hot, expectObservable }) => {
      const events = {
        s: event('on_agent_started_speaking'),
        i: event('on_agent_interrupted', { message }),
        e: event('on_agent_stopped_speaking'),
      };
      const stopped = { samples: 900, heard: 'It is', whole: false, by: 'timings', heardBy: 'reported' } as const;
      const playout = {
        s: { kind: 'started', utterance: 'u' },
        e: { kind: 'stopped', utterance: 'u', ...stopped },
        S: { kind: 'started', utterance: 'v' },
        E: { kind: 'stopped', utterance: 'v', ...stopped },
      } as const;
      const own = session({ playout: hot('s-e-S-E--', playout), events$: hot('-s-e-s-ie', events) });
      expectObservable(serverMessages({ session: own, cleared: hot('-----c', { c: 'v' }), mask: maskKeys })).toBe(
        '-s-e-S-IE',
        {
          s: { type: 'agent.speech_started', utterance_id: 'u' },
          e: { type: 'agent.speech_stopped', utterance_id: 'u', reason: 'complete', heard: 'reported' },
          S: { type: 'agent.speech_started', utterance_id: 'v' },
          I: { type: 'agent.interrupted', utterance_id: 'v', text: 'It is', played_samples: 900, heard: 'reported' },
          E: { type: 'agent.speech_stopped', utterance_id: 'v', reason: 'cut', heard: 'reported' },
        },
      );
    });
  });

  it('keeps apart an utterance that stops and one that begins in the same instant', () => {
    marbles(({ hot, expectObservable }) => {
      const events = { s: event('on_agent_started_speaking'), e: event('on_agent_stopped_speaking') };
      const playout = {
        e: { kind: 'stopped', utterance: 'u', samples: 1, heard: '', whole: true, by: 'estimate', heardBy: 'reported' },
        S: { kind: 'started', utterance: 'v' },
      } as const;
      const own = session({ playout: hot('(eS)', playout), events$: hot('(es)', events) });
      expectObservable(serverMessages({ session: own, cleared: NEVER, mask: maskKeys })).toBe('(eS)', {
        e: { type: 'agent.speech_stopped', utterance_id: 'u', reason: 'complete', heard: 'reported' },
        S: { type: 'agent.speech_started', utterance_id: 'v' },
      });
    });
  });

  it('sends messages and functions as event handlers get them', () => {
    const call = { id: 'call_0', type: 'function', function: { name: 'time', arguments: '{}' } } as const;
    const result = { tool_call_id: 'call_0', role: 'tool', content: 'seven', function: call.function } as const;
    const events$ = of(
      event('on_user_message_added', { message }),
      event('on_function_calls_collected', { function_calls: [call], session_data: { secret: 1 } }),
      event('on_function_calls_executed', { results: [result] }),
      event('on_agent_message_added', { message }),
    );
    expect(messagesOf({ events$ })).toEqual([
      { type: 'message.added', message },
      { type: 'function_calls.collected', function_calls: [call] },
      { type: 'function_calls.executed', results: [result] },
      { type: 'message.added', message },
    ]);
  });

  it('sends the text of the catalogue for the exception of a function', () => {
    const called = { name: 'time', arguments: '{}' };
    const base = { tool_call_id: 'call_0', role: 'tool', function: called } as const;
    const results = [
      { ...base, content: 'error: "time" failed: no row of table guests' },
      { ...base, content: 'error: there is no function "time"' },
    ];
    expect(messagesOf({ events$: of(event('on_function_calls_executed', { results })) })).toMatchObject([
      { results: [{ ...base, content: `error: ${ERROR_CODES.function_failed}` }, results[1]] },
    ]);
  });

  it('sends the start and the end of a reply', () => {
    expect(messagesOf({ reply: of(replies.s, replies.t, replies.r, replies.i) })).toEqual([
      { type: 'agent.thinking', turn: 0 },
      { type: 'agent.thought', turn: 0, reason: 'interrupted' },
    ]);
  });

  it('sends the text that goes to TTS', () => {
    expect(messagesOf({ speech: of(speech.s, speech.t, speech.a, speech.w, speech.m, speech.e) })).toEqual([
      { type: 'agent.text', utterance_id: 'u0.0', delta: 'Hi.' },
    ]);
  });

  it('sends with the first text of an utterance how much of it was heard before', () => {
    const again = { kind: 'started', turn: 0, utterance: 'u0.1', repeatedChars: 4 } as const;
    const text = (of: string) => ({ kind: 'text', utterance: 'u0.1', text: of }) as const;
    expect(messagesOf({ speech: of(speech.s, speech.t, again, text('It is '), text('open.')) })).toEqual([
      { type: 'agent.text', utterance_id: 'u0.0', delta: 'Hi.' },
      { type: 'agent.text', utterance_id: 'u0.1', delta: 'It is ', repeated_chars: 4 },
      { type: 'agent.text', utterance_id: 'u0.1', delta: 'open.' },
    ]);
  });

  it('sends metrics', () => {
    const usage = { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 };
    const [parts, parts_ms] = [waited({ handler: 100, tts: 50 }), waited({ handler: 100, tts: 50 })];
    expect(messagesOf({ metrics: of({ turn: 3, heard: true, totalMs: 150, parts, usage }) })).toEqual([
      { type: 'metrics', turn: 3, heard: true, total_ms: 150, parts_ms, usage, session_usage: toClientUsage(NO_USAGE) },
    ]);
  });

  it('does not complete when one of its sources does', () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ expectObservable }) => {
      expectObservable(
        serverMessages({ session: session({ events$: EMPTY, errors$: EMPTY }), cleared: NEVER, mask: maskKeys }),
      ).toBe('-');
    });
  });
});

describe('the transcript', () => {
  const interim = (segment: number, text: string): Transcript => ({ kind: 'interim', segment, text });
  const final = (segment: number, text: string): Transcript => ({ kind: 'final', segment, text });
  const lines = (...transcripts: readonly Transcript[]): string[] =>
    messagesOf({ transcript: of(...transcripts) }).map((note) =>
      note.type === 'user.transcript' ? `${note.utterance_id} ${note.text}${note.final ? '.' : ''}` : '',
    );

  it('replaces what was understood so far, until it is final', () => {
    expect(lines(interim(0, 'what'), interim(0, 'what time'), final(0, 'what time is it'))).toEqual([
      's0.0 what',
      's0.0 what time',
      's0.0 what time is it.',
    ]);
  });

  it('goes on as a further utterance where a segment has several finals', () => {
    expect(lines(final(0, 'well'), interim(0, 'what'), final(0, 'what now'))).toEqual([
      's0.0 well.',
      's0.1 what',
      's0.1 what now.',
    ]);
  });

  it('is not confused by a final that comes late', () => {
    expect(lines(interim(0, 'what'), interim(1, 'and'), final(0, 'what now'), final(1, 'and then'))).toEqual([
      's0.0 what',
      's1.0 and',
      's0.0 what now.',
      's1.0 and then.',
    ]);
  });

  it('remembers the latest 32 segments', () => {
    const others = Array.from({ length: 31 }, (_, n) => final(n + 1, 'hm'));
    expect(lines(final(0, 'well'), ...others, final(0, 'now')).at(-1)).toBe('s0.1 now.');
    expect(lines(final(0, 'well'), ...others, final(32, 'hm'), final(0, 'now')).at(-1)).toBe('s0.0 now.');
  });
});

describe('a failure', () => {
  const notes = (...errors: readonly AntiphonError[]): ServerMessageBody[] => messagesOf({ errors$: of(...errors) });

  it('is sent with its message if it has no cause', () => {
    expect(notes(new AntiphonError('slow_reply', 'nothing to be heard for 8 s'))).toEqual([
      { type: 'error', code: 'slow_reply', message: 'nothing to be heard for 8 s', fatal: false },
    ]);
  });

  it('masks what may be a key in the message of an error', () => {
    expect(notes(new AntiphonError('slow_reply', 'no answer from https://ada:love@host.example'))).toEqual([
      { type: 'error', code: 'slow_reply', message: 'no answer from https://***@host.example', fatal: false },
    ]);
  });

  it('is sent with the text of the catalogue if it has a cause', () => {
    const error = asAntiphonError(new Error('401: key sk-1234 is wrong'), 'handler_failed');
    expect(notes(error)).toEqual([
      { type: 'error', code: 'handler_failed', message: ERROR_CODES.handler_failed, fatal: false },
    ]);
  });

  it.each([
    ['vad_failed', true],
    ['vad_overloaded', true],
    ['internal', true],
    ['handler_failed', false],
    ['provider_failed', false],
  ] as const)('of code %s is fatal: %s', (code, fatal) => {
    expect(notes(new AntiphonError(code, 'no'))).toMatchObject([{ code, fatal }]);
  });

  it('of the taps themselves passes', () => {
    let failed: unknown;
    const broken = merge(throwError(() => new Error('broken')));
    serverMessages({ session: session({ errors$: broken }), cleared: NEVER, mask: maskKeys }).subscribe({
      error: (error) => (failed = error),
    });
    expect(failed).toEqual(new Error('broken'));
  });
});
