import { describe, expect, it } from 'vitest';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import {
  addToTranscript,
  addPlayback,
  emptyTranscript,
  type Transcript,
} from '../../../src/client/transcript/transcript.ts';
import * as note from '../../draw/support/notes.ts';

function transcriptOf(...notes: readonly ServerMessageBody[]): Transcript {
  return note
    .timed(...notes.map((each, index) => [index * 100, each] as const))
    .reduce(addToTranscript, emptyTranscript);
}

/** 1 s of an utterance was played. */
function played(transcript: Transcript, utteranceId: string): Transcript {
  return addPlayback(transcript, { utteranceId, playedSamples: 24_000, sampleRate: 24_000, playing: true });
}

describe('what the user is pending', () => {
  const sayings = (...notes: readonly ServerMessageBody[]): readonly string[] =>
    transcriptOf(...notes).pending.map(({ text }) => text);

  it.each<[string, readonly ServerMessageBody[], readonly string[]]>([
    ['is understood ever better', [note.partial('s0', 'what'), note.partial('s0', 'what time')], ['what time']],
    ['stays once it is final', [note.final('s0', 'hello'), note.partial('s0', 'what')], ['hello', 'what']],
    ['stays beside another utterance', [note.partial('s0', 'hello'), note.partial('s1', 'what')], ['hello', 'what']],
    ['stays when nothing new is understood', [note.partial('s0', 'hello'), note.partial('s0', '')], ['hello']],
    ['has become a message', [note.final('s0', 'hello'), note.added('user', 'hello')], []],
    ['belongs to the next message', [note.partial('s0', 'and then'), note.added('user', 'hello')], ['and then']],
    ['is in the message, though not final', [note.partial('s0', 'ello'), note.added('user', 'hello')], []],
    ['goes on while the agent thinks anew', [note.partial('s0', 'hello'), note.thought(1, 'superseded')], ['hello']],
    ['is over with the session', [note.partial('s0', 'hello'), note.ended], []],
  ])('%s', (_what, notes, expected) => {
    expect(sayings(...notes)).toEqual(expected);
  });
});

