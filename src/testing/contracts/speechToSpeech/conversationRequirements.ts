import { assertEqual, assertProviderError } from '../assertions.ts';
import { assertClosed } from '../contract.ts';
import { NEVER } from 'rxjs';
import type { InjectedFault } from '../injectedFault.ts';
import { assertAnswered, type Conversation } from './conversation.ts';
import type { ScenarioReply, SpeechModelRequirement } from './requirement.ts';

const SEVEN: ScenarioReply = { text: 'It is seven.' };
const WELCOME: ScenarioReply = { text: 'You are welcome.' };

/** The requirements for the ends of conversations, and for several of them, without a server fault. */
export const conversationRequirements: readonly SpeechModelRequirement[] = [
  {
    name: 'without input, it completes',
    replies: [SEVEN],
    check: async (_, converse) => converse().end(),
  },
  {
    name: 'unsubscribing at once closes the opening connection',
    replies: [SEVEN],
    check: async (subject) => {
      const options = { history: () => [], tools: () => [], words: true };
      subject.model.converse(NEVER, options).subscribe().unsubscribe();
      await assertClosed(subject);
    },
  },
  {
    name: 'an error of the input ends the conversation and closes it',
    replies: [SEVEN],
    check: async (subject, converse) => {
      const error = new Error('the microphone was pulled');
      const conversation = converse();
      await conversation.ask(0);
      await conversation.until('started', 0);
      assertEqual('the error', await conversation.fail(error), error);
      await assertClosed(subject);
    },
  },
  {
    name: 'a conversation that ends within a reply closes its connection',
    replies: [SEVEN],
    check: async (subject, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      await conversation.until('started', 0);
      await conversation.end();
      await assertClosed(subject);
    },
  },
];

/** The requirements for a server with an injected fault. */
export const faultRequirements: readonly SpeechModelRequirement[] = [
  {
    name: 'a refused key fails the conversation',
    replies: [SEVEN],
    fault: 'refuses the key',
    check: async ({ model }, converse) =>
      assertProviderError(await converse().failure(), 'provider_refused', model.name),
  },
  unharmed('is busy once', 'a request to a busy server is repeated'),
  unharmed('talks garbage', 'unreadable frames are ignored'),
  unharmed('cuts oddly', 'audio cut at any byte is complete'),
  unharmed('is slow', 'a server that reads slowly hears everything'),
  lost(
    'drops before the first result',
    'a connection lost before the first audio fails the reply, and the next is given',
  ),
  lost(
    'drops after the first result',
    'a connection lost after the first audio fails the reply, and the next is given',
  ),
];

function unharmed(fault: InjectedFault, name: string): SpeechModelRequirement {
  return {
    name,
    fault,
    replies: [SEVEN, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await answer(conversation, 0, SEVEN.text);
      await answer(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  };
}

function lost(fault: InjectedFault, name: string): SpeechModelRequirement {
  return {
    name,
    fault,
    replies: [SEVEN, WELCOME],
    check: async (_, converse) => {
      const conversation = converse();
      await conversation.ask(0);
      const { error } = await conversation.until('ended', 0);
      assertEqual('whether the reply fails', error !== undefined, true);
      await conversation.until('ready', undefined, 2);
      await answer(conversation, 1, WELCOME.text);
      await conversation.end();
    },
  };
}

async function answer(conversation: Conversation, turn: number, text: string): Promise<void> {
  await conversation.ask(turn);
  await conversation.until('ended', turn);
  assertAnswered(conversation, turn, text);
}
