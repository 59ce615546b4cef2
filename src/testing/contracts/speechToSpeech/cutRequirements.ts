import { assertEqual } from '../assertions.ts';
import { assertAnswered, outlineOf, samplesOf } from './conversation.ts';
import type { ScenarioReply, SpeechModelRequirement } from './requirement.ts';

const LONG: ScenarioReply = { text: 'We open at nine, close at ten, and serve lunch from noon to three.' };
const WELCOME: ScenarioReply = { text: 'You are welcome.' };

/** The requirements for replies that are cut, without a server fault. */
export const cutRequirements: readonly SpeechModelRequirement[] = [
  {
    name: 'nothing of a cancelled reply is emitted, and the next turn is answered',
    replies: [LONG, WELCOME],
    check: async ({ model }, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      await conversation.until(model.output === 'audio' ? 'audio' : 'text', 0);
      conversation.send({ kind: 'cancel', turn: 0 });
      const replied = (): number =>
        conversation.events.filter(
          (event) => 'turn' in event && event.turn === 0 && !['usage', 'words'].includes(event.kind),
        ).length;
      const before = replied();
      await conversation.ask(1);
      await conversation.until('ended', 1);
      assertEqual('the events of the cancelled reply', replied(), before);
      assertAnswered(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  },
  {
    name: 'a reply that is cancelled before it starts does not start',
    replies: [LONG, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.until('ready');
      await conversation.ask(0);
      conversation.send({ kind: 'cancel', turn: 0 });
      await conversation.ask(1);
      await conversation.until('ended', 1);
      const replied = outlineOf(conversation.events, 0).filter((kind) => !['usage', 'words'].includes(kind));
      assertEqual('the events of the cancelled reply', replied, []);
      await conversation.end();
    },
  },
  {
    name: 'what was not heard of a complete reply is removed, and the next turn is answered',
    replies: [LONG, WELCOME],
    check: async ({ model }, converse) => {
      if (model.output === 'text') return;
      const conversation = converse();
      await conversation.ask(0);
      const { item } = await conversation.until('item_ended', 0);
      await conversation.until('ended', 0);
      const samples = Math.floor(samplesOf(conversation.events, item) / 2);
      conversation.send({ kind: 'truncate', item, samples });
      await conversation.ask(1);
      await conversation.until('ended', 1);
      assertAnswered(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  },
  {
    name: 'a reply that was cut at its first audio is removed, and the next turn is answered',
    replies: [LONG, WELCOME],
    check: async ({ model }, converse) => {
      if (model.output === 'text') return;
      const conversation = converse();
      await conversation.ask(0);
      const { item } = await conversation.until('audio', 0);
      conversation.send({ kind: 'cancel', turn: 0 }, { kind: 'truncate', item, samples: 0 });
      await conversation.ask(1);
      await conversation.until('ended', 1);
      assertAnswered(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  },
  {
    name: 'requests wait for each other',
    replies: [LONG, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      await conversation.ask(1);
      await conversation.until('ended', 1);
      const kinds = conversation.events.flatMap((event) =>
        event.kind === 'started' || event.kind === 'ended' ? [`${event.kind} ${event.turn}`] : [],
      );
      assertEqual('the order', kinds, ['started 0', 'ended 0', 'started 1', 'ended 1']);
      await conversation.end();
    },
  },
];