describe('the lines of the transcript', () => {
  it('stand in the order in which they began, each under its own key', () => {
    const { lines } = transcriptOf(
      note.agentText('u0', 'Hello.'),
      note.added('user', 'what time is it'),
      note.collected('c1'),
      note.agentText('u1', 'It is noon.'),
    );
    expect(lines.map(({ kind, key, atMs }) => [kind, key, atMs])).toEqual([
      ['agent', '0', 0],
      ['user', '1', 100],
      ['calls', '2', 200],
      ['agent', '3', 300],
    ]);
  });

  it.each<[string, ServerMessageBody]>([
    ['the system prompt', note.added('system', 'Be brief.')],
    ['the result of a function', note.added('tool', 'noon')],
    ['what the model asked for', note.functionCalls('One moment.')],
  ])('leave out %s', (_what, message) => {
    expect(transcriptOf(message)).toEqual(emptyTranscript);
  });

  it('are those of the messages of a snapshot, which replaces them', () => {
    const { lines, pending } = transcriptOf(
      note.agentText('u0', 'Hello.'),
      note.partial('s0', 'what'),
      note.snapshot(
        ['assistant', 'Hello.'],
        ['user', 'what time is it'],
        ['assistant', ''],
        ['assistant', 'It is noon.'],
      ),
      note.agentText('u2', 'Anything else?'),
    );
    expect(lines.map((line) => (line.kind === 'calls' ? '' : [line.kind, line.text]))).toEqual([
      ['agent', 'Hello.'],
      ['user', 'what time is it'],
      ['agent', 'It is noon.'],
      ['agent', 'Anything else?'],
    ]);
    expect(pending).toEqual([]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(4);
  });

  it('name the functions with what they were given and what they gave', () => {
    const { lines } = transcriptOf(note.collected('c1', 'c2'), note.collected('c3'), note.executed('c2', 'noon'));
    expect(lines.flatMap((line) => (line.kind === 'calls' ? line.calls : []))).toEqual([
      { id: 'c1', name: 'time', arguments: '{}', result: null },
      { id: 'c2', name: 'time', arguments: '{}', result: 'noon' },
      { id: 'c3', name: 'time', arguments: '{}', result: null },
    ]);
  });

  it('show which function runs in the background, until its final result', () => {
    const begun = [note.collected('c1', 'c2'), note.acknowledged('c1'), note.executed('c2', 'noon')];
    const [c1, c2] = [
      { id: 'c1', name: 'time', arguments: '{}', acknowledged: 'begun', result: null },
      { id: 'c2', name: 'time', arguments: '{}', result: 'noon' },
    ];
    expect(transcriptOf(...begun).lines).toMatchObject([{ calls: [c1, c2] }]);
    const half = transcriptOf(...begun, note.progress('c1', 'half of it'));
    expect(half.lines).toMatchObject([{ calls: [{ ...c1, progress: 'half of it' }, c2] }]);
    const { lines } = transcriptOf(...begun, note.agentText('u1', 'It is noon.'), note.executed('c1', 'done'));
    expect(lines).toMatchObject([{ calls: [{ ...c1, result: 'done' }, c2] }, { kind: 'agent' }]);
  });

  it('keep the result of a call whose id occurs again', () => {
    const { lines } = transcriptOf(
      note.collected('c1'),
      note.executed('c1', 'noon'),
      note.collected('c1'),
      note.executed('c1', 'one'),
    );
    expect(lines).toMatchObject([{ calls: [{ result: 'noon' }] }, { calls: [{ result: 'one' }] }]);
  });

  it('are one for a function in the background, though the history has its result as a further call', () => {
    const { lines } = transcriptOf(
      note.collected('c1'),
      note.acknowledged('c1'),
      note.calledAgain('c1:update1'),
      note.added('tool', 'half'),
      note.calledAgain('c1:result'),
      note.added('tool', 'noon'),
      note.executed('c1', 'noon'),
    );
    expect(lines).toMatchObject([{ calls: [{ id: 'c1', result: 'noon' }] }]);
  });

  it('have the result of a function whose call a snapshot has replaced, under its own id', () => {
    const { lines } = transcriptOf(
      note.collected('c1'),
      note.acknowledged('c1'),
      note.snapshot(['user', 'what time is it'], ['assistant', '']),
      note.executed('c1', 'noon'),
    );
    expect(lines).toMatchObject([
      { kind: 'user' },
      { kind: 'calls', key: '3', atMs: 300, calls: [{ id: 'c1', name: 'time', arguments: '{}', result: 'noon' }] },
    ]);
  });

  it('stand before the answer that follows from them, also when a part of it was spoken before', () => {
    const { lines } = transcriptOf(
      note.added('user', 'what time is it'),
      note.agentText('u1', 'One moment.'),
      note.collected('c1'),
      note.agentText('u1', ' It is noon.'),
    );
    expect(lines.map(({ kind }) => kind)).toEqual(['user', 'calls', 'agent']);
  });

  it('keep a result that is there when another comes', () => {
    const { lines } = transcriptOf(note.collected('c1', 'c2'), note.executed('c1', ''), note.executed('c2', 'noon'));
    expect(lines).toMatchObject([{ calls: [{ result: '' }, { result: 'noon' }] }]);
  });
});

describe('an utterance of the agent', () => {
  const begun = [note.agentText('u1', 'Well,'), note.agentText('u1', ' then.')] as const;
  const spoken = [...begun, note.audible('u1')] as const;

  it('grows with its words, and is quiet until it is audible', () => {
    expect(transcriptOf(...begun).lines).toMatchObject([{ text: 'Well, then.', cut: '', state: 'coming' }]);
    expect(transcriptOf(...spoken).lines).toMatchObject([{ text: 'Well, then.', state: 'audible' }]);
  });

  it.each<[string, readonly ServerMessageBody[], string, string]>([
    ['was heard to its end', [...spoken, note.silent('u1', 'complete')], 'Well, then.', ''],
    ['was interrupted', [...spoken, note.interrupted('u1', 'Well,'), note.silent('u1', 'cut')], 'Well,', ' then.'],
    ['was cut, and nothing of it is known', [...spoken, note.silent('u1', 'cut')], '', 'Well, then.'],
    ['never came: the user went on', [...begun, note.thought(1, 'superseded')], '', 'Well, then.'],
    ['never came: the session was over', [...begun, note.ended], '', 'Well, then.'],
    ['was audible when the session ended', [...spoken, note.ended], 'Well, then.', ''],
    [
      'is in the history as it was heard',
      [...spoken, note.silent('u1', 'cut'), note.added('assistant', 'Well,')],
      'Well,',
      ' then.',
    ],
  ])('shows what was heard, and the rest crossed out, when it %s', (_how, notes, text, cut) => {
    expect(transcriptOf(...notes).lines).toMatchObject([{ text, cut, state: 'over' }]);
  });

  it('is not changed by a reply that ended as it should', () => {
    expect(transcriptOf(...begun, note.thought(1, 'complete')).lines).toMatchObject([{ state: 'coming' }]);
  });

  it('is not changed by the message of an earlier one', () => {
    const { lines } = transcriptOf(
      ...spoken,
      note.silent('u1', 'complete'),
      note.agentText('u2', 'Good night.'),
      note.added('assistant', 'Well,'),
    );
    expect(lines).toMatchObject([
      { text: 'Well,', cut: ' then.' },
      { text: 'Good night.', cut: '' },
    ]);
  });

  it('shows how far it has been played', () => {
    expect(played(transcriptOf(...spoken), 'u1').lines).toMatchObject([{ playedMs: 1000 }]);
  });

  it('stays as it is once it is over, whatever the loudspeaker still reports', () => {
    const over = transcriptOf(...spoken, note.silent('u1', 'cut'));
    expect(played(over, 'u1')).toEqual(over);
  });

  it('that was heard to its end shows how fast the agent speaks', () => {
    const heard = played(transcriptOf(...spoken), 'u1');
    const [over] = note.timed([2000, note.silent('u1', 'complete')]);
    expect(over && addToTranscript(heard, over).msPerCharacter).toBeCloseTo(1000 / 'Well, then.'.length);
  });

  it.each<[string, readonly ServerMessageBody[], ServerMessageBody]>([
    ['was cut', spoken, note.silent('u1', 'cut')],
    ['had no words', [note.agentText('u1', ''), note.audible('u1')], note.silent('u1', 'complete')],
  ])('that %s does not show how fast the agent speaks', (_how, notes, end) => {
    const heard = played(transcriptOf(...notes), 'u1');
    const [over] = note.timed([2000, end]);
    expect(over && addToTranscript(heard, over).msPerCharacter).toBe(emptyTranscript.msPerCharacter);
  });
});
