import { defer, first, ignoreElements, merge, tap } from 'rxjs';
import { interruption } from '../../../operators/interruption.ts';
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
      const isBackchannel = (text: string): boolean =>
        ofReply().phrases.isBackchannel(text) || (greets && ofReply().phrases.isGreeting(text));
      const mayBecomeBackchannel = (text: string): boolean => ofReply().phrases.mayBecomeBackchannel(text);
      const isInterruptPhrase = (text: string): boolean => ofReply().phrases.isInterruptPhrase(text);
      const beginsWithInterruptPhrase = (text: string): boolean => ofReply().phrases.beginsWithInterruptPhrase(text);
      const found = interruption({
        transcript: edges.transcript,
        agentAudible: floor.agentAudible,
        get minSpeechMs() {
          return ofReply().interruptTimeThresholdMs;
        },
        get minWords() {
          return ofReply().interruptWordThreshold;
        },
        phrases: { isBackchannel, mayBecomeBackchannel, isInterruptPhrase, beginsWithInterruptPhrase },
      });
      return merge(laterReplies, activity.pipe(found));
    });
}
