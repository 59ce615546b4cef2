import { assertEqual, assertThat } from '../assertions.ts';
import { normalize } from '../stt/collectTranscripts.ts';
import { assertAnswered, outlineOf, samplesOf, textOf, USER_TEXTS, type Conversation } from './conversation.ts';
import type { ScenarioReply, SpeechModelRequirement } from './requirement.ts';

const SEVEN: ScenarioReply = { text: 'It is seven.' };
const WELCOME: ScenarioReply = { text: 'You are welcome.' };
const LOOKED_UP: ScenarioReply = {
  text: 'Let me see.',
  call: { name: 'look_up', arguments: { day: 'monday' } },
};

/** The requirements for replies, without a server fault. */
export const replyRequirements: readonly SpeechModelRequirement[] = [
  {
    name: 'a turn is answered: the reply starts, brings text and audio by item, and ends',
    replies: [SEVEN],
    check: async ({ model }, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      await conversation.until('ended', 0);
      const { events } = conversation;
      const order = outlineOf(events, 0).filter((kind) => ['started', 'item_ended', 'ended'].includes(kind));
      assertEqual('the order', order, ['started', 'item_ended', 'ended']);
      assertAnswered(conversation, 0, SEVEN.text);
      const { item } = await conversation.until('item_ended', 0);
      const hasAudio = samplesOf(events, item) > 0;
      assertEqual('whether it is spoken', hasAudio, model.output === 'audio');
      await conversation.end();
    },
  },
  {
    name: 'the words of the user come once as final',
    replies: [SEVEN],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      await conversation.until('ended', 0);
      const words = await untilFinal(conversation, 0);
      assertEqual('the words', words, USER_TEXTS[0]);
      await conversation.end();
      const finals = conversation.events.filter((event) => event.kind === 'words' && event.final);
      assertEqual('the finals', finals.length, 1);
    },
  },
  {
    name: 'audio that was cleared belongs to no turn',
    replies: [SEVEN],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.say('hm');
      conversation.send({ kind: 'clear' });
      await conversation.ask(0);
      await conversation.until('ended', 0);
      assertEqual('the words', await untilFinal(conversation, 0), USER_TEXTS[0]);
      await conversation.end();
    },
  },
  {
    name: 'consecutive turns are each answered',
    replies: [SEVEN, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      await conversation.until('ended', 0);
      await conversation.ask(1);
      await conversation.until('ended', 1);
      assertAnswered(conversation, 0, SEVEN.text);
      assertAnswered(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  },
  {
    name: 'a typed text is answered',
    replies: [SEVEN],
    check: async (_, converse) => {
      const conversation = converse();
      const typed = { role: 'user', content: USER_TEXTS[0] ?? '' } as const;
      conversation.send({ kind: 'add', messages: [typed] }, { kind: 'respond', turn: 0 });
      await conversation.until('ended', 0);
      assertAnswered(conversation, 0, SEVEN.text);
      await conversation.end();
    },
  },
  {
    name: 'a call comes with the end of its reply, and its result is followed by another',
    replies: [LOOKED_UP, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      const { calls } = await conversation.until('ended', 0);
      const [call] = calls;
      assertEqual('the calls', calls.length, 1);
      assertEqual('the function', call?.function.name, 'look_up');
      assertEqual('the text', textOf(conversation.events, 0), LOOKED_UP.text);
      assertEqual('its arguments', JSON.parse(call?.function.arguments ?? '{}'), { day: 'monday' });
      const result = { role: 'tool', tool_call_id: call?.id ?? '', content: 'from nine' } as const;
      conversation.send({ kind: 'add', messages: [result] }, { kind: 'respond', turn: 0 });
      await conversation.until('ended', 0, 2);
      assertAnswered(conversation, 0, `${LOOKED_UP.text} ${WELCOME.text}`);
      await conversation.end();
    },
  },
  {
    name: 'new instructions and functions do not disturb the conversation',
    replies: [SEVEN, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      conversation.send({ kind: 'update' });
      await conversation.until('ended', 0);
      await conversation.ask(1);
      await conversation.until('ended', 1);
      assertAnswered(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  },
  {
    name: 'a text of the application ends, said or failed, and disturbs no reply',
    replies: [SEVEN],
    check: async (_, converse) => {
      const conversation = converse();
      conversation.send({ kind: 'say', turn: -1, text: 'One moment.' });
      const { error } = await conversation.until('ended', -1);
      if (error === undefined) assertThat('a text', textOf(conversation.events, -1) !== '', conversation.events);
      await conversation.ask(0);
      await conversation.until('ended', 0);
      assertAnswered(conversation, 0, SEVEN.text);
      await conversation.end();
    },
  },
];

/** Resolves with the final words of a turn, in lower case and without punctuation. */
async function untilFinal(conversation: Conversation, turn: number): Promise<string> {
  for (let count = 1; ; count++) {
    const { final, text } = await conversation.until('words', turn, count);
    if (final) return normalize(text);
  }
}
