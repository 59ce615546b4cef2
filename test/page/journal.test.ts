import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../src/core/protocol.ts';
import { toEntry, type Entry } from '../../src/page/journal.ts';
import * as note from '../draw/support/notes.ts';

function entries(...notes: readonly ServerMessageBody[]): readonly (Entry | null)[] {
  return note.timed(...notes.map((each) => [250, each] as const)).map(toEntry);
}

describe('the journal', () => {
  it.each<[Entry['name'], ServerMessageBody, Entry['side'], string]>([
    ['on_user_started_speaking', note.speechStarted, 'user', ''],
    ['on_user_stopped_speaking', note.speechStopped, 'user', ''],
    ['on_user_message_added', note.added('user', 'hello'), 'user', 'hello'],
    ['on_agent_started_speaking', note.audible('u1'), 'agent', ''],
    ['on_agent_stopped_speaking', note.silent('u1', 'complete'), 'agent', ''],
    ['on_agent_message_added', note.added('assistant', 'Well.'), 'agent', 'Well.'],
    ['on_agent_interrupted', note.interrupted('u1', 'Well,'), 'interruption', 'Well,'],
    ['on_function_calls_collected', note.collected('c1', 'c2'), 'functions', 'time({}), time({})'],
    ['on_function_calls_executed', note.executed('c1', 'noon'), 'functions', 'time: noon'],
    ['function_calls.acknowledged', note.acknowledged('c1', 'silent'), 'functions', 'begun (silent)'],
    [
      'error',
      { type: 'error', code: 'tts_failed', message: 'No voice.', fatal: false },
      'error',
      'tts_failed: No voice.',
    ],
  ])('describes %s', (name, message, side, detail) => {
    expect(entries(message)).toEqual([{ seq: 0, atMs: 250, name, side, detail }]);
  });

  it.each<[string, ServerMessageBody]>([
    ['the calls of the model, when all are collected', note.functionCalls('One moment.')],
    ['the system prompt', note.added('system', 'Be brief.')],
    ['the result of a function a second time', note.added('tool', 'noon')],
    ['what is no event', note.agentText('u1', 'Well')],
  ])('leaves out %s', (_what, message) => {
    expect(entries(message)).toEqual([null]);
  });

  it('numbers its entries as the messages are numbered', () => {
    expect(entries(note.speechStarted, note.ended, note.speechStopped).map((entry) => entry?.seq)).toEqual([
      0,
      undefined,
      2,
    ]);
  });
});
