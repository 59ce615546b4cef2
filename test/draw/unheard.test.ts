import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../src/core/protocol.ts';
import { following } from './support/following.ts';
import * as note from './support/notes.ts';

describe('an utterance', () => {
  it.each<[string, readonly ServerMessageBody[], string]>([
    ['nothing, where nothing reports it', [], ''],
    ['what the message holds', [note.added('assistant', 'Well')], 'Well'],
  ])('that was cut without a report of what was heard, was heard to: %s', (_what, messages, heard) => {
    const { utterances } = following(
      [100, note.agentText('u1', 'Well then.')],
      [200, note.audible('u1')],
      [500, note.silent('u1', 'cut')],
      ...messages.map((each) => [510, each] as const),
    );
    expect(utterances).toMatchObject([{ text: 'Well then.', heard }]);
  });

  it.each([
    ['its new words', 'then.', 'Well then.'],
    ['none of them', '', ''],
  ])('that repeats a word and is cut was heard with it, and %s', (_what, heard, expected) => {
    const { utterances } = following(
      [100, { ...note.agentText('u1', 'Well then. Bye.'), repeated_chars: 4 }],
      [200, note.audible('u1')],
      [580, note.interrupted('u1', heard)],
    );
    expect(utterances).toMatchObject([{ text: 'Well then. Bye.', heard: expected }]);
  });

  it.each<[string, readonly ServerMessageBody[], number | null]>([
    ['is still written', [], null],
    ['has failed', [note.thought(1, 'failed')], 300],
    ['was given up unheard', [note.measured(200, false)], 300],
    ['has failed, and its first sentence comes after all', [note.thought(1, 'failed'), note.audioStart('u1')], null],
  ])('without any audio is awaited no longer than its reply: it %s', (_what, messages, toMs) => {
    const { syntheses } = following(
      [100, note.agentText('u1', 'Well.')],
      ...messages.map((each) => [300, each] as const),
    );
    expect(syntheses).toMatchObject([{ toMs }]);
  });
});
