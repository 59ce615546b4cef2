import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/page/inputs.ts';
import { endNotice, failureNotice, type Notice } from '../../src/page/notices.ts';

describe('failureNotice', () => {
  it.each<[ErrorCode, RegExp, Notice['way']]>([
    ['microphone_refused', /may not use the microphone/, 'type'],
    ['microphone_missing', /No microphone/, 'type'],
    ['microphone_busy', /microphone cannot be opened/, 'type'],
    ['audio_unavailable', /cannot play or record/, 'again'],
    ['server_unreachable', /does not answer/, 'again'],
    ['session_refused', /refused to start/, 'again'],
    ['connection_lost', /connection .* was lost/, 'again'],
  ])('describes %s and what to do, and offers to type where only the microphone fails', (code, title, way) => {
    const notice = failureNotice(code, '');
    expect(notice).toMatchObject({ title: expect.stringMatching(title) as string, way });
    expect(notice.advice).toMatch(/^[A-Z].*\.$/);
  });

  it('quotes the server where the server refused', () => {
    expect(failureNotice('session_refused', 'At capacity.').advice).toBe('The server says: At capacity.');
  });

  it('keeps the words of a browser, which are for developers, to itself', () => {
    expect(failureNotice('microphone_busy', 'NotReadableError')).toEqual(failureNotice('microphone_busy', ''));
  });
});

describe('endNotice', () => {
  it.each(['ended_by_client', 'ended_by_api', 'agent_ended'])('has no notice for %s: it was wanted', (reason) => {
    expect(endNotice(reason)).toBeNull();
  });

  it.each([
    ['disconnected', /connection .* was lost/],
    ['draining', /shutting down/],
    ['max_duration', /maximum duration/],
    ['idle_timeout', /Nothing was said/],
    ['join_timeout', /never joined/],
    ['handler_failed', /agent failed/],
    ['provider_failed', /speech service/],
    ['slow_consumer', /too slow/],
    ['internal', /internal error/],
  ])('describes %s and what to do', (reason, title) => {
    expect(endNotice(reason)).toMatchObject({
      title: expect.stringMatching(title) as string,
      advice: expect.stringMatching(/^[A-Z].*\.$/) as string,
      way: 'again',
    });
  });

  it('names a reason that it does not know', () => {
    expect(endNotice('moon')).toEqual({
      title: 'The conversation has ended.',
      advice: 'The reason given is “moon”.',
      way: 'again',
    });
  });
});
