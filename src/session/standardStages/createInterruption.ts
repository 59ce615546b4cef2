import { defer, first, ignoreElements, merge, tap } from 'rxjs';
import { interruption } from '../../../operators/interruption.ts';
import type { Phrases } from '../../core/phrases/createPhrases.ts';
import type { StageContext, StageOperators } from '../stages.ts';
import type { CurrentSettings } from '../updates/createUpdates.ts';

/**
 * Creates the interruption stage. During a first message, which is the first reply, a greeting also counts as a
 * backchannel.
 */
export function createInterruption(
  { ofReply }: CurrentSettings,
  { edges, floor }: StageContext,
): StageOperators['interruption'] {
  return (activity) =>
    defer(() => {
      let greets = ofReply().firstMessage !== undefined;
      const laterReplies = edges.reply.pipe(
        first(({ turn }) => turn > 0, null),
        tap(() => (greets = false)),
        ignoreElements(),
      );
      const found = interruption({
        transcript: edges.transcript,
        agentAudible: floor.agentAudible,
        get minSpeechMs() {
          return ofReply().interruptTimeThresholdMs;
        },
        get minWords() {
          return ofReply().interruptWordThreshold;
        },
        phrases: createWordRules(
          () => ofReply().phrases,
          () => greets,
        ),
      });
      return merge(laterReplies, activity.pipe(found));
    });
}

/** Creates the rules about words over the agent. While the user may greet, a greeting counts as a backchannel. */
export function createWordRules(phrases: () => Phrases, mayGreet: () => boolean): InterruptionWords {
  return {
    isBackchannel: (text) => phrases().isBackchannel(text) || (mayGreet() && phrases().isGreeting(text)),
    mayBecomeBackchannel: (text) => phrases().mayBecomeBackchannel(text),
    isInterruptPhrase: (text) => phrases().isInterruptPhrase(text),
    beginsWithInterruptPhrase: (text) => phrases().beginsWithInterruptPhrase(text),
  };
}

type InterruptionWords = Pick<
  Phrases,
  'isBackchannel' | 'mayBecomeBackchannel' | 'isInterruptPhrase' | 'beginsWithInterruptPhrase'
>;
