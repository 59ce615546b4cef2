import type { Transcript } from 'antiphon';
import { marbles, transcripts } from 'antiphon/testing';
import { expect, test } from 'vitest';
import { agent } from '../../examples/transcription/agent.ts';
import { captions } from '../../examples/transcription/captions.ts';
import { createTestSession } from '../support/testSession.ts';

test('captions grow with the words', () => {
  marbles(({ hot, expectObservable }) => {
    const shown = { x: 'hello …', y: 'hello there …', z: 'hello there' };
    const heard = '   --i--j--f--|';
    const captioned = '--x--y--z--|';
    expectObservable(hot<Transcript>(heard, transcripts).pipe(captions())).toBe(captioned, shown);
  });
});

test('what users say is written down, and nobody answers', async () => {
  const shown: string[] = [];
  const made = createTestSession({
    config: { transcription_only: true },
    agent: { llm_response_handler: agent.llm_response_handler },
    voice: [{ atMs: 320, forMs: 640 }],
    says: ['good morning'],
    start: false,
  });
  made.session.edges.transcript.pipe(captions()).subscribe((caption) => shown.push(caption));
  made.session.start();
  await made.clock.run(5000);
  expect(shown.at(-1)).toBe('good morning');
  expect(made.history()).toEqual(['user: good morning']);
  expect(made.spoken()).toEqual([]);
});
