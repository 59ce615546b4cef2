import { expect, test } from 'vitest';
import type { Recording } from '../../../src/record/format.ts';
import { allOut, ofKind } from '../../../src/replay/lines.ts';
import { runConversation } from '../../../src/replay/whatIf/played/runConversation.ts';
import { analyseRecording } from '../../../src/replay/whatIf/recorded/recordedSession.ts';
import type { Changes } from '../../../src/replay/whatIf/settings.ts';
import { createFunction } from '../../support/testSession.ts';
import { does, says, types } from '../../support/userActions.ts';
import { QUICK_VAD, recordingOf } from './conversation.ts';

/** Asks for an answer without new words. */
const responds = (atMs: number) => does(atMs, ({ session }) => session.respond());

/** What the agent says, and where its answers are from. */
async function replies(recording: Recording, changes: Changes = {}): Promise<readonly (readonly unknown[])[]> {
  const { calls, output } = await runConversation(analyseRecording(recording), changes);
  const texts = ofKind(allOut(output, 'reply'), 'text').map(({ v }) => v);
  const turns = [...new Set(texts.map(({ turn }) => turn))];
  const said = turns.map((turn) => texts.flatMap((text) => (text.turn === turn ? text.delta : [])).join(''));
  return [said, calls.map(({ answer }) => answer)];
}

test('an answer on request is the one that was given there', async () => {
  const recording = await recordingOf({
    user: [responds(100), types(4000, 'number one'), responds(8000), types(11_000, 'number two')],
    llm: ['Greeting.', 'One.', 'Again.', 'Two.'],
  });
  expect(await replies(recording)).toEqual([
    ['Greeting.', 'One.', 'Again.', 'Two.'],
    ['own', 'own', 'own', 'own'],
  ]);
});

test('an answer on request is the recorded one also if a turn before it is split', async () => {
  const recording = await recordingOf({
    user: [says(320, 'I have'), says(320 + 640 + 600, 'a question'), responds(6000), types(9000, 'thank you')],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
    llm: ['Yes?', 'Go on.', 'Bye.'],
  });
  const [said] = await replies(recording, { min_endpointing_delay: 0.2 });
  expect(said?.slice(-2)).toEqual(['Go on.', 'Bye.']);
});

test('an answer on request is no handoff behind a reply with functions', async () => {
  const recording = await recordingOf({
    agent: { functions: { look: createFunction(() => 'looked') } },
    user: [types(1000, 'number one'), responds(4000), types(8000, 'thank you')],
    llm: [{ calls: [{ name: 'look', id: 'a' }] }, 'It is one.', { calls: [{ name: 'look', id: 'b' }] }, 'Two.', 'Bye.'],
  });
  expect(await replies(recording)).toEqual([
    ['It is one.', 'Two.', 'Bye.'],
    ['own', 'own', 'own', 'own', 'own'],
  ]);
});

test('a text that is said between a turn and its answer does not take the answer', async () => {
  const recording = await recordingOf({
    user: [
      types(1000, 'number one'),
      does(2000, ({ session }) => session.say('One moment.')),
      responds(6000),
      types(9000, 'number two'),
      responds(10_000),
    ],
    config: { respond_on_request: true },
    llm: ['It is one.', 'It is two.'],
  });
  expect(await replies(recording)).toEqual([
    ['One moment.', 'It is one.', 'It is two.'],
    ['own', 'own'],
  ]);
});

test('a reply with words for the user is on request, and no turn of the user', async () => {
  const asks = does(6000, ({ session }) => session.respond({ text: 'the menu is open', instructions: 'Be brief.' }));
  const recording = await recordingOf({
    user: [types(1000, 'number one'), asks, types(9000, 'number two')],
    llm: ['One.', 'Anything?', 'Two.'],
  });
  const recorded = analyseRecording(recording);
  const played = await runConversation(recorded, {});
  expect(await replies(recording)).toEqual([
    ['One.', 'Anything?', 'Two.'],
    ['own', 'own', 'own'],
  ]);
  expect(played.commits.map(({ text, recorded: turn }) => [text, turn])).toEqual([
    ['number one', 0],
    ['number two', 2],
  ]);
  expect(recorded.turns).toEqual({
    committed: [
      { turn: 0, text: 'number one' },
      { turn: 2, text: 'number two' },
    ],
    ofWord: [],
    ofTyped: [0, 2],
  });
});
